import type { EntityManager } from '@mikro-orm/postgresql';
import type { AppContext } from '../context.ts';
import { exactUpTo, type Listing, offsetOf, type PageOf, pageStatement, ROW_END } from './page-statement.ts';
import { query } from './query.ts';
import { asAnswer } from './wire-text.ts';

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

type Figures = Omit<Page<never>, 'data'>;
const figuresOf = (total: number, { page, limit }: PageOf): Figures => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});

export const toPage = <T>(data: T[], total: number, input: PageOf): Page<T> => ({ data, ...figuresOf(total, input) });

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
async function addTotal(em: EntityManager, listing: Listing, rowsHere: number, input: PageOf): Promise<Figures> {
  if (rowsHere === 0) return figuresOf(await countAll(em, listing), input);
  const seen = offsetOf(input) + rowsHere;
  if (rowsHere < input.limit) return figuresOf(seen, input);
  const total = Math.max(roughly(await estimate(em, listing)), exactUpTo(listing) + 1, seen + 1);
  return { ...figuresOf(total, input), totalIsEstimate: true };
}

/** A row's text, and apart from it the sealed column at its end. */
function unsealed(text: string): [text: string, sealed: string | null] {
  const at = text.lastIndexOf(SEALED);
  return [`${text.slice(0, at)}}`, JSON.parse(text.slice(at + SEALED.length, -1))];
}
const SEALED = ',"sealed":';

interface Finish {
  /** Makes of a row's text and its sealed column what is sent; without it a listing has none. */
  row?: (text: string, sealed: string | null) => string;
  /** Fields of the page beside those of every page. */
  page?: Record<string, unknown>;
}
const finishRows = (texts: string, { row = (text) => text }: Finish): string[] =>
  texts.split(ROW_END).map((text) => row(...unsealed(text)));

async function pageText(em: EntityManager, listing: Listing, input: PageOf, finish: Finish) {
  const { sql, params, dependsOnValues } = pageStatement(listing, input);
  const [found] = await query<{ rowsInAll: number; rowsHere: number; text: string | null }>(em, sql, params, {
    dependsOnValues: dependsOnValues === true,
    // What is planned for its values may take long.
    ...(dependsOnValues ? {} : { lane: 'page' }),
  });
  const { rowsInAll = 0, rowsHere = 0 } = found ?? {};
  const said = found?.text ?? '';
  const counted =
    rowsInAll > exactUpTo(listing) ? await addTotal(em, listing, rowsHere, input) : figuresOf(rowsInAll, input);
  const figures = { ...counted, ...finish.page };
  // Neither cut nor joined where nothing is added to a row: a page has some twenty kilobytes.
  const data = listing.sealed && said ? finishRows(said, finish).join(',') : said;
  return { text: `{"data":[${data}],${JSON.stringify(figures).slice(1)}`, figures };
}

/** Reads one page of a list. */
export const readPage = async <T extends { id: number }>(
  em: EntityManager,
  listing: Listing,
  input: PageOf,
): Promise<Page<T>> => JSON.parse((await pageText(em, listing, input, {})).text);

/** One page of a list as the answer of a call: as text where the caller takes it (decision 047). */
export async function answerPage<T extends Page<unknown>>(
  { em, takesText }: Pick<AppContext, 'em' | 'takesText'>,
  listing: Listing,
  input: PageOf,
  finish: Finish = {},
): Promise<T> {
  const { text, figures } = await pageText(em, listing, input, finish);
  return takesText ? asAnswer<T>(text, figures as unknown as Partial<T>) : JSON.parse(text);
}
