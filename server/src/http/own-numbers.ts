import type { OwnNumbers } from '@quickfleet/shared/base/own-numbers';
import { type Message, message, t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { c, type Row, readRow, readRows, run, select } from '../db/rows.ts';
import { canonical, ReadAhead } from '../db/transaction.ts';
import { merchantOf } from './caller/merchant.ts';
import type { AppContext } from './context.ts';
import { DomainError } from './errors.ts';

// The numbers and notes of other programs: a number is unique among the quotes, orders or customers of the company, and
// among those that the keys of one merchant made.

const tables = { quote: 'quotes', order: 'orders', customer: 'customers' } as const;
export type NumberedKind = keyof typeof tables;

/** What a row has of it. */
interface Numbered {
  id: number;
  externalId?: string | null | undefined;
  externalScope?: number | null | undefined;
  metadata?: Record<string, string> | null | undefined;
}
/** The columns of a new row. */
interface NewNumbers {
  externalId: string | null;
  externalScope: number | null;
  externalHash: string | null;
  metadata: Record<string, string> | null;
}

const stored = z.record(z.string(), z.string());
const storedText = z.string().transform((text) => stored.parse(JSON.parse(text)));
/** The columns of a read. Metadata comes as a text: its names are other programs', and no columns of ours. */
export const ownNumberColumns = (alias: string) => ({
  externalId: c.text(`${alias}.external_id`).nullable(),
  /** The merchant that gave them; never part of an answer. */
  externalScope: c.int(`${alias}.external_scope`).nullable(),
  metadata: c.json(storedText, `coalesce(${alias}.metadata::text, '{}')`),
});

const kept = (metadata: Record<string, string> | undefined) =>
  metadata && Object.keys(metadata).length > 0 ? metadata : null;

/** What a repeat must say again: whether it mails makes no other row. */
const bodyOf = ({ notify: _, ...body }: OwnNumbers & { notify?: unknown }): string => canonical(body);

/** The merchant of this caller's numbers; null for the company. */
const scopeOf = (ctx: AppContext): number | null => merchantOf(ctx) ?? null;

const holder = select({ id: c.int('id'), hash: c.text('external_hash').nullable() });
const holders = select({
  externalId: c.text('external_id'),
  id: c.int('id'),
  hash: c.text('external_hash').nullable(),
});
const lockName = (kind: NumberedKind, scope: number | null, externalId: string) =>
  `${kind} ${scope ?? 0} ${externalId}`;
const holdersAhead = new ReadAhead<Row<typeof holder> | null>();

/**
 * Locks many numbers, and reads who has them, by two statements: the calls of `findMade` that follow find it there.
 * Answers the numbers that are taken.
 */
export async function findHoldersAhead(
  ctx: AppContext,
  kind: NumberedKind,
  inputs: readonly OwnNumbers[],
): Promise<Set<string>> {
  const scope = scopeOf(ctx);
  const wanted = [...new Set(inputs.flatMap(({ externalId }) => externalId || []))].toSorted();
  if (wanted.length === 0) return new Set();
  await run(ctx.em, 'select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(?::text[]) name', [
    wanted.map((externalId) => lockName(kind, scope, externalId)),
  ]);
  const rows = await readRows(
    ctx.em,
    holders,
    `select $columns from ${tables[kind]} where external_id = any(?) and coalesce(external_scope, 0) = ?`,
    [wanted, scope ?? 0],
  );
  const known = new Map(rows.map(({ externalId, ...row }) => [externalId, row]));
  for (const externalId of wanted)
    holdersAhead.give(ctx.em, lockName(kind, scope, externalId), known.get(externalId) ?? null);
  return new Set(known.keys());
}
/** The row that has a number now. No other transaction can take the number until this one ends. */
async function findHolder(ctx: AppContext, kind: NumberedKind, externalId: string, scope: number | null) {
  const ahead = holdersAhead.find(ctx.em, lockName(kind, scope, externalId));
  if (ahead !== undefined) return ahead ?? undefined;
  await run(ctx.em, 'select pg_advisory_xact_lock(hashtextextended(?, 0))', [lockName(kind, scope, externalId)]);
  return readRow(
    ctx.em,
    holder,
    `select $columns from ${tables[kind]} where external_id = ? and coalesce(external_scope, 0) = ?`,
    [externalId, scope ?? 0],
  );
}

const takenWords: Record<NumberedKind, Message> = {
  quote: message('Quote #{id} has the externalId {externalId} already'),
  order: message('Order #{id} has the externalId {externalId} already'),
  customer: message('Customer #{id} has the externalId {externalId} already'),
};
const taken = (kind: NumberedKind, externalId: string, id: number) => {
  const sentence = t(takenWords[kind], { id, externalId });
  return new DomainError('CONFLICT', 'EXTERNAL_ID_TAKEN', sentence, {
    issues: [{ path: 'externalId', message: sentence }],
  });
};

/**
 * The id of the row that the same call with this externalId made before: it is answered with 200, and nothing is made.
 *
 * @throws 409 EXTERNAL_ID_TAKEN when another body made the one that has the number
 */
export async function findMade(
  ctx: AppContext,
  kind: NumberedKind,
  input: OwnNumbers & object,
): Promise<number | undefined> {
  const { externalId } = input;
  if (!externalId) return undefined;
  const row = await findHolder(ctx, kind, externalId, scopeOf(ctx));
  if (!row) return undefined;
  if (row.hash === null || !ctx.services.secrets.lookupHashes(bodyOf(input)).includes(row.hash))
    throw taken(kind, externalId, row.id);
  if (ctx.request.notes) ctx.request.notes.isKnown = true;
  return row.id;
}

/** The rows that have these numbers now, and whether the same call made them; for looking ahead, nothing is locked. */
export async function findHolders(
  ctx: AppContext,
  kind: NumberedKind,
  inputs: readonly (OwnNumbers & object)[],
): Promise<Map<string, { id: number; isSame: boolean }>> {
  const wanted = new Map(inputs.flatMap((input) => (input.externalId ? [[input.externalId, input] as const] : [])));
  if (wanted.size === 0) return new Map();
  const rows = await readRows(
    ctx.em,
    holders,
    `select $columns from ${tables[kind]} where external_id = any(?) and coalesce(external_scope, 0) = ?`,
    [[...wanted.keys()], scopeOf(ctx) ?? 0],
  );
  return new Map(
    rows.map(({ externalId, id, hash }) => {
      const input = wanted.get(externalId);
      const isSame = hash !== null && ctx.services.secrets.lookupHashes(canonical(input)).includes(hash);
      return [externalId, { id, isSame }];
    }),
  );
}

/** @throws 409 EXTERNAL_ID_TAKEN when a row that comes back finds another one with its number */
export async function requireFreeNumber(
  ctx: AppContext,
  kind: NumberedKind,
  { externalId, externalScope }: Omit<Numbered, 'id'> = {},
): Promise<void> {
  if (!externalId) return;
  const row = await findHolder(ctx, kind, externalId, externalScope ?? null);
  if (row) throw taken(kind, externalId, row.id);
}

/** The columns of a row that this call makes; `findMade` was asked before. */
export function newNumbers(ctx: AppContext, input: OwnNumbers & object): NewNumbers {
  const externalId = input.externalId ?? null;
  const metadata = kept(input.metadata);
  const [hash = null] = externalId === null ? [] : ctx.services.secrets.lookupHashes(bodyOf(input));
  return {
    externalId,
    externalScope: scopeOf(ctx),
    externalHash: hash,
    metadata,
  };
}

/**
 * The columns of an order that is made of a quote: both are known by one number, so that the program finds either. When
 * another order has the number, this one is made without it.
 */
export async function carriedNumbers(ctx: AppContext, from: Omit<Numbered, 'id'>): Promise<NewNumbers> {
  const scope = from.externalScope ?? null;
  const isTaken = Boolean(from.externalId) && (await findHolder(ctx, 'order', from.externalId ?? '', scope));
  const externalId = isTaken ? null : (from.externalId ?? null);
  const metadata = from.metadata ?? null;
  return {
    externalId,
    externalScope: scope,
    externalHash: null,
    metadata,
  };
}

/** Whether a change is about numbers and notes alone, which concern nobody who works with the row. */
export const isOnlyNumbers = (changes: object): boolean => {
  const names = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const others = names.filter((name) => !['id', 'version', 'externalId', 'metadata', 'notify'].includes(name));
  return others.length === 0 && names.some((name) => name === 'externalId' || name === 'metadata');
};

/** A change as history stores it (company/history/sentences.ts). */
type ChangedNumber =
  | { is: 'change'; field: 'External ID'; from: string | null; to: string | null }
  | { is: 'changed'; field: 'Metadata' };
const sorted = (metadata: Record<string, string> | null | undefined) => canonical(metadata ?? {});
/** What changes of a row, for its history: one line for each. */
export async function changeNumbers(
  ctx: AppContext,
  kind: NumberedKind,
  row: Numbered & Partial<NewNumbers>,
  { externalId, metadata }: OwnNumbers,
): Promise<ChangedNumber[]> {
  const lines: ChangedNumber[] = [];
  const before = row.externalId ?? null;
  if (externalId !== undefined && externalId !== before) {
    if (externalId !== null) {
      const other = await findHolder(ctx, kind, externalId, row.externalScope ?? null);
      if (other && other.id !== row.id) throw taken(kind, externalId, other.id);
    }
    row.externalId = externalId;
    row.externalHash = null;
    lines.push({ is: 'change', field: 'External ID', from: before, to: externalId });
  }
  if (metadata !== undefined && sorted(metadata) !== sorted(row.metadata)) {
    row.metadata = kept(metadata);
    lines.push({ is: 'changed', field: 'Metadata' });
  }
  return lines;
}
