import type { Statement } from './query.ts';
import type { Where } from './sql.ts';

/**
 * A list that is shown in pages. `columns` names the row's `id`, and `order` ends with it: without a tie no row is on
 * two pages.
 */
export interface Listing {
  table: string;
  alias: string;
  joins?: string;
  columns: string;
  /** A column that is read with the row and is no part of its answer. */
  sealed?: string;
  /** What the question marks of `columns` and `joins` stand for. */
  columnParams?: readonly unknown[];
  where: Where;
  order: string;
  isSearch: boolean;
}
export interface PageOf {
  page: number;
  limit: number;
}

/** How many rows are counted one by one; beyond it a total is an estimate (decision 028). */
export const COUNTED_MAX = 10_000;
/** The same for a search, whose rows have to be looked at. */
export const FOUND_MAX = 1000;
/** Of a search: rows that are looked at first, how many hits among them count, and what is then taken to be frequent. */
const SAMPLED = 500;
const HITS_MIN = 8;
const FREQUENT = 3 * FOUND_MAX;
/** Rows before a page that are passed one by one; for what is deeper a nearer place to begin is looked for. */
const NEAR_MAX = 1000;
/** The tables whose rows the figures count, by state and by the week in which they were made. */
const figured: ReadonlySet<string> = new Set(['customers', 'emails', 'orders', 'quotes']);
const WEEK_SECONDS = 604_800;

export const offsetOf = ({ page, limit }: PageOf): number => (page - 1) * limit;

interface Part {
  sql: string;
  params: unknown[];
}

/** The lines of the kept figures that add up to the total of a list, when they know it. */
function figuresOf({ table, where }: Listing): Part | undefined {
  const states = where.onlyStates;
  if (!figured.has(table) || !states) return undefined;
  const rows = `figures where topic = '${table}'`;
  if (states.length === 0) return { sql: rows, params: [] };
  const [state] = states;
  return states.length === 1
    ? { sql: `${rows} and state = ?`, params: [state] }
    : { sql: `${rows} and state = any(?)`, params: [states] };
}

/** The highest total that is exact without a further look. */
export const exactUpTo = (listing: Listing): number => {
  if (figuresOf(listing)) return Number.POSITIVE_INFINITY;
  return listing.isSearch ? FOUND_MAX : COUNTED_MAX;
};

const fromOf = ({ table, alias, where }: Listing): string => `from ${table} ${alias} ${where.sql}`;
const totalOf = (figures: Part): Part => ({
  sql: `counted as materialized (select coalesce(sum(amount), 0)::int as total from ${figures.sql})`,
  params: figures.params,
});

/** The same order from the other end. */
export const reversed = (order: string): string =>
  order
    .split(/,(?![^(]*\))/)
    .map((term) => {
      const [, by = '', direction, nulls] =
        /^\s*(.*?)(?:\s+(asc|desc))?(?:\s+nulls (first|last))?\s*$/.exec(term) ?? [];
      const turned = nulls ? ` nulls ${nulls === 'last' ? 'first' : 'last'}` : '';
      return `${by} ${direction === 'desc' ? 'asc' : 'desc'}${turned}`;
    })
    .join(', ');

/** Keys in the order of an index; the count ends after so many rows. */
function counting(listing: Listing, page: PageOf): Part {
  const from = fromOf(listing);
  const { params } = listing.where;
  return {
    sql: `keys as materialized (select ${listing.alias}.id as key ${from} order by ${listing.order} limit ? offset ?),
      counted as materialized (select count(*)::int as total from (select 1 ${from} limit ${COUNTED_MAX + 1}) c)`,
    params: [...params, page.limit, offsetOf(page), ...params],
  };
}

/** In the order of time the figures tell in which week a deep page begins: the rows before that week are never read. */
function seeking(listing: Listing, page: PageOf, figures: Part, isNewestFirst: boolean): Part {
  const { alias, where, order } = listing;
  const total = totalOf(figures);
  const [turn, edge] = isNewestFirst
    ? ['desc', '< to_timestamp((select span + 1']
    : ['', '>= to_timestamp((select span'];
  return {
    sql: `${total.sql},
      weeks as (select span, sum(amount) as amount from ${figures.sql} group by span),
      place as materialized (
        select span, ?::int - before as beyond from (select span, amount, sum(amount) over (order by span ${turn}) - amount as before from weeks) w
         where before <= ? and amount > 0 order by before desc limit 1),
      keys as materialized (select ${alias}.id as key ${fromOf(listing)} ${where.sql ? 'and' : 'where'} ${alias}.created_at ${edge} from place)::float8 * ${WEEK_SECONDS})
        order by ${order} limit ? offset (select beyond from place))`,
    params: [...total.params, ...figures.params, offsetOf(page), offsetOf(page), ...where.params, page.limit],
  };
}

