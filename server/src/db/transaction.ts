import type { EntityManager } from '@mikro-orm/postgresql';
import { t } from '@quickfleet/shared/words/t';
import type { AppContext, RequestContext, Services } from '../http/context.ts';
import { badRequest, DomainError, isRefusedByDatabase, isRetryable } from '../http/errors.ts';
import { sha256 } from '../security/secrets.ts';
import { query } from './query.ts';
import { run } from './rows.ts';
import { finish, gatherSideEffects, sideEffectsOf, writeSideEffects } from './side-effects.ts';

const TRIES = 3;

const DEPTH_MAX = 50;
/** A value in one canonical form, so that the order of keys makes no other body. */
export function canonical(value: unknown, depth = 0): string {
  // Nested far deeper than any body of ours: not worth the stack it would take.
  if (depth > DEPTH_MAX) throw badRequest('TOO_DEEP', t('The request body is nested too deeply'));
  if (Array.isArray(value)) return `[${value.map((inner) => canonical(inner, depth + 1)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return `{${entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner, depth + 1)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

const callerKey = ({ caller }: RequestContext) =>
  caller.key ? `key:${caller.key.id}` : caller.user ? `user:${caller.user.id}` : (caller.email ?? 'anyone');

/** A call that names an Idempotency-Key, as its row knows it. */
interface Named {
  id: string;
  /**
   * Keyed hashes of the input, newest secret first: the input may hold a password, which a plain hash would give away.
   */
  fingerprints: string[];
}
function nameOf(ctx: RequestContext, action: string, input: unknown): Named | undefined {
  const { idempotencyKey } = ctx.request;
  if (!idempotencyKey) return undefined;
  return {
    id: sha256(`${callerKey(ctx)}\n${action}\n${idempotencyKey}`),
    fingerprints: ctx.services.secrets.lookupHashes(canonical(input)),
  };
}

interface Row {
  fingerprint: string;
  response: string | null;
}
interface Kept<T> {
  answer: T;
  /** Orders that an access code had opened for the caller who got this answer. */
  opened: number[];
  /** It was there before (`AnswerNotes`). */
  isKnown?: boolean;
}
const readRow = async (em: EntityManager, { id }: Named): Promise<Row | undefined> =>
  (await query<Row>(em, 'select fingerprint, response from idempotency_keys where id = ?', [id]))[0];

/** The first answer again. Another body is refused, and so is another phone: a key alone opens nobody's order. */
function replay<T>(ctx: RequestContext, row: Row, named: Named): Kept<T> | undefined {
  const reused = new DomainError(
    'UNPROCESSABLE_CONTENT',
    'IDEMPOTENCY_KEY_REUSED',
    t('This Idempotency-Key was already used for another request'),
  );
  if (!named.fingerprints.includes(row.fingerprint)) throw reused;
  const sealed = row.response === null ? undefined : ctx.services.secrets.open(row.response);
  if (sealed === undefined) return undefined;
  const kept: Kept<T> = JSON.parse(sealed);
  if (kept.opened.length > 0 && !ctx.caller.grants.some((grant) => kept.opened.includes(grant.orderId))) throw reused;
  if (ctx.request.notes) {
    ctx.request.notes.isReplay = true;
    ctx.request.notes.isKnown = kept.isKnown ?? false;
  }
  return kept;
}

/** Whether this call was already answered under its Idempotency-Key: a repeat uses no limit up. */
export async function isRepeat(ctx: RequestContext, action: string, input: unknown): Promise<boolean> {
  const named = nameOf(ctx, action, input);
  if (!named) return false;
  const row = await readRow(ctx.services.orm.em.fork(), named);
  return Boolean(row?.response) && named.fingerprints.includes(row?.fingerprint ?? '');
}

/**
 * Runs a change in one transaction, again after a deadlock. With an Idempotency-Key the first answer is kept in the
 * same transaction: the same key and body get it again, another body gets 422, and parallel repeats wait for the first.
 * Because answer and change commit together, this holds across a crash too.
 */
export async function runInTransaction<T>(
  ctx: RequestContext,
  action: string,
  input: unknown,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  const named = nameOf(ctx, action, input);
  for (let attempt = 1; ; attempt++) {
    try {
      return await commitOnce(ctx.services, (em) => (named ? runOnce(ctx, em, named, work) : work(em)));
    } catch (error) {
      if (attempt < TRIES && isRetryable(error)) continue;
      throw error;
    }
  }
}

/**
 * One transaction, with the side effects that services gather. Its COMMIT is apart from the work: what fails before
 * COMMIT is sent was rolled back for certain; after that only PostgreSQL's own refusal says so, and a connection that broke leaves it open.
 */
export async function commitOnce<T>(services: Services, work: (em: EntityManager) => Promise<T>): Promise<T> {
  const em = services.orm.em.fork();
  await em.begin();
  let answer: T;
  try {
    gatherSideEffects(em);
    answer = await work(em);
    await em.flush();
    await finish(em);
    await em.flush();
    await services.eventLog.write(services, em);
    await writeSideEffects(em);
  } catch (error) {
    // A rollback that fails leaves a connection without a COMMIT, which is the same.
    await em.rollback().catch(() => undefined);
    throw error;
  }
  try {
    await em.commit();
  } catch (error) {
    if (!isRefusedByDatabase(error) && typeof error === 'object' && error !== null) commitsInDoubt.add(error);
    await em.rollback().catch(() => undefined);
    throw error;
  }
  for (const work of sideEffectsOf(em).afterCommit) await work();
  return answer;
}

const commitsInDoubt = new WeakSet<object>();
/**
 * Whether nobody knows if the transaction that ended with this error was committed: nothing that its rows may name must
 * be removed.
 */
export const isCommitInDoubt = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && commitsInDoubt.has(error);

async function runOnce<T>(
  ctx: RequestContext,
  em: EntityManager,
  named: Named,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  const { services, caller } = ctx;
  const inserted = await run(
    em,
    'insert into idempotency_keys (id, fingerprint, created_at) values (?, ?, ?) on conflict (id) do nothing returning id',
    [named.id, named.fingerprints[0] ?? '', services.clock()],
  );
  const row = inserted === 0 ? await readRow(em, named) : undefined;
  const known = row ? replay<T>(ctx, row, named) : undefined;
  if (known) return known.answer;
  const answer = await work(em);
  await em.flush();
  const kept: Kept<T> = {
    answer,
    opened: caller.user || caller.key ? [] : caller.grants.map((grant) => grant.orderId),
    isKnown: ctx.request.notes?.isKnown ?? false,
  };
  // Sealed, because an answer may hold what is otherwise kept only as a hash: an access code, an API key.
  await run(em, 'update idempotency_keys set response = ? where id = ?', [
    services.secrets.seal(JSON.stringify(kept)),
    named.id,
  ]);
  return answer;
}

/** Deletes the kept answers in which one of these words is: they are sealed, so that only reading tells. */
export async function forgetAnswers(
  { em, services }: Pick<AppContext, 'em' | 'services'>,
  words: readonly string[],
): Promise<void> {
  const rows = await query<{ id: string; response: string }>(
    em,
    'select id, response from idempotency_keys where response is not null',
  );
  const isAbout = ({ response }: { response: string }) => {
    const text = services.secrets.open(response)?.toLowerCase() ?? '';
    return words.some((word) => text.includes(word.toLowerCase()));
  };
  const ids = rows.filter(isAbout).map(({ id }) => id);
  if (ids.length > 0) await query(em, 'delete from idempotency_keys where id = any(?)', [ids]);
}

/**
 * What one transaction has read ahead for many rows by one statement: services that make those rows look here before
 * they ask. It ends with the transaction.
 */
export class ReadAhead<T> {
  readonly #of = new WeakMap<EntityManager, Map<string, T>>();

  give(em: EntityManager, name: string | number, value: T): void {
    const known = this.#of.get(em) ?? new Map<string, T>();
    known.set(String(name), value);
    this.#of.set(em, known);
  }
  find(em: EntityManager, name: string | number): T | undefined {
    return this.#of.get(em)?.get(String(name));
  }
}
