import { isStaff } from '@quickfleet/shared/roles';
import { query } from '../../db/query.ts';
import { isMaker } from '../caller/authorize.ts';
import { type AppContext, type Caller, now } from '../context.ts';
import { networkOf } from '../limits.ts';
import type { LiveEvent, Resync, RightsEvent } from './events.ts';
import type { Watched } from './shared-streams.ts';
import type { StreamHolder } from './stream-limits.ts';

const RECHECK_MS = 1000;

function holderOf({ caller, request }: AppContext): StreamHolder {
  const { user, key, sessionHash } = caller;
  return {
    isKnown: key !== undefined || isStaff(user?.role) || user?.role === 'driver',
    address: networkOf(request.ip),
    session: key ? `key ${key.id}` : sessionHash,
  };
}

const concerns = (event: RightsEvent, { user, key, sessionHash }: Caller): boolean =>
  (event.userId !== undefined && [user?.id, key?.makerId].includes(event.userId)) ||
  (event.sessionHash !== undefined && event.sessionHash === sessionHash) ||
  (event.keyId !== undefined && event.keyId === key?.id);

/** Whether the database still knows this caller as the stream does. */
async function isStillTrue({ services, caller }: AppContext): Promise<boolean> {
  const { user, key, sessionHash = '' } = caller;
  const em = services.orm.em.fork();
  const at = services.clock();
  if (key) {
    const sql = `select 1 from api_keys k join users u on ${isMaker}
      where k.id = ? and k.revoked_at is null and (k.expires_at is null or k.expires_at > ?)`;
    return (await query(em, sql, [key.id, at])).length > 0;
  }
  if (!user) return true;
  const sql = `select 1 from sessions s join users u on u.id = s.user_id
    where s.id_hash = ? and s.expires_at > ? and u.id = ? and u.is_active and u.role = ?`;
  return (await query(em, sql, [sessionHash, at, user.id, user.role])).length > 0;
}

/**
 * Every event that may concern this caller, until they disconnect, their rights change or end, or the stream has lived
 * long enough. Rights are checked again on delivery, once a second at most: a lost notification only delays their end.
 * `admit` asks the database whether the caller may listen. It runs only once the stream has a place, and events from
 * then on are not missed. It rejects with the refusal.
 */
export async function* openStream(
  ctx: AppContext,
  signal: AbortSignal | undefined,
  admit?: () => Promise<void>,
): AsyncGenerator<LiveEvent | Resync> {
  const { events, config } = ctx.services;
  const release = events.limits.take(holderOf(ctx), config.LIMIT_SCALE);
  const over = new AbortController();
  try {
    const ends = [over.signal, AbortSignal.timeout(events.nextLifeMs()), ...(signal ? [signal] : [])];
    const changes = events.subscribe(AbortSignal.any(ends));
    await admit?.();
    let checkedAt = performance.now();
    for await (const event of changes) {
      if (event.topic === 'rights') {
        if (concerns(event, ctx.caller)) break;
        continue;
      }
      if (event.topic === 'resync' || performance.now() - checkedAt > RECHECK_MS) {
        if (!(await isStillTrue(ctx))) break;
        checkedAt = performance.now();
      }
      yield event;
    }
  } finally {
    over.abort();
    release();
  }
  // tRPC then closes the answer without its `return` event, so that a browser sees a lost connection, reconnects and
  // is checked again.
  throw new DOMException('The stream is over', 'AbortError');
}

/**
 * Changes of one thing, for whoever has its number or link. `find` asks the database what it is and rejects with the
 * refusal. Somebody without an account then goes on among the streams that are shared (`SharedStreams`): the answer
 * stays open when this ends.
 */
export async function* watchThing<T extends Readonly<Record<string, string>>>(
  ctx: AppContext,
  signal: AbortSignal | undefined,
  message: T,
  find: () => Promise<Watched>,
): AsyncGenerator<T & { at: string }> {
  const { services, handOver } = ctx;
  if (handOver) {
    const { limits, shared } = services.events;
    const release = limits.take(holderOf(ctx), services.config.LIMIT_SCALE);
    const since = shared.mark();
    try {
      const watched = await find();
      const { clock, events } = services;
      handOver({ ...watched, message, clock, lifeMs: events.nextLifeMs(), since, release });
    } catch (error) {
      release();
      throw error;
    }
    throw new DOMException('The stream goes on elsewhere', 'AbortError');
  }
  let watched: Watched | undefined;
  const admit = async () => {
    watched = await find();
  };
  for await (const event of openStream(ctx, signal, admit))
    if (event.topic === 'resync' || (event.topic === watched?.topic && event.id === watched.id))
      yield { ...message, at: now(ctx).toISOString() };
}

/**
 * Waits for every step of a subscription's stream. tRPC asks for the next change before the last one has left, and waits
 * for the answer only after that: the rejection that a client leaves behind who goes in between would be nobody's, and
 * end the process.
 */
export function attend(stream: Pick<AsyncIterator<unknown>, 'next'>): void {
  const next = stream.next.bind(stream);
  stream.next = () => {
    const step = next();
    step.catch(() => undefined);
    return step;
  };
}
