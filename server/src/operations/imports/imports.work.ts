import { LockMode } from '@mikro-orm/postgresql';
import type { ImportIssue } from '@quickfleet/shared/operations/imports';
import { message, t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { LOCKS_OF } from '../../db/advisory-locks.ts';
import { c, exists, onlyId, readRow, readRows, run, select } from '../../db/rows.ts';
import { idOfJob } from '../../db/side-effects.ts';
import { commitOnce, runInTransaction } from '../../db/transaction.ts';
import { type AppContext, now, type RequestContext, type Services, systemContext } from '../../http/context.ts';
import { DomainError, isConnectionError, isRetryable, toDomainError } from '../../http/errors.ts';
import { deleteCustomer } from '../../people/customers/customers.service.ts';
import { Import } from './import.entity.ts';
import { contextOf } from './imports.actor.ts';
import { checkSome, fingerprintsOf, partIssue, shapeOf, spanOf } from './imports.check.ts';
import { countRows } from './imports.queries.ts';
import { queueImport } from './imports.queue.ts';
import type { Made, RowInput } from './kinds/kind.ts';
import { type FileShape, issuesOfInput, kinds, readCells } from './kinds/kinds.ts';

/** A run ends below the minute after which a job counts as left over, and queues the next. */
const RUN_MS = 20_000;
/** Rows after which the import is looked at again, and counted. */
const SLICE = 100;
/** Rows that go in by one transaction: they share their reads, one write and the waiting for the disk. */
const TOGETHER = 50;

const GONE = message('The person or the key that started this may not import any more. Rows that were imported stay');

/** Changes a locked import in one transaction; undefined when it is gone. */
const withImport = <T>(services: Services, id: number, work: (ctx: AppContext, found: Import) => Promise<T>) =>
  commitOnce(services, async (em) => {
    const ctx: AppContext = { ...systemContext(services), em, grant: 'yes' };
    const found = await em.findOne(Import, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    return found ? work(ctx, found) : undefined;
  });

/**
 * Works on one import for a while: checks its rows, has them go in, or takes back what was made. Each step is committed
 * with its rows, so that a run may end anywhere and the next one carries on.
 */
export async function workImport(services: Services, job: unknown, signal?: AbortSignal): Promise<void> {
  const id = idOfJob(job);
  const end = performance.now() + RUN_MS;
  let isMore = true;
  while (isMore && performance.now() < end && !signal?.aborted) isMore = await workSome(services, id);
  if (isMore) await withImport(services, id, (ctx) => queueImport(ctx.em, id));
}

/** One step; false when there is nothing left to do. */
async function workSome(services: Services, id: number): Promise<boolean> {
  const found = await services.orm.em.fork().findOne(Import, id);
  if (!found) return false;
  if (found.isUndoing) return takeBackSome(services, found);
  if (found.state === 'checking') return (await withImport(services, id, checkStep)) ?? false;
  return found.state === 'importing' ? importSome(services, found) : false;
}

async function checkStep(ctx: AppContext, found: Import): Promise<boolean> {
  if (found.state !== 'checking') return false;
  if (await checkSome(ctx, found)) return true;
  found.state = 'checked';
  await ctx.em.flush();
  await countRows(ctx, found.id);
  return false;
}

/** Ends an import, unless somebody has ended it before. */
const finish = (services: Services, id: number, change: (ctx: AppContext, found: Import) => void) =>
  withImport(services, id, async (ctx, found) => {
    change(ctx, found);
    await ctx.em.flush();
    await countRows(ctx, id);
  });

const nextRow = select({
  id: c.int('r.id'),
  row: c.int('r.row'),
  cells: c.texts('r.cells'),
  nth: c.int('r.nth'),
  externalId: c.text('r.external_id').nullable(),
  objectId: c.int('r.object_id').nullable(),
  objectVersion: c.int('r.object_version').nullable(),
});
type NextRow = {
  id: number;
  row: number;
  cells: string[];
  nth: number;
  externalId: string | null;
  objectId: number | null;
  objectVersion: number | null;
};
const rowsIn = (services: Services, id: number, state: string, after = 0): Promise<NextRow[]> =>
  readRows(
    services.orm.em.fork(),
    nextRow,
    `select $columns from import_rows r where r.import_id = ? and r.state = ? and r.id > ? order by r.id limit ${SLICE}`,
    [id, state, after],
  );

interface WholeRow extends NextRow {
  parts: NextRow[];
}
/** The rows with those that only add items to them. */
async function withParts(services: Services, id: number, rows: readonly NextRow[]): Promise<WholeRow[]> {
  const parts: NextRow[] = await readRows(
    services.orm.em.fork(),
    nextRow,
    `select $columns from import_rows r
      where r.import_id = ? and r.external_id = any(?) and r.nth > 0 and r.state = 'skipped' order by r.id`,
    [id, rows.flatMap(({ externalId }) => externalId ?? [])],
  );
  const ofNumber = Map.groupBy(parts, ({ externalId }) => externalId);
  return rows.map((row) => ({ ...row, parts: row.externalId === null ? [] : (ofNumber.get(row.externalId) ?? []) }));
}

async function importSome(services: Services, found: Import): Promise<boolean> {
  const caller = await contextOf(services, found);
  if (!caller) {
    await finish(services, found.id, (ctx, own) => {
      if (own.state !== 'importing') return;
      own.state = 'failed';
      own.problem = t(GONE);
      own.finishedAt = now(ctx);
    });
    return false;
  }
  const rows = await withParts(services, found.id, await rowsIn(services, found.id, 'valid'));
  const shape = await shapeOf({ ...caller, em: services.orm.em.fork() }, found);
  for (let at = 0; at < rows.length; at += TOGETHER)
    await importTogether(caller, found, shape, rows.slice(at, at + TOGETHER));
  if (rows.length > 0) {
    await commitOnce(services, (em) => countRows({ em }, found.id));
    return true;
  }
  await finish(services, found.id, (ctx, own) => {
    if (own.state !== 'importing') return;
    own.state = 'done';
    own.finishedAt = now(ctx);
  });
  return false;
}

/** A row stays out, and so do those that only add items to it. */
async function refuseRow(
  ctx: Pick<AppContext, 'em'>,
  { kind }: Import,
  { id, row, parts }: WholeRow,
  issues: ImportIssue[],
): Promise<void> {
  const refused = await exists(
    ctx.em,
    `update import_rows set state = 'invalid', issues = ?, outcome = null where id = ? and state = 'valid' returning id`,
    [JSON.stringify(issues), id],
  );
  if (!refused || parts.length === 0) return;
  await run(ctx.em, `update import_rows set state = 'invalid', issues = ?, outcome = null where id = any(?)`, [
    JSON.stringify([partIssue(row, kinds[kind].word)]),
    parts.map((part) => part.id),
  ]);
}

interface ReadRow {
  row: WholeRow;
  input: RowInput;
}
/** Rows go in by one transaction. Where one of them fails, each goes in alone, so that the others do and it has its reason. */
async function importTogether(
  caller: RequestContext,
  found: Import,
  shape: FileShape,
  rows: readonly WholeRow[],
): Promise<void> {
  const good: ReadRow[] = [];
  for (const row of rows) {
    const read = readCells(shape, row);
    if ('issues' in read) await commitOnce(caller.services, (em) => refuseRow({ em }, found, row, read.issues));
    else good.push({ row, input: read.input });
  }
  if (good.length === 0) return;
  const ctx: RequestContext = {
    ...caller,
    isBulk: true,
    ...(found.notify ? {} : { noMailBecause: 'imported' }),
  };
  try {
    await runInTransaction(ctx, 'imports.rows', good[0]?.row.id, (em) =>
      makeRows({ ...ctx, em, grant: 'yes' }, found, good),
    );
  } catch (error) {
    const [one] = good;
    if (good.length > 1 && !isConnectionError(error)) {
      for (const { row } of good) await importTogether(caller, found, shape, [row]);
      return;
    }
    if (!one || isConnectionError(error) || isRetryable(error)) throw error;
    const refused = toDomainError(error);
    if (!(error instanceof DomainError))
      caller.services.log.error({ err: error, import: found.id, row: one.row.row }, 'a row of an import failed');
    const issues = refused.issues ?? [{ path: '', message: refused.message }];
    await commitOnce(caller.services, (em) => refuseRow({ em }, found, one.row, issuesOfInput(shape, one.row, issues)));
  }
}

const thereAlready = (kind: string, id: number | undefined) =>
  id === undefined
    ? t('Was there already')
    : t('Was there already as {kind, select, order {order} quote {quote} customer {customer} other {address}} #{id}', {
        kind,
        id,
      });

async function makeRows(ctx: AppContext, found: Import, rows: readonly ReadRow[]): Promise<void> {
  const { em } = ctx;
  const kind = kinds[found.kind];
  // A cancellation waits until these rows are in; what comes after them finds that the import is cancelled.
  await run(em, 'select pg_advisory_xact_lock_shared(?, ?)', [LOCKS_OF.importRows, found.id]);
  // Another run that has these rows waits here, and then finds that they are done.
  const claimed = await readRows(
    em,
    onlyRow,
    `update import_rows r set state = 'created' from imports i
      where i.id = r.import_id and r.id = any(?) and r.state = 'valid' and i.state = 'importing' returning $columns`,
    [rows.map(({ row }) => row.id)],
  );
  const ours = new Set(claimed.map(({ id }) => id));
  const own = rows.filter(({ row }) => ours.has(row.id));
  const marks = await claimMarks(ctx, found, own);
  const calls = own.flatMap(({ row, input }, at) => (marks[at] === 'taken' ? [] : [{ row, ctx: callOf(ctx), input }]));
  const made = new Map<number, Made>();
  if (kind.makeTogether && calls.length > 1)
    for (const [at, one] of (await kind.makeTogether(calls)).entries()) made.set(calls[at]?.row.id ?? 0, one);
  else for (const { row, ctx: call, input } of calls) made.set(row.id, await input.make(call));
  await keepOutcomes(ctx, found, own, marks, made);
}

/** What each row became, with the marks of what it made and its lines of history. */
async function keepOutcomes(
  ctx: AppContext,
  found: Import,
  rows: readonly ReadRow[],
  marks: readonly Mark[],
  made: ReadonlyMap<number, Made>,
): Promise<void> {
  const kind = kinds[found.kind];
  const ends = rows.map(({ row }) => {
    const one = made.get(row.id);
    const outcome = !one || one.isKnown ? thereAlready(kind.word, one?.id || undefined) : null;
    const isNew = outcome === null;
    return {
      id: row.id,
      state: isNew ? 'created' : 'skipped',
      outcome,
      object_id: isNew ? (one?.id ?? null) : null,
      object_version: one?.version ?? null,
      customer_id: isNew ? (one?.customerId ?? null) : null,
    };
  });
  await run(
    ctx.em,
    `update import_rows r set state = e.state, outcome = coalesce(e.outcome, r.outcome), object_id = e.object_id,
       object_version = e.object_version, customer_id = e.customer_id
     from json_to_recordset(?::json) as e (id int, state text, outcome text, object_id int, object_version int, customer_id int)
     where r.id = e.id`,
    [JSON.stringify(ends)],
  );
  const marked = rows.flatMap(({ row }, at) => {
    const [mark, one] = [marks[at], made.get(row.id)];
    return typeof mark === 'number' && one ? [{ mark, id: one.id }] : [];
  });
  if (marked.length > 0)
    await run(
      ctx.em,
      `update imported_rows m set object_id = e.object_id from unnest(?::int[], ?::int[]) as e (mark, object_id) where m.id = e.mark`,
      [marked.map(({ mark }) => mark), marked.map(({ id }) => id)],
    );
  for (const { row } of rows) {
    const one = made.get(row.id);
    if (!kind.numbered || !one || one.isKnown) continue;
    record(ctx, {
      subject: kind.numbered,
      subjectId: one.id,
      action: `${kind.numbered}.imported`,
      says: [
        row.parts.length === 0
          ? { is: 'imported_row', file: found.fileName, row: String(row.row) }
          : { is: 'imported_rows', file: found.fileName, rows: spanOf(row) },
      ],
    });
  }
}

const onlyRow = select({ id: c.int('r.id') });
/** The call of one row: what it finds is noted for it alone. */
const callOf = (ctx: AppContext): AppContext => ({
  ...ctx,
  request: { ...ctx.request, notes: { limits: [], isReplay: false, isKnown: false } },
});

/** The number of a mark; 'taken' when the row has made something before, 'none' where rows have no marks. */
type Mark = number | 'taken' | 'none';
const mark = select({ id: c.int('m.id'), fingerprint: c.text('m.fingerprint'), nth: c.int('m.nth') });

/** The marks of rows without a number, by which they make nothing again. */
async function claimMarks(ctx: AppContext, { kind }: Import, rows: readonly ReadRow[]): Promise<Mark[]> {
  const hasMark = ({ input }: ReadRow) => input.externalId === null && kind !== 'customers' && kind !== 'addresses';
  const wanted = rows.filter(hasMark).map(({ row, input }) => ({ row, prints: fingerprintsOf(ctx, input) }));
  if (wanted.length === 0) return rows.map(() => 'none');
  const all = wanted.flatMap(({ row: { nth }, prints }) => prints.map((print) => [print, nth] as const));
  const given = [kind, all.map(([print]) => print), all.map(([, nth]) => nth)];
  const isGiven = 'm.kind = ? and (m.fingerprint, m.nth) in (select * from unnest(?::text[], ?::int[]))';
  // What it made was deleted since: it may come again.
  await run(
    ctx.em,
    `delete from imported_rows m where ${isGiven} and not exists (select 1 from ${kinds[kind].table} o where o.id = m.object_id)`,
    given,
  );
  const keyOf = (print: string, nth: number) => `${print} ${nth}`;
  const known = await readRows(ctx.em, mark, `select $columns from imported_rows m where ${isGiven}`, given);
  const taken = new Set(known.map(({ fingerprint, nth }) => keyOf(fingerprint, nth)));
  const free = wanted.filter(({ row: { nth }, prints }) => !prints.some((print) => taken.has(keyOf(print, nth))));
  const made = await readRows(
    ctx.em,
    mark,
    `insert into imported_rows as m (kind, fingerprint, nth, at)
     select ?, g.print, g.nth, ? from unnest(?::text[], ?::int[]) as g (print, nth) order by 1, 2, 3
     on conflict do nothing returning $columns`,
    [kind, now(ctx), free.map(({ prints }) => prints[0] ?? ''), free.map(({ row }) => row.nth)],
  );
  const ids = new Map(made.map(({ id, fingerprint, nth }) => [keyOf(fingerprint, nth), id]));
  const ofRow = new Map<number, Mark>(
    wanted.map(({ row, prints }) => [row.id, ids.get(keyOf(prints[0] ?? '', row.nth)) ?? 'taken']),
  );
  return rows.map(({ row }) => ofRow.get(row.id) ?? 'none');
}

async function takeBackSome(services: Services, found: Import): Promise<boolean> {
  const caller = await contextOf(services, found);
  const rows = caller ? await rowsIn(services, found.id, 'created', found.undoneTo) : [];
  const last = rows.at(-1);
  if (caller && last) {
    for (const row of rows)
      await takeBackRow({ ...caller, isBulk: true, noMailBecause: 'import_taken_back' }, found, row);
    await withImport(services, found.id, async (ctx, own) => {
      own.undoneTo = Math.max(own.undoneTo, last.id);
      await ctx.em.flush();
      await countRows(ctx, found.id);
    });
    return true;
  }
  await finish(services, found.id, (ctx, own) => {
    if (!own.isUndoing) return;
    own.isUndoing = false;
    own.undoneTo = 0;
    own.finishedAt = now(ctx);
    if (caller) own.state = 'undone';
    else own.problem = t(GONE);
  });
  return false;
}

/** Deletes what one row made, unless it was changed since. */
const takeBackRow = (caller: RequestContext, found: Import, row: NextRow): Promise<void> =>
  runInTransaction(caller, 'imports.undoRow', row.id, async (em) => {
    const ctx: AppContext = { ...caller, em, grant: 'yes' };
    const kind = kinds[found.kind];
    const isOurs = await exists(em, `select 1 from import_rows where id = ? and state = 'created' for update`, [
      row.id,
    ]);
    if (!isOurs || row.objectId === null) return;
    const reason = await kind.takeBack(ctx, row.objectId, row.objectVersion);
    if (reason !== null) {
      await run(em, 'update import_rows set outcome = ? where id = ?', [reason, row.id]);
      return;
    }
    await em.flush();
    await run(em, 'delete from imported_rows where kind = ? and object_id = ?', [found.kind, row.objectId]);
    await run(em, `update import_rows set state = 'undone', outcome = 'Taken back' where id = ?`, [row.id]);
    await takeBackCustomer(ctx, found.id, row.id);
  });

/** The customer who was made with a row of this import goes with the last thing of theirs. */
async function takeBackCustomer(ctx: AppContext, importId: number, rowId: number): Promise<void> {
  const made = await readRow(
    ctx.em,
    onlyId,
    `select $columns from customers c where c.version = 1 and c.id in (
       select r.customer_id from import_rows r join import_rows own on own.import_id = r.import_id and own.email = r.email
        where own.id = ? and r.import_id = ? and r.customer_id is not null)`,
    [rowId, importId],
  );
  if (!made) return;
  try {
    await deleteCustomer(ctx, made.id);
    await ctx.em.flush();
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'CUSTOMER_IN_USE')) throw error;
  }
}
