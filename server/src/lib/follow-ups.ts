import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from './query.ts';

/** One kind of what follows a write: lines of history, mails, events. */
export interface FollowUp<Row extends object> {
  /** Orders the kinds in their statement. */
  name: string;
  /** The properties of a row, in the order of its values. */
  columns: readonly (keyof Row & string)[];
  /** A common table expression, for `values (?, …), …` of these columns, which are named as in a table. */
  expression: (rows: string, columns: string) => string;
  /** What else is to be done with the rows, as a SELECT of one text. */
  select?: string;
}

type AnyRow = Record<string, unknown>;
type AnyKind = FollowUp<AnyRow>;
const gathered = new WeakMap<EntityManager, Map<AnyKind, AnyRow[]>>();

/** From here on what follows the writes of this transaction waits for `writeFollowUps`. */
export const gatherFollowUps = (em: EntityManager): void => void gathered.set(em, new Map());

export const isGathering = (em: EntityManager): boolean => gathered.has(em);

/**
 * Adds what follows a write, in the running transaction: it is there once the transaction has committed, or never.
 *
 * @throws when nothing would ever write it, because the transaction was not begun by `lib/transaction.ts`
 */
export function followUp<Row extends object>(em: EntityManager, kind: FollowUp<Row>, row: Row): void {
  const rows = gathered.get(em);
  if (!rows) throw new Error(`${kind.name}: this transaction gathers nothing that follows it`);
  // Each kind finds its own rows here, and no other.
  const [key, value] = [kind as unknown as AnyKind, row as AnyRow];
  const known = rows.get(key);
  if (known) known.push(value);
  else rows.set(key, [value]);
}

const inTable = (property: string) => property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** More rows of a kind take a statement each so many, so that there are not too many different texts. */
const ROWS_MAX = 8;
const statements = new Map<string, string>();

function statementOf(parts: readonly [AnyKind, AnyRow[]][]): string {
  const name = parts.map(([kind, rows]) => `${kind.name} ${rows.length}`).join(', ');
  const known = statements.get(name);
  if (known) return known;
  const expressions = parts.map(([{ columns, expression }, rows]) => {
    const row = `(${columns.map(() => '?').join(', ')})`;
    return expression(`values ${rows.map(() => row).join(', ')}`, columns.map(inTable).join(', '));
  });
  const selects = parts.flatMap(([{ select }]) => select ?? []);
  const sql = `with ${expressions.join(', ')} ${selects.join(' union all ') || 'select 1'}`;
  statements.set(name, sql);
  return sql;
}

/**
 * Writes what was gathered so far, in one statement: right before COMMIT, and earlier where a service reads it again
 * itself.
 */
export async function writeFollowUps(em: EntityManager): Promise<void> {
  const all = gathered.get(em);
  if (!all || all.size === 0) return;
  const kinds = [...all].sort(([a], [b]) => (a.name < b.name ? -1 : 1));
  all.clear();
  const most = Math.max(...kinds.map(([, rows]) => rows.length));
  for (let at = 0; at < most; at += ROWS_MAX) {
    const parts = kinds.flatMap(([kind, rows]): [AnyKind, AnyRow[]][] => {
      const some = rows.slice(at, at + ROWS_MAX);
      return some.length > 0 ? [[kind, some]] : [];
    });
    const values = parts.flatMap(([{ columns }, rows]) => rows.flatMap((row) => columns.map((column) => row[column])));
    await query(em, statementOf(parts), values, { isUnread: true });
  }
}
