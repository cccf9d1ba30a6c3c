import type { EntityManager } from '@mikro-orm/postgresql';
import { query, type Statement } from './query.ts';
import type { Where } from './sql.ts';

/** A page of rows as lists answer it (docs/rest-api.md). */
export interface Page<T> {
  data: T[];
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

export const toPage = <T>(data: T[], total: number, { page, limit }: { page: number; limit: number }): Page<T> => ({
  data,
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});

export const offsetOf = ({ page, limit }: { page: number; limit: number }): number => (page - 1) * limit;

/**
 * A list that is shown in pages. `columns` names the row's `id`, and `order` ends with it: without a tie no row is on
 * two pages.
 */
export interface Listing {
  table: string;
  alias: string;
  joins?: string;
  columns: string;
  where: Where;
  order: string;
  isSearch: boolean;
}

/** The columns that an order looks at: all that a search has to carry along. */
const columnsIn = (order: string, alias: string): string =>
  [...new Set(order.match(new RegExp(`\\b${alias}\\.\\w+`, 'g')))].join(', ');

/**
 * One page and how many rows there are in all, in one statement. The page is found by keys alone, and only its own rows
 * are then read in full: whatever is in `columns` costs nothing for the rows that are counted or skipped. Without a
 * search, page and count come from an index each; a search looks through the table or its trigram index once for both.
 */
export function pageStatement(
  { table, alias, joins = '', columns, where, order, isSearch }: Listing,
  input: { page: number; limit: number },
): Statement {
  const all = `from ${table} ${alias} ${where.sql}`;
  const matching = isSearch ? `matching as materialized (select ${columnsIn(order, alias)} ${all}), ` : '';
  const rows = isSearch ? `from matching ${alias}` : all;
  const page = [input.limit, offsetOf(input)];
  return {
    sql: `with ${matching}keys as materialized (select ${alias}.id as key ${rows} order by ${order} limit ? offset ?),
        counted as materialized (select count(*)::int as total ${rows})
      select counted.total, shown.* from counted
        left join (select row_number() over (order by ${order}) as place, ${columns} from keys join ${table} ${alias} on ${alias}.id = keys.key ${joins}) shown on true
      order by shown.place`,
    params: isSearch ? [...where.params, ...page] : [...where.params, ...page, ...where.params],
    dependsOnValues: where.dependsOnValues,
  };
}

/** Reads one page of a list. */
export async function readPage<T extends { id: number }>(
  em: EntityManager,
  listing: Listing,
  input: { page: number; limit: number },
): Promise<Page<T>> {
  const { sql, params, dependsOnValues } = pageStatement(listing, input);
  const rows = await query<T & { total: number; place: string | null }>(em, sql, params, {
    dependsOnValues: dependsOnValues === true,
  });
  // Behind the last page there is no row, but still the total.
  return toPage(
    rows.filter((row) => row.place !== null),
    rows[0]?.total ?? 0,
    input,
  );
}