/** In any other order a page of the second half is read from the end. */
function fromNearerEnd(listing: Listing, page: PageOf, figures: Part): Part {
  const { alias, where, order } = listing;
  const total = totalOf(figures);
  const from = `${fromOf(listing)} ${where.sql ? 'and' : 'where'}`;
  return {
    sql: `${total.sql},
      side as materialized (select ?::int > total / 2 as is_far, least(?::int, greatest(total - ?::int, 0)) as shown, greatest(total - ?::int, 0) as after from counted),
      keys as materialized (
        (select ${alias}.id as key ${from} (select not is_far from side) order by ${order} limit ? offset ?) union all
        (select key from (select ${alias}.id as key, row_number() over (order by ${reversed(order)}) as place ${from} (select is_far from side)) far
          where place > (select after - shown from side) and place <= (select after from side) limit ?))`,
    params: [
      ...total.params,
      offsetOf(page),
      page.limit,
      offsetOf(page),
      offsetOf(page),
      ...where.params,
      page.limit,
      offsetOf(page),
      ...where.params,
      page.limit,
    ],
  };
}

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
  const { table, alias, where, order } = listing;
  const judged = figured.has(table) ? sampling(listing) : NEVER_FREQUENT;
  return {
    sql: `${judged.sql},
      matching as materialized (
        select ${columnsIn(order, alias)} ${fromOf(listing)} and (select not is_frequent from judged) limit ${FOUND_MAX + 1}),
      counted as materialized (
        select case when is_frequent then ${FOUND_MAX + 1} else (select count(*) from matching) end::int as total from judged),
      keys as materialized (
        (select ${alias}.id as key from matching ${alias} where (select total <= ${FOUND_MAX} from counted) order by ${order} limit ? offset ?)
        union all
        (select ${alias}.id as key from (select * from ${table} ${alias} order by ${order} offset 0) ${alias}
           where coalesce(${where.condition}, false) and (select total > ${FOUND_MAX} from counted) limit ? offset ?))`,
    params: [
      ...judged.params,
      ...where.params,
      page.limit,
      offsetOf(page),
      ...where.params,
      page.limit,
      offsetOf(page),
    ],
  };
}

function keysOf(listing: Listing, page: PageOf): Part {
  const { alias, order } = listing;
  if (listing.isSearch) return searching(listing, page);
  const figures = figuresOf(listing);
  if (!figures) return counting(listing, page);
  const isNewestFirst = order === `${alias}.created_at desc, ${alias}.id desc`;
  const isOldestFirst = order === `${alias}.created_at, ${alias}.id`;
  // Of several states no index has the rows in the order of time.
  if ((isNewestFirst || isOldestFirst) && (listing.where.onlyStates?.length ?? 0) < 2)
    return seeking(listing, page, figures, isNewestFirst);
  return fromNearerEnd(listing, page, figures);
}

/** Stands between the rows of a page: in no JSON text can it be. */
export const ROW_END = '\u001e';

/** Where the rows of a page come from when its total is known without them: the first ones need no keys of their own. */
function directly(listing: Listing, page: PageOf): { total: Part; rows: Part } | undefined {
  const { table, alias, where, order } = listing;
  const figures = listing.isSearch || offsetOf(page) > NEAR_MAX ? undefined : figuresOf(listing);
  return (
    figures && {
      total: { sql: `select coalesce(sum(amount), 0)::int from ${figures.sql}`, params: figures.params },
      rows: {
        sql: `(select * from ${table} ${alias} ${where.sql} order by ${order} limit ? offset ?) ${alias}`,
        params: [...where.params, page.limit, offsetOf(page)],
      },
    }
  );
}

/**
 * One page and how many rows there are in all, up to `exactUpTo`, in one statement that gives one row: `rowsInAll`, and
 * as `text` the JSON of its `rowsHere` rows: as a list's content, or with `ROW_END` between them where each has a `sealed`
 * column, the last of it. The page is found by keys alone, and only its own rows are then read in full: whatever is in
 * `columns` costs nothing for the rows that are skipped.
 */
export function pageStatement(listing: Listing, page: PageOf): Statement {
  const { table, alias, joins = '', columns, columnParams = [], where, order, sealed } = listing;
  const direct = directly(listing, page);
  const keys = direct ? undefined : keysOf(listing, page);
  const total = direct?.total ?? { sql: 'select total from counted', params: [] };
  const rows = direct?.rows ?? { sql: `keys join ${table} ${alias} on ${alias}.id = keys.key`, params: [] };
  return {
    sql: `${keys ? `with ${keys.sql}` : ''}
      select (${total.sql}) as "rowsInAll", count(*)::int as "rowsHere",
        string_agg(row_to_json(said)::text, '${sealed ? ROW_END : ','}') as text
        from (select ${columns}${sealed ? `, ${sealed} as sealed` : ''} from ${rows.sql} ${joins} order by ${order}) said`,
    params: [...(keys?.params ?? []), ...total.params, ...columnParams, ...rows.params],
    dependsOnValues: where.dependsOnValues,
  };
}
