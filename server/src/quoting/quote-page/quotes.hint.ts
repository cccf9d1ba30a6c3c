import { searchWords } from '@quickfleet/shared/base/search-words';
import { dayAt, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import type { QuoteHint } from '@quickfleet/shared/quoting/quote-hint';
import { quoteStatusesThat } from '@quickfleet/shared/quoting/quote-status';
import { speedTypes } from '@quickfleet/shared/quoting/speed';
import { t } from '@quickfleet/shared/words/t';
import type { Statement } from '../../db/query.ts';
import { c, readRow, select, withColumns } from '../../db/rows.ts';
import { likePattern, quoted } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { DomainError, isUnknownFunction, notFound } from '../../http/errors.ts';
import { amountSql } from '../../http/money.ts';
import { Quote } from '../quotes/quote.entity.ts';
import { currencyColumn } from '../quotes/quotes.queries.ts';

/** How many of the same streets are compared, the newest; when there are fewer, as many of the same towns too. */
const NEAR = 60;
/** The range is of this many, the most similar. */
const COMPARED = 20;
const SHOWN = 5;
/** Two routes that share less of their words are no similar ones. */
const ROUTE_MIN = 0.3;

const segmentsOf = (address: string): string[] =>
  address
    .split(/[\n,]+/)
    .map((segment) =>
      searchWords(segment)
        // House numbers and postcodes tell one street's quotes apart; their price is the same.
        .filter((word) => !/\d/.test(word))
        .join(' '),
    )
    .filter((segment) => segment.length >= 3);

/** What of an address other quotes would share: its street, and its town. */
function wordsOf(address: string): { street: string; town: string } {
  const [street = searchWords(address).join(' '), town = street] = segmentsOf(address);
  return { street, town };
}

const priceAt = (share: number) =>
  c.digits(amountSql(`percentile_disc(${share}) within group (order by price)`, 'me.money'));
const hintColumns = select({
  currency: c.text('me.money'),
  range: c
    .objectIf('count(*) > 0', { low: priceAt(0.1), median: priceAt(0.5), high: priceAt(0.9), count: c.count() })
    .within((range) => `(select ${range} from ranked)`),
  similar: c.list(
    {
      id: c.int('id'),
      reference: c.text('reference').nullable(),
      price: c.digits(amountSql('price', 'me.money')),
      pickupAddress: c.text('pickup_address'),
      deliveryAddress: c.text('delivery_address'),
      itemCount: c.int('pieces'),
      speedType: c.oneOf(speedTypes, 'speed_type'),
      createdAt: c.time('created_at'),
    },
    `from (select * from ranked order by score desc, created_at desc, id desc limit ${SHOWN}) best`,
    'score desc, created_at desc, id desc',
  ),
});

/**
 * One statement: candidates come by the trigram index of the search (streets of both ends, and where these are few, towns
 * of both ends) and are compared by pg_trgm: words of the route and of the items, then how many items, the speed and the
 * weekday. What a town has in common with half of the table is met soon on the way through the newest.
 */
export function hintStatement(quote: Quote, zone: string): Statement {
  const [from, to] = [wordsOf(quote.pickupAddress), wordsOf(quote.deliveryAddress)];
  const paid = `q.status in (${quoted(quoteStatusesThat('isPaid'))}) and q.price is not null and q.id <> ?`;
  const found = `select q.id, q.created_at from quotes q where ${paid} and q.words like ? and q.words like ? order by q.created_at desc, q.id desc limit ${NEAR}`;
  const route = (alias: string) => `lower(${alias}.pickup_address || ' ' || ${alias}.delivery_address)`;
  const items = (alias: string) =>
    `(select lower(coalesce(string_agg(name, ' '), '')) as names, count(*)::int as pieces from quote_items where quote_id = ${alias}.id)`;
  // Whole weeks from the start of its day. If the clocks changed in between, an hour of the next day counts too.
  const isSameWeekday = `mod(floor(extract(epoch from q.created_at - me.day_start) / 86400), 7) = 0`;
  return {
    sql: withColumns(
      hintColumns,
      `with me as materialized (select q.*, ${route('q')} as route, ${currencyColumn} as money, ?::timestamptz as day_start, i.names, i.pieces from quotes q, lateral ${items('q')} i where q.id = ?),
       streets as materialized (${found}),
       towns as materialized (select * from (${found}) others where (select count(*) from streets) < ${NEAR}),
       candidates as (select id from streets union select id from towns),
       near as (
         select * from (select q.id, q.reference, q.price, q.pickup_address, q.delivery_address, q.speed_type, q.created_at, similarity(${route('q')}, me.route) as alike
           from candidates join quotes q using (id), me where ${currencyColumn} = me.money) routes
         where alike >= ${ROUTE_MIN} order by alike desc, created_at desc, id desc limit ${NEAR}),
       compared as (
         select q.*, i.pieces, similarity(i.names, me.names) as same_things,
           q.speed_type = me.speed_type as same_speed, ${isSameWeekday} as same_day, me.pieces as wanted
         from near q, me, lateral ${items('q')} i),
       ranked as (
         select *, 0.6 * alike + 0.15 * same_things + 0.1 / (1 + abs(pieces - wanted)) + 0.1 * same_speed::int + 0.05 * same_day::int as score
         from compared order by score desc, created_at desc, id desc limit ${COMPARED})
       select $columns from me`,
    ),
    params: [
      startOfDay(dayAt(quote.createdAt, zone), zone),
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
    const hint = await readRow(ctx.em, hintColumns, sql, params, { dependsOnValues: true });
    if (!hint) throw notFound('Quote');
    return hint;
  } catch (error) {
    if (!isUnknownFunction(error)) throw error;
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'NO_TRIGRAMS',
      t('Prices cannot be compared here: the database lacks the extension pg_trgm'),
      { cause: error },
    );
  }
}
