import type { EntityManager } from '@mikro-orm/postgresql';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { invalid } from '../http/errors.ts';
import { cursorOf, readCursor } from './keyset.ts';
import { exactUpTo, type Listing, offsetOf, type PageOf, pageStatement, VALUE } from './page-statement.ts';
import { c, checked, readOne, select } from './rows.ts';

/** A page of rows as lists answer it (docs/api/lists.md). */
export interface Page<T> {
  data: T[];
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  /** There only when it is true. */
  totalIsEstimate?: true;
  /** null at the end, and where a list takes none. */
  nextCursor: string | null;
}

type Counts = Omit<Page<never>, 'data' | 'nextCursor'>;
const countsOf = (total: number, { page, limit }: PageOf): Counts => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});

export const toPage = <T>(data: T[], total: number, input: PageOf): Page<T> => ({
  data,
  ...countsOf(total, input),
  nextCursor: null,
});

const counted = select({ total: c.count() });
const pageRow = select({ rowsInAll: c.int('"rowsInAll"'), rows: c.json(z.array(z.unknown()), 'rows') });
const planRow = select({
  'QUERY PLAN': c.json(z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]), '"QUERY PLAN"'),
});
const allOf = ({ table, alias, where }: Listing): string => `from ${table} ${alias} ${where.sql}`;

async function countAll(em: EntityManager, listing: Listing): Promise<number> {
  const { params } = listing.where;
  const { total } = await readOne(em, counted, `select $columns ${allOf(listing)}`, params, { dependsOnValues: true });
  return total;
}

/** What PostgreSQL expects to find, from its samples. */
async function estimate(em: EntityManager, listing: Listing): Promise<number> {
  const row = await readOne(em, planRow, `explain (format json) select 1 ${allOf(listing)}`, listing.where.params, {
    dependsOnValues: true,
  });
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}

/** Two digits are all that an estimate is worth. */
const roughly = (count: number): number => Number(count.toPrecision(2));

/**
 * The total of a list that has more rows than were counted. A page that is not full tells it, as the last one; behind
 * the last page it is counted, so that nobody is sent on from one empty page to the next. Every other page has a next.
 */
async function addTotal(em: EntityManager, listing: Listing, rowsHere: number, input: PageOf): Promise<Counts> {
  if (rowsHere === 0) return countsOf(await countAll(em, listing), input);
  const seen = offsetOf(input) + rowsHere;
  // What came before a cursor is not known any more.
  if (rowsHere < input.limit) return countsOf(input.after ? await countAll(em, listing) : seen, input);
  const total = Math.max(roughly(await estimate(em, listing)), exactUpTo(listing) + 1, seen + 1);
  return { ...countsOf(total, input), totalIsEstimate: true };
}

const place = z.object({ id: z.int(), [VALUE]: z.string().nullable() });
/** Where the page after these rows begins; null when they are fewer than were asked for. */
function nextCursorOf({ keyset }: Listing, rows: readonly unknown[], { page, limit }: PageOf): string | null {
  if (!keyset || rows.length < limit) return null;
  const { id, [VALUE]: value } = place.parse(rows.at(-1));
  return cursorOf(keyset, { value, id }, page + 1);
}

/** What of a page is asked for: a cursor says more than its number. */
function placeOf({ keyset }: Listing, { page, limit, cursor }: PageInput): PageOf {
  if (cursor === undefined || !keyset) return { page, limit };
  if (page > 1) throw invalid('page', t('Ask with a cursor or with a page'));
  const { page: number, ...after } = readCursor(keyset, cursor);
  return { page: number, limit, after };
}
export interface PageInput extends PageOf {
  cursor?: string | undefined;
}

/** Rows that are named fit on one page. */
export const withIds = <Input extends PageInput & { ids?: readonly number[] | undefined }>(input: Input): Input =>
  input.ids ? { ...input, limit: Math.max(input.limit, input.ids.length) } : input;

/** Reads one page of a list. */
export async function readPage<Row>(em: EntityManager, listing: Listing<Row>, asked: PageInput): Promise<Page<Row>> {
  const input = placeOf(listing, asked);
  const { sql, params, dependsOnValues } = pageStatement(listing, input);
  const found = await readOne(em, pageRow, sql, params, { dependsOnValues: dependsOnValues === true });
  const { rowsInAll } = found;
  const rows = checked(listing.columns, found.rows);
  const counts =
    rowsInAll > exactUpTo(listing) ? await addTotal(em, listing, rows.length, input) : countsOf(rowsInAll, input);
  return { data: rows, ...counts, nextCursor: nextCursorOf(listing, found.rows, input) };
}
