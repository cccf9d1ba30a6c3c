import { PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import type { Keyset, Part, Place } from './keyset.ts';
import type { Statement } from './query.ts';
import type { Selection } from './rows.ts';
import type { Where } from './sql.ts';

/**
 * A list that is shown in pages. `columns` names the row's `id`, and `order` ends with it: without a tie no row is on
 * two pages.
 */
export interface Listing<Row = unknown> {
  table: string;
  alias: string;
  joins?: string;
  columns: Selection<Row>;
  /** The values of the question marks in `columns` and `joins`. */
  columnParams?: readonly unknown[];
  where: Where;
  order: string;
  /** The same order, when pages may begin after a row. */
  keyset?: Keyset;
  isSearch: boolean;
}
export interface PageOf {
  page: number;
  limit: number;
  /** Where the page before ended: it begins there, whatever its number. */
  after?: Place;
}

/** How many rows are counted one by one; beyond it a total is an estimate (decision 028). */
export const COUNTED_MAX = 10_000;
/** The same for a search, which has to read its rows. */
export const FOUND_MAX = 1000;
/** Of a search: rows that are looked at first, how many hits among them count, and what is then taken to be frequent. */
const SAMPLED = 500;
const HITS_MIN = 8;
const FREQUENT = 3 * FOUND_MAX;
/** The tables with kept counters, by state and by the week of creation. */
const counted: ReadonlySet<string> = new Set(['customers', 'emails', 'orders', 'quotes']);
const WEEK_SECONDS = 604_800;

export const offsetOf = ({ page, limit }: PageOf): number => (page - 1) * limit;

/** The lines of the counters that add up to the total of a list, when they know it. */
function countersOf({ table, where }: Listing): Part | undefined {
  const states = where.onlyStates;
  if (!counted.has(table) || !states) return undefined;
  const rows = `figures where topic = '${table}'`;
  if (states.length === 0) return { sql: rows, params: [] };
  const [state] = states;
  return states.length === 1
    ? { sql: `${rows} and state = ?`, params: [state] }
    : { sql: `${rows} and state = any(?)`, params: [states] };
}

/** The highest total that is exact without a further look. */
export const exactUpTo = (listing: Listing): number => {
  if (countersOf(listing)) return Number.POSITIVE_INFINITY;
  return listing.isSearch ? FOUND_MAX : COUNTED_MAX;
};

const fromOf = ({ table, alias, where }: Listing): string => `from ${table} ${alias} ${where.sql}`;

/** One by one, up to a bound. */
const countOf = (listing: Listing): Part => ({
  sql: `counted as materialized (select count(*)::int as total from (select 1 ${fromOf(listing)} limit ${COUNTED_MAX + 1}) c)`,
  params: listing.where.params,
});

const totalOf = (listing: Listing): Part => {
  const counters = countersOf(listing);
  if (!counters) return countOf(listing);
  return {
    sql: `counted as materialized (select coalesce(sum(amount), 0)::int as total from ${counters.sql})`,
    params: counters.params,
  };
};

/**
 * The bound of a page as a number. For a limit that is a parameter, PostgreSQL expects a tenth of the table, finds one
 * plan for all values too expensive, and plans the statement again at each call.
 */
const atMost = ({ limit }: PageOf): string => `limit ${Math.max(limit, PAGE_SIZE_MAX)}`;

/** Keys after a row in the order of an index. Rows before it are never read; rows without a value come last. */
function afterRow(listing: Listing, order: Keyset, after: Place, page: PageOf): Part {
  const { alias, where } = listing;
  const total = totalOf(listing);
  const from = `${fromOf(listing)} ${where.sql ? 'and' : 'where'}`;
  const parts = order.after(after).map((part, turn) => ({
    sql: `(select key, ${turn} as turn, row_number() over () as nth
      from (select ${alias}.id as key ${from} (${part.sql}) order by ${order.order} ${atMost(page)}) part limit ?)`,
    params: [...where.params, ...part.params, page.limit],
  }));
  return {
    sql: `${total.sql}, keys as materialized (
      select key from (${parts.map(({ sql }) => sql).join(' union all ')}) parts order by turn, nth limit ?)`,
    params: [...total.params, ...parts.flatMap(({ params }) => params), page.limit],
  };
}

/**
 * Keys in the order of an index. In the order of time the counters tell in which week a page begins: the rows before
 * that week are never read. The first page has none before it.
 */
function inOrder(listing: Listing, page: PageOf): Part {
  if (page.after && listing.keyset) return afterRow(listing, listing.keyset, page.after, page);
  const { alias, where, order } = listing;
  const keys = `keys as materialized (select key from (select ${alias}.id as key ${fromOf(listing)}`;
  const counters = countersOf(listing);
  const total = totalOf(listing);
  const isNewestFirst = order === `${alias}.created_at desc, ${alias}.id desc`;
  const isByTime = isNewestFirst || order === `${alias}.created_at, ${alias}.id`;
  const isFirst = page.page === 1;
  // For an offset that is a parameter, a tenth of the table is expected too.
  const skip: Part = isFirst ? { sql: '', params: [] } : { sql: 'offset ?', params: [offsetOf(page)] };
  // Of several states no index has the rows in the order of time.
  if (isFirst || !counters || !isByTime || (where.onlyStates?.length ?? 0) > 1)
    return {
      sql: `${total.sql}, ${keys} order by ${order} ${atMost(page)} ${skip.sql}) few limit ?)`,
      params: [...total.params, ...where.params, ...skip.params, page.limit],
    };
  const [turn, edge] = isNewestFirst
    ? ['desc', '< to_timestamp((select span + 1']
    : ['', '>= to_timestamp((select span'];
  return {
    sql: `${total.sql},
      weeks as (select span, sum(amount) as amount from ${counters.sql} group by span),
      place as materialized (
        select span, ?::int - before as beyond from (select span, amount, sum(amount) over (order by span ${turn}) - amount as before from weeks) w
         where before <= ? and amount > 0 order by before desc limit 1),
      ${keys} ${where.sql ? 'and' : 'where'} ${alias}.created_at ${edge} from place)::float8 * ${WEEK_SECONDS})
        order by ${order} ${atMost(page)} offset (select beyond from place)) few limit ?)`,
    params: [...total.params, ...counters.params, offsetOf(page), offsetOf(page), ...where.params, page.limit],
  };
}

/** An extra column: the row's value in the order of the list. */
export const VALUE = '$value';

/** The columns that an order looks at: all that a search has to carry along. */
const columnsIn = (order: string, alias: string): string =>
  [...new Set(order.match(new RegExp(`\\b${alias}\\.\\w+`, 'g')))].join(', ');

/**
 * Whether a search finds so many rows that nobody needs them all: judged by the first rows of the list, because the
 * trigrams of a frequent word name each of its rows before the first one is known.
 */
function sampling({ table, alias, where, order }: Listing): Part {
  return {
    sql: `rows_in_all as materialized (select coalesce(sum(amount), 0) as amount from figures where topic = '${table}'),
      sampled as materialized (
        select count(*) filter (where hit) as hits from (select coalesce(${where.condition}, false) as hit
          from (select * from ${table} ${alias} order by ${order} limit ${SAMPLED}) ${alias}
          where (select amount >= ${FREQUENT} from rows_in_all)) s),
      judged as materialized (
        select hits >= ${HITS_MIN} and hits * amount >= ${FREQUENT * SAMPLED} as is_frequent from sampled, rows_in_all)`,
    params: where.params,
  };
}
const NEVER_FREQUENT: Part = { sql: 'judged as materialized (select false as is_frequent)', params: [] };

/**
 * What a search finds is looked up once, for its count and its page. What finds more than is counted is so frequent that
 * its page is met soon on the way through the list's own order. No other way is left to the planner: `offset 0` keeps the
 * order apart from the conditions, and within `coalesce` they count as frequent.
 */
function searching(listing: Listing, page: PageOf): Part {
  const { table, alias, where, order, keyset } = listing;
  const after = page.after && keyset ? keyset.after(page.after) : [];
  const place = after.map(({ sql }) => `(${sql})`).join(' or ') || 'true';
  const placeParams = after.flatMap(({ params }) => params);
  const offset = page.after ? 0 : offsetOf(page);
  const judged = counted.has(table) ? sampling(listing) : NEVER_FREQUENT;
  return {
    sql: `${judged.sql},
      matching as materialized (
        select ${columnsIn(order, alias)} ${fromOf(listing)} and (select not is_frequent from judged) limit ${FOUND_MAX + 1}),
      counted as materialized (
        select case when is_frequent then ${FOUND_MAX + 1} else (select count(*) from matching) end::int as total from judged),
      keys as materialized (
        (select ${alias}.id as key from matching ${alias} where (${place}) and (select total <= ${FOUND_MAX} from counted) order by ${order} limit ? offset ?)
        union all
        (select ${alias}.id as key from (select * from ${table} ${alias} where (${place}) order by ${order} offset 0) ${alias}
           where coalesce(${where.condition}, false) and (select total > ${FOUND_MAX} from counted) limit ? offset ?))`,
    params: [
      ...judged.params,
      ...where.params,
      ...placeParams,
      page.limit,
      offset,
      ...placeParams,
      ...where.params,
      page.limit,
      offset,
    ],
  };
}

/**
 * One page and how many rows there are in all, up to `exactUpTo`, in one statement that gives one row: `rowsInAll` and
 * `rows`. The page is found by keys alone, and only its own rows are then read in full: what is in `columns` costs
 * nothing for the rows that are skipped.
 */
export function pageStatement(listing: Listing, page: PageOf): Statement {
  const { table, alias, joins = '', columns, columnParams = [], where, order, keyset } = listing;
  const value = keyset ? `, ${keyset.value} as "${VALUE}"` : '';
  const keys = listing.isSearch ? searching(listing, page) : inOrder(listing, page);
  return {
    sql: `with ${keys.sql}
      select (select total from counted) as "rowsInAll", coalesce(json_agg(row), '[]') as rows
        from (select ${columns.list}${value} from keys join ${table} ${alias} on ${alias}.id = keys.key ${joins} order by ${order}) row`,
    params: [...keys.params, ...columnParams],
    dependsOnValues: where.dependsOnValues,
  };
}
