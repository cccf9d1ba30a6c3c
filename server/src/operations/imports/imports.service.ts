import { LockMode } from '@mikro-orm/postgresql';
import { type ImportKind, importFieldsOf } from '@quickfleet/shared/operations/import-fields';
import type {
  ChangeImport,
  ImportForm,
  ImportMapping,
  Import as ImportView,
} from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import { actorOf, record } from '../../company/history/history.service.ts';
import { codeOf } from '../../company/history/values.ts';
import { LOCKS_OF } from '../../db/advisory-locks.ts';
import { run } from '../../db/rows.ts';
import { type FormFile, fileNameOf } from '../../http/bodies/multipart.ts';
import { authorize } from '../../http/caller/authorize.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { requireConstants } from './choices/imports.constants.ts';
import { decideDayOrder } from './choices/imports.days.ts';
import { recallLayout, rememberLayout } from './choices/imports.layouts.ts';
import { decidePostcodes } from './choices/imports.postcodes.ts';
import { type Mapped, mapColumns, remember } from './columns/imports.columns.ts';
import { findWarnings } from './columns/imports.warnings.ts';
import { Import } from './import.entity.ts';
import { countRows, readImport } from './imports.queries.ts';
import { queueImport } from './imports.queue.ts';
import { dropFile, keepFile, readRowsAgain, readRowsInto } from './imports.reading.ts';
import { kinds } from './kinds/kinds.ts';

/** Who may not make one by hand does not make many by file. */
const requireKind = (ctx: AppContext, kind: ImportKind) => authorize(ctx, kinds[kind].action);

/** Values without those that are empty. */
const filled = (constants: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(constants).filter(([, text]) => text.trim() !== ''));

/** What the columns of a file are, and which of them nobody reads though they look as if somebody should. */
function describe(found: Import, { columns, shop }: Mapped, told: ReadonlySet<string>): void {
  const warnings = shop === null ? findWarnings(found.kind, columns, told) : [];
  Object.assign(found, { columns, shop, warnings });
}

/** Takes a file in and has its rows checked; nothing is made of them. */
export async function createImport(ctx: AppContext, input: ImportForm, file: FormFile): Promise<ImportView> {
  requireKind(ctx, input.kind);
  await requireConstants(ctx, input.kind, input.constants ?? {});
  const made = ctx.em.create(Import, {
    kind: input.kind,
    fileName: fileNameOf(file),
    state: 'checking',
    columns: [],
    ...actor(ctx),
    keyId: ctx.caller.key?.id ?? null,
    createdByName: actorOf(ctx).name,
    createdAt: now(ctx),
  });
  await readRowsInto(ctx, made, file, input, async (heads) => {
    const mapped = await mapColumns(ctx, input.kind, heads, input.mapping);
    describe(made, mapped, mapped.told);
    const before = await recallLayout(ctx, made);
    made.toldDayOrder = input.dayOrder ?? before.dayOrder;
    made.constants = filled({ ...before.constants, ...input.constants });
  });
  if (input.mapping) await remember(ctx, made, input.mapping);
  if (input.dayOrder || input.constants) await rememberLayout(ctx, made);
  await keepFile(ctx, made, file);
  await decideDayOrder(ctx, made);
  await decidePostcodes(ctx, made);
  await ctx.em.flush();
  note(ctx, made, 'created');
  await countRows(ctx, made.id);
  await queueImport(ctx.em, made.id);
  return readImport(ctx, made.id);
}

/** The account that the rows go in as. */
const actor = ({ caller: { user, key } }: AppContext) => ({
  actorUserId: user?.id ?? null,
  actorKeyId: key?.id ?? null,
});

type Step = 'created' | 'started' | 'cancelled' | 'taken_back';
const note = (ctx: AppContext, { id, kind, fileName, valid }: Import, what: Step): void =>
  record(ctx, {
    subject: 'import',
    subjectId: id,
    action: `import.${what}`,
    says: [
      { is: 'import_of', kind: codeOf('imported', kind), file: fileName, count: what === 'started' ? valid : null },
    ],
  });

async function lock(ctx: AppContext, id: number): Promise<Import> {
  const found = await ctx.em.findOneOrFail(Import, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Import'),
  });
  const { key } = ctx.caller;
  if (key && found.keyId !== key.id) throw notFound('Import');
  return found;
}

type Refused = 'columns' | 'wait' | 'cancel' | 'undo' | 'import';
const refuse = ({ state, isUndoing }: Import, what: Refused) =>
  conflict(
    'IMPORT_STATE',
    isUndoing
      ? t('This import is being taken back')
      : t(
          'This import {state, select, checking {is still being checked} checked {is checked, and nothing of it has gone in} importing {is going in} done {has gone in} cancelled {was cancelled} undone {was taken back} other {has failed}}{what, select, columns {: its columns do not change any more} wait {. Please wait a moment} cancel { and cannot be cancelled} undo { and cannot be taken back} other {}}',
          { state, what },
        ),
  );

