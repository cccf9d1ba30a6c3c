import type { QuoteHint } from '@quickfleet/shared/quote-hint';
import type { AppContext } from '../../context.ts';
import { DomainError, isUnknownFunction, notFound } from '../../lib/errors.ts';
import { query, type Statement } from '../../lib/query.ts';
import { iso, likePattern } from '../../lib/sql.ts';
import { Quote } from './quote.entity.ts';
import { currencyColumn } from './quotes.queries.ts';

/** How many of the same streets are compared, the newest; when there are fewer, as many of the same towns too. */
const NEAR = 60;
/** The range is of this many, the most similar. */
const COMPARED = 20;
const SHOWN = 5;
/** Two routes that share less of their words are no similar ones. */
const ROUTE_MIN = 0.3;

const segmentsOf = (address: string): string[] =>
  address
    .toLowerCase()
    .split(/[\n,]+/)
    .map((segment) =>
      segment
        .split(/\s+/)
        // House numbers and postcodes tell one street's quotes apart; their price is the same.
        .filter((word) => word !== '' && !/\d/.test(word))
        .join(' '),
    )
    .filter((segment) => segment.length >= 3);

/** What of an address other quotes would share: its street, and its town. */
function wordsOf(address: string): { street: string; town: string } {
  const [street = address.toLowerCase().trim(), town = street] = segmentsOf(address);
  return { street, town };
}

/**
 * One statement: candidates come by the trigram index of the search (streets of both ends, and where these are few, towns
 * of both ends) and are compared by pg_trgm: words of the route and of the items, then how many items, the speed and the
 * weekday. What a town has in common with half of the table is met soon on the way through the newest.
 */
export function hintStatement(quote: Quote, zone: string): Statement {
  const [from, to] = [wordsOf(quote.pickupAddress), wordsOf(quote.deliveryAddress)];
  const paid = `q.status in ('paid', 'converted') and q.price is not null and q.id <> ?`;
  const found = `select q.id, q.created_at from quotes q where ${paid} and q.search like ? and q.search like ? order by q.created_at desc, q.id desc limit ${NEAR}`;
  const route = (alias: string) => `lower(${alias}.pickup_address || ' ' || ${alias}.delivery_address)`;
  const items = (alias: string) =>
    `(select lower(coalesce(string_agg(name, ' '), '')) as names, count(*)::int as pieces from quote_items where quote_id = ${alias}.id)`;
  const weekday = (alias: string) => `extract(isodow from ${alias}.created_at at time zone me.zone)`;
  return {
    sql: `with me as materialized (select q.*, ${route('q')} as route, ${currencyColumn} as money, ?::text as zone, i.names, i.pieces from quotes q, lateral ${items('q')} i where q.id = ?),
       streets as materialized (${found}),
       towns as materialized (select * from (${found}) others where (select count(*) from streets) < ${NEAR}),
       candidates as (select id from streets union select id from towns),
       near as (
         select * from (select q.id, q.reference, q.price, q.pickup_address, q.delivery_address, q.speed_type, q.created_at, similarity(${route('q')}, me.route) as alike
           from candidates join quotes q using (id), me where ${currencyColumn} = me.money) routes
         where alike >= ${ROUTE_MIN} order by alike desc, created_at desc, id desc limit ${NEAR}),
       compared as (
         select q.*, i.pieces, similarity(i.names, me.names) as same_things,
           q.speed_type = me.speed_type as same_speed, ${weekday('q')} = ${weekday('me')} as same_day, me.pieces as wanted
         from near q, me, lateral ${items('q')} i),
       ranked as (
         select *, 0.6 * alike + 0.15 * same_things + 0.1 / (1 + abs(pieces - wanted)) + 0.1 * same_speed::int + 0.05 * same_day::int as score
         from compared order by score desc, created_at desc, id desc limit ${COMPARED})
       select me.money as currency,
         (select case when count(*) > 0 then json_build_object(
            'low', (percentile_disc(0.1) within group (order by price))::text, 'median', (percentile_disc(0.5) within group (order by price))::text,
            'high', (percentile_disc(0.9) within group (order by price))::text, 'count', count(*)) end from ranked) as range,
         (select coalesce(json_agg(json_build_object('id', id, 'reference', reference, 'price', price::text, 'pickupAddress', pickup_address, 'deliveryAddress', delivery_address,
            'itemCount', pieces, 'speedType', speed_type, 'createdAt', ${iso('created_at')}) order by score desc, created_at desc, id desc), '[]')
          from (select * from ranked order by score desc, created_at desc, id desc limit ${SHOWN}) best) as similar
       from me`,
    params: [
      zone,
      quote.id,
      quote.id,
      likePattern(from.street),
      likePattern(to.street),
      quote.id,
      likePattern(from.town),
      likePattern(to.town),
    ],
    dependsOnValues: true,
  };
}

/**
 * What quotes cost that were paid and are like this one. Rejects with 404, and with 503 where the database lacks pg_trgm.
 */
export async function readHint(ctx: AppContext, id: number): Promise<QuoteHint> {
  const quote = await ctx.em.findOneOrFail(Quote, id, { failHandler: () => notFound('Quote') });
  const { sql, params } = hintStatement(quote, ctx.services.config.BUSINESS_TIMEZONE);
  try {
    const [hint] = await query<QuoteHint>(ctx.em, sql, params, { dependsOnValues: true });
    if (!hint) throw notFound('Quote');
    return hint;
  } catch (error) {
    if (!isUnknownFunction(error)) throw error;
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'NO_TRIGRAMS',
      'Prices cannot be compared here: the database lacks the extension pg_trgm',
      { cause: error },
    );
  }
}
