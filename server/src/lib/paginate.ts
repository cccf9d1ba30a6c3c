import type { EntityManager } from '@mikro-orm/postgresql';
import { exactUpTo, type Listing, offsetOf, type PageOf, pageStatement } from './page-statement.ts';
import { query } from './query.ts';

/** A page of rows as lists answer it (docs/rest-api.md). */
export interface Page<T> {
  data: T[];
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  /** There only when it is true. */
  totalIsEstimate?: true;
}

export const toPage = <T>(data: T[], total: number, { page, limit }: PageOf): Page<T> => ({
  data,
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});

const allOf = ({ table, alias, where }: Listing): string => `from ${table} ${alias} ${where.sql}`;

async function countAll(em: EntityManager, listing: Listing): Promise<number> {
  const { params } = listing.where;
  const [row] = await query<{ total: number }>(em, `select count(*)::int as total ${allOf(listing)}`, params, {
    dependsOnValues: true,
  });
  return row?.total ?? 0;
}

/** What PostgreSQL expects to find, from its samples. */
async function estimate(em: EntityManager, listing: Listing): Promise<number> {
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    em,
    `explain (format json) select 1 ${allOf(listing)}`,
    listing.where.params,
    { dependsOnValues: true },
  );
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Two digits are all that an estimate is worth. */
const roughly = (count: number): number => Number(count.toPrecision(2));

/**
 * The total of a list that has more rows than were counted. A page that is not full tells it, as the last one; behind
 * the last page it is counted, so that nobody is sent on from one empty page to the next. Every other page has a next.
 */
async function addTotal<T>(em: EntityManager, listing: Listing, data: T[], input: PageOf): Promise<Page<T>> {
  if (data.length === 0) return toPage(data, await countAll(em, listing), input);
  const seen = offsetOf(input) + data.length;
  if (data.length < input.limit) return toPage(data, seen, input);
  const total = Math.max(roughly(await estimate(em, listing)), exactUpTo(listing) + 1, seen + 1);
  return { ...toPage(data, total, input), totalIsEstimate: true };
}

/** Reads one page of a list. */
export async function readPage<T extends { id: number }>(
  em: EntityManager,
  listing: Listing,
  input: PageOf,
): Promise<Page<T>> {
  const { sql, params, dependsOnValues } = pageStatement(listing, input);
  const rows = await query<T & { total: number; place: string | null }>(em, sql, params, {
    dependsOnValues: dependsOnValues === true,
  });
  // Behind the last page there is no row, but still the total.
  const data = rows.filter((row) => row.place !== null);
  const total = rows[0]?.total ?? 0;
  return total > exactUpTo(listing) ? addTotal(em, listing, data, input) : toPage(data, total, input);
}
