import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Kind, kinds } from './kinds.ts';

/** One kind as a state has it: how many rows, and a hash of all of them. */
export interface KindState {
  name: string;
  rows: number;
  sha256: string;
  /** Bytes of its lines. */
  size: number;
}

/** Rows that are fetched and held at a time. */
const BATCH = 200;

const setSql = ({ hidden = [], set = {} }: Kind): string => {
  const shown = hidden.length > 0 ? `to_jsonb(t) - '{${hidden.join(',')}}'::text[]` : 'to_jsonb(t)';
  const others = Object.entries(set).map(([column, sql]) => `'${column}', ${sql}`);
  return others.length > 0 ? `(${shown}) || jsonb_build_object(${others.join(', ')})` : shown;
};

/** Columns that PostgreSQL computes are no part of a row's line. */
async function generatedIn(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attgenerated <> '' and attnum > 0 and not attisdropped`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Times are written in UTC; a statement may take as long as it takes. For connections of a transfer alone. */
export async function prepareConnection(client: pg.Client): Promise<void> {
  await client.query(
    `set timezone = 'UTC'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set jit = off`,
  );
}

/** Rows of a query inside a transaction, some at a time. */
export async function* fetched<Row extends pg.QueryResultRow>(client: pg.Client, sql: string): AsyncGenerator<Row[]> {
  await client.query(`declare transfer no scroll cursor for ${sql}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${BATCH} from transfer`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close transfer');
}

/**
 * The rows of a kind as lines of JSON, in their order, as this transaction sees them: what a state is compared by. Secrets,
 * codes and links are not in them.
 */
export async function* linesOf(client: pg.Client, table: string): AsyncGenerator<string[]> {
  const kind = kinds[table];
  if (!kind) throw new Error(`${table} is no kind of an export`);
  const generated = await generatedIn(client, table);
  const whole: Kind = { ...kind, hidden: [...(kind.hidden ?? []), ...generated] };
  const rows = fetched<{ line: string }>(
    client,
    `select (${setSql(whole)})::text as line from "${table}" t ${kind.only ? `where ${kind.only}` : ''} order by ${kind.order}`,
  );
  for await (const some of rows) yield some.map(({ line }) => `${line}\n`);
}

/** What every kind is, by count and hash, as this transaction sees it. */
export async function readState(client: pg.Client, signal?: AbortSignal): Promise<KindState[]> {
  const state: KindState[] = [];
  for (const name of Object.keys(kinds)) {
    const hash = createHash('sha256');
    let [rows, size] = [0, 0];
    for await (const lines of linesOf(client, name)) {
      signal?.throwIfAborted();
      rows += lines.length;
      const bytes = Buffer.from(lines.join(''));
      hash.update(bytes);
      size += bytes.length;
    }
    state.push({ name, rows, sha256: hash.digest('hex'), size });
  }
  return state;
}

/** The kinds that are not the same in both; empty when all are. */
export function differences(
  expected: readonly Pick<KindState, 'name' | 'rows' | 'sha256'>[],
  found: readonly KindState[],
): string[] {
  const known = new Map(found.map((kind) => [kind.name, kind]));
  return expected.flatMap(({ name, rows, sha256 }) => {
    const other = known.get(name);
    if (!other) return [`${name} is missing`];
    if (other.rows !== rows) return [`${name} has ${other.rows} rows instead of ${rows}`];
    return other.sha256 === sha256 ? [] : [`rows of ${name} differ`];
  });
}
