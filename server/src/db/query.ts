import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isForgottenStatement, isStalePlan } from '../http/errors.ts';

/** A statement with `?` where its parameters go. */
export interface Statement {
  sql: string;
  params: unknown[];
  /** Its best plan depends on the values: it is planned for them, and not prepared under a name. */
  dependsOnValues?: boolean;
}

/** More texts than the code has; further ones run unnamed, so that no connection grows forever. */
const NAMED_MAX = 500;
/** A name is for good: a combination of filters that is used once or twice gets none. */
const NAMED_AT_USE = 3;

interface Text {
  text: string;
  name: string;
}
/** By the text with question marks, and by the text that is sent. */
const texts = new Map<string, Text>();
const names = new Map<string, Text>();
/** How often a text without a name was sent so far. */
const uses = new Map<string, number>();
let generation = 0;
/** Databases with connections that forget statements: theirs are sent without a name. */
const unnamed = new WeakSet<Pool>();

const nameOf = (place: number): string => `qf_${generation}_${place}`;

function textOf({ sql, dependsOnValues = false }: Statement): string {
  const known = texts.get(sql);
  if (known) return known.text;
  let place = 0;
  const text = sql.replaceAll('?', () => `$${++place}`);
  if (dependsOnValues || texts.size === NAMED_MAX) return text;
  const use = (uses.get(sql) ?? 0) + 1;
  if (uses.size === NAMED_MAX) uses.clear();
  uses.set(sql, use);
  if (use < NAMED_AT_USE) return text;
  const entry = { text, name: nameOf(texts.size) };
  texts.set(sql, entry);
  names.set(text, entry);
  uses.delete(sql);
  return text;
}

/** Changes all names, so that every connection prepares each statement again. */
function renew(): void {
  generation++;
  for (const [place, entry] of [...texts.values()].entries()) entry.name = nameOf(place);
}

const poolOf = async (em: EntityManager): Promise<Pool> => em.getConnection().getNativeClient();

/** Gives statements other names, or none, where one failed for its name alone; answers whether it did. */
async function renameAfter(em: EntityManager, error: unknown): Promise<boolean> {
  // Something between here and PostgreSQL hands connections around that do not know each other's statements.
  if (isForgottenStatement(error)) unnamed.add(await poolOf(em));
  else if (isStalePlan(error)) renew();
  else return false;
  return true;
}

/** Sends the statements of `query` under their names, for every user of this connection. */
export function nameStatements(client: PoolClient, pool: Pool): void {
  const send = client.query.bind(client) as (...all: unknown[]) => unknown;
  const named = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = !unnamed.has(pool) && typeof text === 'string' ? names.get(text)?.name : undefined;
    return name ? send({ name, text, values }, undefined, ...rest) : send(text, values, ...rest);
  };
  client.query = named as typeof client.query;
}

async function send<Row>(em: EntityManager, text: string, params: unknown[]): Promise<Row[]> {
  const transaction = em.getTransactionContext<Transaction<unknown>>();
  if (transaction) return (await transaction.executeQuery<Row>(CompiledQuery.raw(text, params))).rows;
  const pool = await poolOf(em);
  return (await pool.query(text, params)).rows;
}

/**
 * Runs one statement with separate parameters, on the running transaction's connection if there is one. Each connection
 * parses and plans it once (decision 021). A plan that a migration made stale is made again; inside a transaction,
 * `runInTransaction` repeats the whole transaction.
 */
export async function query<Row = unknown>(
  em: EntityManager,
  sql: string,
  params: unknown[] = [],
  how: Omit<Statement, 'sql' | 'params'> = {},
): Promise<Row[]> {
  const text = textOf({ sql, params, ...how });
  try {
    return await send(em, text, params);
  } catch (error) {
    if (!(await renameAfter(em, error)) || em.isInTransaction()) throw error;
    return send(em, text, params);
  }
}
