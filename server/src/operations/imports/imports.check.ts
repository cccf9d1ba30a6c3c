import type { CompanySettings } from '@quickfleet/shared/company/company';
import type { ImportIssue, ImportRowState, ImportWarning } from '@quickfleet/shared/operations/imports';
import { message, t } from '@quickfleet/shared/words/t';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, readRow, readRows, run, select } from '../../db/rows.ts';
import { canonical } from '../../db/transaction.ts';
import type { AppContext } from '../../http/context.ts';
import { findHolders } from '../../http/own-numbers.ts';
import { resolveConstants } from './choices/imports.constants.ts';
import type { Import } from './import.entity.ts';
import { type Group, groupRows, numberOf } from './imports.groups.ts';
import type { RowInput } from './kinds/kind.ts';
import { type FileShape, issuesOfInput, kinds, readCells, valuesOf } from './kinds/kinds.ts';
import { zeroWarnings } from './kinds/lost-zeros.ts';

/** Rows of one transaction. */
const BATCH = 250;

/** How the rows of an import are read. */
export const shapeOf = async (
  ctx: Pick<AppContext, 'em' | 'services'>,
  {
    kind,
    columns,
    constants,
    dayOrder,
    sheet,
    shop,
  }: Pick<Import, 'kind' | 'columns' | 'constants' | 'dayOrder' | 'sheet' | 'shop'>,
): Promise<FileShape> => ({
  kind,
  columns,
  constants: await resolveConstants(ctx, constants),
  dayOrder: dayOrder ?? null,
  isWorkbook: typeof sheet === 'string',
  isOfShop: shop !== null,
  zone: ctx.services.config.BUSINESS_TIMEZONE,
});

/** Keyed hashes of what a row says, newest secret first: what says the same is known again. */
export const fingerprintsOf = (ctx: Pick<AppContext, 'services'>, { content }: RowInput): string[] =>
  ctx.services.secrets.lookupHashes(canonical(content));

/** Why a row stays out that only adds an item to another one. */
export const partIssue = (lead: number, kind: string): ImportIssue => ({
  column: null,
  field: null,
  message: t('This row belongs to the {kind, select, order {order} other {quote}} of row {lead}, which stays out', {
    kind,
    lead,
  }),
});
/** The first and the last row of an order. */
export const spanOf = ({ row, parts }: { row: number; parts: readonly { row: number }[] }): string =>
  t('{first} to {last}', { first: row, last: parts.at(-1)?.row ?? row });

interface Judged {
  id: number;
  state: ImportRowState;
  issues: ImportIssue[];
  outcome: string | null;
  email: string | null;
  externalId: string | null;
  fingerprint: string | null;
  nth: number;
  warnings: ImportWarning[];
}
const waiting = select({ id: c.int('r.id'), row: c.int('r.row'), cells: c.texts('r.cells') });
type Waiting = { id: number; row: number; cells: string[] };

const earlier = select({ value: c.text('value'), row: c.int('min(row)'), count: c.int('count(*)::int') });
/** Which of these values rows before have, the first of them, and how many. */
async function findEarlier(
  ctx: AppContext,
  id: number,
  column: 'email' | 'external_id' | 'fingerprint',
  values: string[],
) {
  if (values.length === 0) return new Map<string, { row: number; count: number }>();
  const rows = await readRows(
    ctx.em,
    earlier,
    `select $columns from (select ${column} as value, row from import_rows
       where import_id = ? and ${column} = any(?) and state in ('valid', 'skipped')) r group by value`,
    [id, values],
  );
  return new Map(rows.map(({ value, row, count }) => [value, { row, count }]));
}

const imported = select({
  fingerprint: c.text('m.fingerprint'),
  nth: c.int('m.nth'),
  objectId: c.int('m.object_id'),
});

/** What the rows of a batch meet in the database and in each other. */
class Batch {
  readonly #ctx: AppContext;
  readonly #found: Import;
  readonly #inputs: { rows: Group<Waiting>; input: RowInput; fingerprints: string[] }[] = [];
  readonly #judged: Judged[] = [];
  readonly #shape: FileShape;
  readonly #quoting: CompanySettings['quoting'];
  constructor(ctx: AppContext, found: Import, shape: FileShape, quoting: CompanySettings['quoting']) {
    this.#ctx = ctx;
    this.#found = found;
    this.#shape = shape;
    this.#quoting = quoting;
  }

