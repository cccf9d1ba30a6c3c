import { LockMode } from '@mikro-orm/postgresql';
import type { ImportIssue } from '@quickfleet/shared/operations/imports';
import { message, t } from '@quickfleet/shared/words/t';
import pLimit from 'p-limit';
import { record } from '../../company/history/history.service.ts';
import { LOCKS_OF } from '../../db/advisory-locks.ts';
import { c, exists, onlyId, readRow, readRows, run, select } from '../../db/rows.ts';
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
import { issuesOfInput, kinds, readCells } from './kinds/kinds.ts';

/** A run ends below the minute after which a job counts as left over, and queues the next. */
const RUN_MS = 20_000;
/** Rows after which the import is looked at again, and counted. */
const SLICE = 100;
/** Rows that go in side by side: they share the waiting for the disk. */
const AT_ONCE = 4;

const idOf = (job: unknown): number => (typeof job === 'object' && job !== null && 'id' in job ? Number(job.id) : 0);
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
  const id = idOf(job);
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
  const limit = pLimit(AT_ONCE);
  const ends = await Promise.allSettled(rows.map((row) => limit(() => importRow(caller, found, row))));
  // The others are done: the next run begins with what is left.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
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

/** One row goes in with everything that follows from it, or stays out with its reason. */
async function importRow(caller: RequestContext, found: Import, row: WholeRow): Promise<void> {
  const shape = shapeOf(caller, found);
  const read = readCells(shape, row);
  if ('issues' in read) {
    await commitOnce(caller.services, (em) => refuseRow({ em }, found, row, read.issues));
    return;
  }
  const ctx: RequestContext = {
    ...caller,
    request: { ...caller.request, notes: { limits: [], isReplay: false, isKnown: false } },
    isBulk: true,
    ...(found.notify ? {} : { noMailBecause: 'imported without mails' }),
  };
  try {
    await runInTransaction(ctx, 'imports.row', row.id, (em) =>
      makeRow({ ...ctx, em, grant: 'yes' }, found, row, read.input),
    );
  } catch (error) {
    if (isConnectionError(error) || isRetryable(error)) throw error;
    const refused = toDomainError(error);
    if (!(error instanceof DomainError))
      caller.services.log.error({ err: error, import: found.id, row: row.row }, 'a row of an import failed');
    const issues = refused.issues ?? [{ path: '', message: refused.message }];
    await commitOnce(caller.services, (em) => refuseRow({ em }, found, row, issuesOfInput(shape, row, issues)));
  }
}

const thereAlready = (kind: string, id: number | undefined) =>
  id === undefined
    ? t('Was there already')
    : t('Was there already as {kind, select, order {order} quote {quote} customer {customer} other {address}} #{id}', {
        kind,
        id,
      });

async function makeRow(ctx: AppContext, found: Import, row: WholeRow, input: RowInput): Promise<void> {
  const { em } = ctx;
  const kind = kinds[found.kind];
  // A cancellation waits until this row is in; what comes after it finds that the import is cancelled.
  await run(em, 'select pg_advisory_xact_lock_shared(?, ?)', [LOCKS_OF.importRows, found.id]);
  // Another run that has this row waits here, and then finds that it is done.
  const isOurs = await exists(
    em,
    `update import_rows r set state = 'created' from imports i
      where i.id = r.import_id and r.id = ? and r.state = 'valid' and i.state = 'importing' returning r.id`,
    [row.id],
  );
  if (!isOurs) return;
  const mark = await claimMark(ctx, found, row, input);
  const made: Made | undefined = mark === 'taken' ? undefined : await input.make(ctx);
  const outcome = !made || made.isKnown ? thereAlready(kind.word, made?.id || undefined) : null;
  await run(
    em,
    `update import_rows set state = ?, outcome = coalesce(?, outcome), object_id = ?, object_version = ?, customer_id = ? where id = ?`,
    [
      outcome === null ? 'created' : 'skipped',
      outcome,
      outcome === null ? (made?.id ?? null) : null,
      made?.version ?? null,
      outcome === null ? (made?.customerId ?? null) : null,
      row.id,
    ],
  );
  if (!made) return;
  if (typeof mark === 'number') await run(em, 'update imported_rows set object_id = ? where id = ?', [made.id, mark]);
  if (kind.numbered && !made.isKnown)
    record(ctx, {
      subject: kind.numbered,
      subjectId: made.id,
      action: `${kind.numbered}.imported`,
      detail: `imported from ${found.fileName} ${row.parts.length === 0 ? `row ${row.row}` : `rows ${spanOf(row)}`}`,
    });
}

/** The mark of a row without a number, by which it makes nothing again; 'taken' when it has made something before. */
async function claimMark(
  ctx: AppContext,
  { kind }: Import,
  { nth }: NextRow,
  input: RowInput,
): Promise<number | 'taken' | 'none'> {
  if (input.externalId !== null || kind === 'customers' || kind === 'addresses') return 'none';
  const prints = fingerprintsOf(ctx, input);
  // What it made was deleted since: it may come again.
  await run(
    ctx.em,
    `delete from imported_rows m where m.kind = ? and m.fingerprint = any(?) and m.nth = ?
       and not exists (select 1 from ${kinds[kind].table} o where o.id = m.object_id)`,
    [kind, prints, nth],
  );
  if (
    await exists(ctx.em, 'select 1 from imported_rows where kind = ? and fingerprint = any(?) and nth = ?', [
      kind,
      prints,
      nth,
    ])
  )
    return 'taken';
  const made = await readRow(
    ctx.em,
    onlyId,
    'insert into imported_rows (kind, fingerprint, nth, at) values (?, ?, ?, ?) on conflict do nothing returning $columns',
    [kind, prints[0] ?? '', nth, now(ctx)],
  );
  return made?.id ?? 'taken';
}

async function takeBackSome(services: Services, found: Import): Promise<boolean> {
  const caller = await contextOf(services, found);
  const rows = caller ? await rowsIn(services, found.id, 'created', found.undoneTo) : [];
  const last = rows.at(-1);
  if (caller && last) {
    for (const row of rows)
      await takeBackRow({ ...caller, isBulk: true, noMailBecause: 'the import is taken back' }, found, row);
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
