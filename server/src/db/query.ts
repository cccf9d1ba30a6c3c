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

/** The names of the statements that the connections of one pool have prepared. */
class Names {
  /** What is sent for a text with question marks. */
  readonly #texts = new Map<string, string>();
  /** How often a text without a name was sent so far. */
  readonly #uses = new Map<string, number>();
  #names = new Map<string, string>();
  #generation = 0;
  /** The connections forget statements: theirs are sent without a name. */
  #isOff = false;

  of(text: string): string | undefined {
    return this.#isOff ? undefined : this.#names.get(text);
  }

  /** The text to send for a statement, which from its third use on has a name. */
  textOf({ sql, dependsOnValues = false }: Statement): string {
    const known = this.#texts.get(sql);
    if (known) return known;
    let place = 0;
    const text = sql.replaceAll('?', () => `$${++place}`);
    if (dependsOnValues || this.#texts.size === NAMED_MAX) return text;
    const use = (this.#uses.get(sql) ?? 0) + 1;
    if (this.#uses.size === NAMED_MAX) this.#uses.clear();
    this.#uses.set(sql, use);
    if (use < NAMED_AT_USE) return text;
    this.#texts.set(sql, text);
    this.#name(text);
    this.#uses.delete(sql);
    return text;
  }

  #name(text: string): void {
    this.#names.set(text, `qf_${this.#generation}_${this.#names.size}`);
  }

  /** Gives statements other names, or none, where one failed for its name alone; answers whether it did. */
  renameAfter(error: unknown): boolean {
    // Something between here and PostgreSQL hands connections around that do not know each other's statements.
    if (isForgottenStatement(error)) this.#isOff = true;
    else if (isStalePlan(error)) this.#renew();
    else return false;
    return true;
  }

  /** Changes all names, so that every connection prepares each statement again. */
  #renew(): void {
    this.#generation++;
    const texts = [...this.#names.keys()];
    this.#names = new Map();
    for (const text of texts) this.#name(text);
  }
}

const namesByPool = new WeakMap<Pool, Names>();
function namesOf(pool: Pool): Names {
  const names = namesByPool.get(pool) ?? new Names();
  namesByPool.set(pool, names);
  return names;
}

/** Sends the statements of `query` under their names, for every user of this connection. */
export function nameStatements(client: PoolClient, pool: Pool): void {
  const send = client.query.bind(client) as (...all: unknown[]) => unknown;
  const names = namesOf(pool);
  const named = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? names.of(text) : undefined;
    return name ? send({ name, text, values }, undefined, ...rest) : send(text, values, ...rest);
  };
  client.query = named as typeof client.query;
}

async function send<Row>(em: EntityManager, pool: Pool, text: string, params: unknown[]): Promise<Row[]> {
  const transaction = em.getTransactionContext<Transaction<unknown>>();
  if (transaction) return (await transaction.executeQuery<Row>(CompiledQuery.raw(text, params))).rows;
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
  const pool: Pool = await em.getConnection().getNativeClient();
  const names = namesOf(pool);
  const text = names.textOf({ sql, params, ...how });
  try {
    return await send(em, pool, text, params);
  } catch (error) {
    if (!names.renameAfter(error) || em.isInTransaction()) throw error;
    return send(em, pool, text, params);
  }
}