  async judge(groups: readonly Group<Waiting>[], isWithin: boolean): Promise<Judged[]> {
    const shape = this.#shape;
    const { findExisting } = kinds[this.#found.kind];
    const existing = await findExisting?.(
      this.#ctx,
      groups.map(({ lead }) => valuesOf(shape, lead.cells)),
    );
    for (const [at, rows] of groups.entries()) {
      const exists = existing?.get(at);
      if (exists !== undefined) {
        this.#add(rows, null, { state: 'skipped', outcome: exists });
        continue;
      }
      if (isWithin && at === 0) {
        this.#refuse(rows, [{ column: null, field: null, message: t(TOO_LONG) }], null);
        continue;
      }
      const read = readCells(shape, rowsOf(rows));
      if ('issues' in read) {
        this.#refuse(rows, read.issues, null);
        continue;
      }
      const { input } = read;
      const faults = await input.findFaults(this.#ctx, this.#quoting);
      if (faults.length > 0) this.#refuse(rows, issuesOfInput(shape, rowsOf(rows), faults), input);
      else this.#inputs.push({ rows, input, fingerprints: fingerprintsOf(this.#ctx, input) });
    }
    await this.#meet();
    return this.#judged;
  }

  #warningsOf(rows: Group<Waiting>, input: RowInput | null): ImportWarning[] {
    const { row, cells } = rows.lead;
    const found = [...(input?.doubts ?? []), ...(input?.findDoubts?.(this.#ctx, this.#quoting) ?? [])];
    const doubts = found.length === 0 ? [] : issuesOfInput(this.#shape, rowsOf(rows), found);
    const zeros = input ? zeroWarnings(this.#shape.columns, cells) : [];
    return [...zeros, ...doubts].map(({ column, message }) => ({ column, row, message }));
  }
  #add(rows: Group<Waiting>, input: RowInput | null, more: Partial<Judged>): void {
    const { lead, parts } = rows;
    const judged: Judged = {
      id: lead.id,
      state: 'valid',
      issues: [],
      outcome: input?.summary ?? null,
      email: input?.email ?? null,
      externalId: input?.externalId ?? null,
      fingerprint: null,
      nth: 0,
      warnings: this.#warningsOf(rows, input),
      ...more,
    };
    this.#judged.push(judged);
    const { word } = kinds[this.#found.kind];
    const isOut = judged.state === 'invalid';
    for (const [at, { id }] of parts.entries())
      this.#judged.push({
        ...judged,
        id,
        state: isOut ? 'invalid' : 'skipped',
        issues: isOut ? [partIssue(lead.row, word)] : [],
        outcome: isOut
          ? null
          : t('Goes into the {kind, select, order {order} other {quote}} of row {row}', { kind: word, row: lead.row }),
        externalId: judged.externalId ?? numberOf(valuesOf(this.#shape, lead.cells)),
        fingerprint: null,
        nth: at + 1,
        warnings: [],
      });
  }
  #refuse(rows: Group<Waiting>, issues: ImportIssue[], input: RowInput | null): void {
    this.#add(rows, input, { state: 'invalid', issues, outcome: null });
  }

  async #meet(): Promise<void> {
    const { kind, id } = this.#found;
    const { numbered, findKnown, table, word } = kinds[kind];
    const inputs = this.#inputs.map(({ input }) => input);
    const numbers = inputs.flatMap(({ externalId }) => externalId ?? []);
    const holders = numbered
      ? await findHolders(
          this.#ctx,
          numbered,
          inputs.map(({ content }) => content),
        )
      : new Map<string, { id: number; isSame: boolean }>();
    const known = (await findKnown?.(this.#ctx, inputs)) ?? new Map<number, string>();
    const prints = this.#inputs.flatMap(({ fingerprints }) => fingerprints);
    const made = await readRows(
      this.#ctx.em,
      imported,
      `select $columns from imported_rows m join ${table} o on o.id = m.object_id where m.kind = ? and m.fingerprint = any(?)`,
      [kind, prints],
    );
    const madeOf = new Map(made.map((one) => [`${one.fingerprint} ${one.nth}`, one.objectId]));
    const byNumber = await findEarlier(this.#ctx, id, 'external_id', numbers);
    const byEmail =
      kind === 'customers'
        ? await findEarlier(
            this.#ctx,
            id,
            'email',
            inputs.map(({ email }) => email ?? ''),
          )
        : undefined;
    const byPrint = await findEarlier(this.#ctx, id, 'fingerprint', prints);

    for (const [at, { rows, input, fingerprints }] of this.#inputs.entries()) {
      const { lead: row, parts, differsIn } = rows;
      const [fingerprint = ''] = fingerprints;
      const { externalId, email } = input;
      const holder = externalId === null ? undefined : holders.get(externalId);
      const isTwin = externalId === null ? undefined : byNumber.get(externalId);
      const twin = byEmail?.get(email ?? '');
      const same = byPrint.get(fingerprint);
      const nth = externalId === null ? (same?.count ?? 0) : 0;
      const before = fingerprints.map((print) => madeOf.get(`${print} ${nth}`)).find((one) => one !== undefined);
      const issue = (field: string, message: string) =>
        issuesOfInput(this.#shape, rowsOf(rows), [{ path: field, message }]);
      const own = { fingerprint, nth };
      const knownWords = known.get(at);
      const summary =
        parts.length > 0
          ? t('{summary}, from rows {span}', { summary: input.summary, span: spanOf(rowsOf(rows)) })
          : input.summary;
      if (isTwin) this.#refuse(rows, issue('externalId', twinWords(isTwin.row, word, differsIn)), input);
      else if (holder?.isSame)
        this.#add(rows, input, { ...own, state: 'skipped', outcome: importedBefore(word, holder.id) });
      else if (holder)
        this.#refuse(
          rows,
          issue(
            'externalId',
            t(
              '{kind, select, quote {Quote} customer {Customer} other {Order}} #{id} has this external ID already, and says something else',
              {
                kind: word,
                id: holder.id,
              },
            ),
          ),
          input,
        );
      else if (twin)
        this.#refuse(rows, issue('email', t('Row {row} has this e-mail address already', { row: twin.row })), input);
      else if (knownWords) this.#add(rows, input, { ...own, state: 'skipped', outcome: knownWords });
      else if (externalId === null && before !== undefined)
        this.#add(rows, input, { ...own, state: 'skipped', outcome: importedBefore(word, before) });
      else if (same && kind === 'addresses')
        this.#add(rows, input, { ...own, state: 'skipped', outcome: t('Row {row} says the same', { row: same.row }) });
      else
        this.#add(rows, input, {
          ...own,
          outcome: same && nth > 0 ? `${summary}. ${t('Row {row} says the same', { row: same.row })}` : summary,
        });
      if (this.#judged.find(({ id: judged }) => judged === row.id)?.state === 'invalid') continue;
      if (externalId !== null && !byNumber.has(externalId)) byNumber.set(externalId, { row: row.row, count: 1 });
      if (byEmail && email !== null && !byEmail.has(email)) byEmail.set(email, { row: row.row, count: 1 });
      byPrint.set(fingerprint, { row: same?.row ?? row.row, count: (same?.count ?? 0) + 1 });
    }
  }
}
const rowsOf = ({ lead, parts }: Group<Waiting>) => ({ ...lead, parts });
const TOO_LONG = message('This row belongs to the rows before it, which have more items than one order takes');
const twinWords = (row: number, word: string, differsIn: string | undefined) =>
  differsIn === undefined
    ? t('Row {row} has this external ID already', { row })
    : t(
        'Row {row} has this external ID already. Rows of one {kind, select, order {order} other {quote}} differ only in their items, but “{column}” differs here',
        { row, kind: word, column: differsIn },
      );
const importedBefore = (word: string, id: number) =>
  t('Imported before as {kind, select, order {order} quote {quote} customer {customer} other {address}} #{id}', {
    kind: word,
    id,
  });

const previous = select({ nth: c.int('r.nth'), number: c.text('r.external_id').nullable() });
/** Whether a batch begins within an order of more rows than a batch has, all of which stay out. */
async function beginsWithin(
  ctx: AppContext,
  found: Import,
  shape: FileShape,
  { id, cells }: Waiting,
): Promise<boolean> {
  const before = await readRow(
    ctx.em,
    previous,
    'select $columns from import_rows r where r.import_id = ? and r.id < ? order by r.id desc limit 1',
    [found.id, id],
  );
  return Boolean(before && before.nth > 0 && before.number === numberOf(valuesOf(shape, cells)));
}

/** Judges the next rows of a locked import; false when none is left. */
export async function checkSome(ctx: AppContext, found: Import): Promise<boolean> {
  const rows = await readRows(
    ctx.em,
    waiting,
    `select $columns from import_rows r where r.import_id = ? and r.state = 'waiting' order by r.id limit ${BATCH}`,
    [found.id],
  );
  const [first] = rows;
  if (!first) return false;
  const shape = await shapeOf(ctx, found);
  const groups = groupRows(shape, rows);
  // The last one may have rows after this batch, and is read with the next.
  if (rows.length === BATCH && groups.length > 1) groups.pop();
  const { quoting } = await readCompany(ctx.em);
  const judged = await new Batch(ctx, found, shape, quoting).judge(
    groups,
    await beginsWithin(ctx, found, shape, first),
  );
  await run(
    ctx.em,
    `update import_rows r set state = x.state, issues = x.issues, outcome = x.outcome, email = x.email,
       external_id = x."externalId", fingerprint = x.fingerprint, nth = x.nth, warnings = x.warnings
     from json_to_recordset(?::json) as x (id int, state text, issues jsonb, outcome text, email text, "externalId" text, fingerprint text, nth int, warnings jsonb)
     where r.id = x.id`,
    [JSON.stringify(judged)],
  );
  const count = (state: ImportRowState) => judged.filter((one) => one.state === state).length;
  // Counting all rows after each batch would cost as much as judging them; the end counts once more.
  await run(
    ctx.em,
    `update imports set waiting = waiting - ?, valid = valid + ?, invalid = invalid + ?, skipped = skipped + ? where id = ?`,
    [judged.length, count('valid'), count('invalid'), count('skipped'), found.id],
  );
  return true;
}