/** The columns as they were, with what is said of them now. */
async function mapAgain(ctx: AppContext, found: Import, heads: readonly string[], mapping: ImportMapping) {
  const fields = importFieldsOf(found.kind);
  const claimed = new Set(Object.values(mapping).filter((field) => field !== null && !fields[field]?.joint));
  const before: ImportMapping = Object.fromEntries(
    found.columns
      .filter(({ name }) => heads.includes(name))
      .map(({ name, field }) => [name, field !== null && claimed.has(field) ? null : field]),
  );
  // What nobody has said anything of is looked at again, and may be warned of.
  const said = Object.fromEntries(Object.entries(before).filter(([, field]) => field !== null));
  const mapped = await mapColumns(ctx, found.kind, heads, { ...before, ...mapping });
  const decided = new Set([...mapped.told].filter((name) => Object.hasOwn(said, name) || Object.hasOwn(mapping, name)));
  describe(found, mapped, decided);
}

/** Reads the file another way, or says what its columns are; all rows are checked again. */
export async function changeImport(ctx: AppContext, input: ChangeImport): Promise<ImportView> {
  const { id, mapping = {}, constants = {}, sheet, headRow, includeHidden } = input;
  const found = await lock(ctx, id);
  if (found.state !== 'checking' && found.state !== 'checked') throw refuse(found, 'columns');
  await requireConstants(ctx, found.kind, constants);
  const isReadAgain =
    (sheet !== undefined && sheet !== found.sheet) ||
    (headRow !== undefined && headRow !== found.headRow) ||
    (includeHidden !== undefined && includeHidden !== found.includeHidden);
  if (isReadAgain) {
    const isSame = sheet === undefined || sheet === found.sheet;
    const choices = {
      sheet: sheet ?? found.sheet,
      headRow: headRow ?? (isSame ? found.headRow : undefined),
      includeHidden: includeHidden ?? found.includeHidden,
    };
    await readRowsAgain(ctx, found, choices, (heads) => mapAgain(ctx, found, heads, mapping));
  } else {
    const heads = found.columns.map(({ name }) => name);
    await mapAgain(ctx, found, heads, mapping);
  }
  found.state = 'checking';
  found.toldDayOrder = input.dayOrder ?? found.toldDayOrder;
  found.constants = filled({ ...found.constants, ...constants });
  await remember(ctx, found, mapping);
  if (input.dayOrder || input.constants) await rememberLayout(ctx, found);
  await decideDayOrder(ctx, found);
  await decidePostcodes(ctx, found);
  await ctx.em.flush();
  await run(
    ctx.em,
    `update import_rows set state = 'waiting', issues = '[]', warnings = '[]', outcome = null, email = null, external_id = null, fingerprint = null, nth = 0
      where import_id = ? and state <> 'waiting'`,
    [id],
  );
  await countRows(ctx, id);
  await queueImport(ctx.em, id);
  return readImport(ctx, id);
}

/** Has the rows without a fault go in. */
export async function commitImport(
  ctx: AppContext,
  { id, notify = false }: { id: number; notify?: boolean | undefined },
): Promise<ImportView> {
  const found = await lock(ctx, id);
  requireKind(ctx, found.kind);
  if (found.state !== 'checked') throw refuse(found, found.state === 'checking' ? 'wait' : 'import');
  if (found.questions.includes('dayOrder'))
    throw conflict('IMPORT_STATE', t('Say first whether the day or the month comes first in the days of this file'));
  if (found.valid === 0) throw conflict('IMPORT_STATE', t('This import has no row that can go in'));
  Object.assign(found, actor(ctx));
  found.state = 'importing';
  found.notify = notify;
  await ctx.em.flush();
  await dropFile(ctx, id);
  note(ctx, found, 'started');
  await queueImport(ctx.em, id);
  return readImport(ctx, id);
}

/**
 * Ends an import where it is: what has gone in stays, until it is taken back. The rows on their way are in before it
 * ends, so that nothing is made afterwards and the answer counts all.
 */
export async function cancelImport(ctx: AppContext, id: number): Promise<ImportView> {
  await run(ctx.em, 'select pg_advisory_xact_lock(?, ?)', [LOCKS_OF.importRows, id]);
  const found = await lock(ctx, id);
  if (!['checking', 'checked', 'importing'].includes(found.state)) throw refuse(found, 'cancel');
  found.state = 'cancelled';
  found.finishedAt = now(ctx);
  await ctx.em.flush();
  await dropFile(ctx, id);
  note(ctx, found, 'cancelled');
  await countRows(ctx, id);
  return readImport(ctx, id);
}

/** Queues the removal of what was made, as far as it was not changed since. */
export async function undoImport(ctx: AppContext, id: number): Promise<ImportView> {
  const found = await lock(ctx, id);
  requireKind(ctx, found.kind);
  await countRows(ctx, id);
  await ctx.em.refresh(found);
  const isOver = ['done', 'cancelled', 'failed'].includes(found.state);
  if (!isOver || found.isUndoing) throw refuse(found, 'undo');
  if (found.created === 0) throw conflict('IMPORT_STATE', t('This import has made nothing that could be taken back'));
  Object.assign(found, actor(ctx));
  found.isUndoing = true;
  await ctx.em.flush();
  note(ctx, found, 'taken_back');
  await queueImport(ctx.em, id);
  return readImport(ctx, id);
}
