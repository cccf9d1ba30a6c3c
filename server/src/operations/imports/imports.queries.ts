import { dayOrders } from '@quickfleet/shared/base/time/written-days';
import { importKinds } from '@quickfleet/shared/operations/import-fields';
import {
  type ImportRow,
  type Import as ImportView,
  importIssue,
  importRowStates,
  importStates,
  importWarning,
  type ListImportRows,
} from '@quickfleet/shared/operations/imports';
import { z } from 'zod';
import type { Listing } from '../../db/page-statement.ts';
import { type Page, type PageInput, readPage } from '../../db/paginate.ts';
import { c, type Row, readRow, run, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';

export const storedColumns = z.array(z.object({ name: z.string(), field: z.string().nullable() }));
const columns = select({
  id: c.int('i.id'),
  kind: c.oneOf(importKinds, 'i.kind'),
  fileName: c.text('i.file_name'),
  state: c.oneOf(importStates, 'i.state'),
  isUndoing: c.bool('i.is_undoing'),
  notify: c.bool('i.notify'),
  columns: c.json(storedColumns, 'i.columns'),
  rows: c.int('i.rows'),
  waiting: c.int('i.waiting'),
  valid: c.int('i.valid'),
  invalid: c.int('i.invalid'),
  created: c.int('i.created'),
  skipped: c.int('i.skipped'),
  undone: c.int('i.undone'),
  sheet: c.text('i.sheet').nullable(),
  sheets: c.json(z.array(z.string()), 'i.sheets'),
  headRow: c.int('i.head_row'),
  hiddenRows: c.int('i.hidden_rows'),
  includeHidden: c.bool('i.include_hidden'),
  dayOrder: c.oneOf(dayOrders, 'i.day_order').nullable(),
  questions: c.json(z.array(z.string()), 'i.questions'),
  warnings: c.json(z.array(importWarning), 'i.warnings'),
  constants: c.json(z.record(z.string(), z.string()), 'i.constants'),
  shop: c.text('i.shop').nullable(),
  problem: c.text('i.problem').nullable(),
  createdBy: c.text('i.created_by_name').nullable(),
  createdAt: c.time('i.created_at'),
  finishedAt: c.time('i.finished_at').nullable(),
  /** Cells of the first rows, for the person who matches the columns. */
  samples: c.json(
    z.array(z.array(z.string())),
    `(select coalesce(json_agg(r.cells order by r.id), '[]') from (
       select id, cells from import_rows where import_id = i.id order by import_id, row limit 5) r)`,
  ),
});
const SAMPLE_MAX = 200;

const viewOf = ({ samples, columns: heads, ...row }: Row<typeof columns>): ImportView => ({
  ...row,
  columns: heads.map((head, at) => {
    const sample = samples.map((cells) => cells[at]?.trim()).find(Boolean);
    return { ...head, sample: sample?.slice(0, SAMPLE_MAX) ?? null };
  }),
});

/** A key knows the imports that it began itself. */
function own(where: Where, { caller: { key } }: Pick<AppContext, 'caller'>): Where {
  return key ? where.and('i.key_id = ?', key.id) : where;
}

/** The imports, newest first. */
export async function findImports(ctx: AppContext, { page, limit }: PageInput): Promise<Page<ImportView>> {
  const listing: Listing<Row<typeof columns>> = {
    table: 'imports',
    alias: 'i',
    columns,
    where: own(new Where(), ctx),
    order: 'i.created_at desc, i.id desc',
    isSearch: false,
  };
  const found = await readPage(ctx.em, listing, { page, limit });
  return { ...found, data: found.data.map(viewOf) };
}

/** Rejects with 404. */
export async function readImport(ctx: AppContext, id: number): Promise<ImportView> {
  const where = own(new Where().and('i.id = ?', id), ctx);
  const row = await readRow(ctx.em, columns, `select $columns from imports i ${where.sql}`, where.params);
  if (!row) throw notFound('Import');
  return viewOf(row);
}

const rowColumns = select({
  id: c.int('r.id'),
  // A page calls its rows `row`.
  number: c.int('r.row'),
  state: c.oneOf(importRowStates, 'r.state'),
  cells: c.texts('r.cells'),
  issues: c.json(z.array(importIssue), 'r.issues'),
  warnings: c.json(z.array(importWarning), 'r.warnings'),
  outcome: c.text('r.outcome').nullable(),
  objectId: c.int('r.object_id').nullable(),
});

/** A row with the warnings of its own, and those about columns in which it says something. */
function rowView({ columns: heads, warnings }: ImportView, { number, ...row }: Row<typeof rowColumns>): ImportRow {
  const said = warnings.filter(({ column }) => {
    const at = heads.findIndex(({ name }) => name === column);
    return at >= 0 && (row.cells[at] ?? '').trim() !== '';
  });
  return { ...row, row: number, warnings: [...said.map((one) => ({ ...one, row: number })), ...row.warnings] };
}

/** The rows of one import, as its file has them. */
export async function findImportRows(ctx: AppContext, input: ListImportRows): Promise<Page<ImportRow>> {
  const found = await readImport(ctx, input.id);
  const where = new Where().and('r.import_id = ?', input.id);
  if (input.state) where.and('r.state = ?', input.state);
  const listing: Listing<Row<typeof rowColumns>> = {
    table: 'import_rows',
    alias: 'r',
    columns: rowColumns,
    where,
    order: 'r.id',
    isSearch: false,
  };
  const page = await readPage(ctx.em, listing, { page: input.page, limit: input.limit });
  return { ...page, data: page.data.map((row) => rowView(found, row)) };
}

/** Counts the rows of an import again, after some of them have changed. */
export const countRows = (ctx: Pick<AppContext, 'em'>, id: number): Promise<number> =>
  run(
    ctx.em,
    `update imports i set rows = n.rows, waiting = n.waiting, valid = n.valid, invalid = n.invalid, created = n.created,
       skipped = n.skipped, undone = n.undone
     from (select count(*)::int as rows, count(*) filter (where state = 'waiting')::int as waiting,
       count(*) filter (where state in ('valid', 'created', 'undone'))::int as valid,
       count(*) filter (where state = 'invalid')::int as invalid,
       count(*) filter (where state = 'created')::int as created,
       count(*) filter (where state = 'skipped')::int as skipped,
       count(*) filter (where state = 'undone')::int as undone
       from import_rows where import_id = ?) n
     where i.id = ?`,
    [id, id],
  );
