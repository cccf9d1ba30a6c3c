import { z } from 'zod';
import { c, readRow, run, select } from '../../db/rows.ts';
import type { Services, UnlockedOrder } from '../../http/context.ts';
import { publishChange } from '../../http/streams/events.ts';
import { sha256 } from '../../security/secrets.ts';

/** Idle and absolute life of a session (ASVS 7). */
export const IDLE_HOURS = 12;
const ABSOLUTE_MS = 7 * 86_400_000;
const TOUCH_MS = 5 * 60_000;

/** What a session holds besides the cookie's own settings. */
export interface SessionData {
  userId?: number;
  grants?: { orderId: number; codeHash: string; at: string; endedAt?: string }[];
  /** Proved by a mailed link; in lower case. */
  email?: string;
  unlocked?: UnlockedOrder[];
  /** Set by the request that made this session: only that one may insert its row. */
  isNew?: boolean;
  device?: string | null;
  address?: string | null;
}
declare module 'fastify' {
  interface Session extends SessionData {}
}

const ms = (column: string) => c.float(`extract(epoch from ${column}) * 1000`);
const grant = z.object({
  orderId: z.int(),
  codeHash: z.string(),
  at: z.string(),
  endedAt: z.string().exactOptional(),
});
const unlocked = z.object({ trackingNumber: z.string(), until: z.string() });
/** A stored session; times in milliseconds. */
const stored = select({
  data: c.json(
    z.object({
      grants: z.array(grant).exactOptional(),
      email: z.string().exactOptional(),
      unlocked: z.array(unlocked).exactOptional(),
    }),
    'data',
  ),
  userId: c.int('user_id').nullable(),
  createdAt: ms('created_at'),
  lastSeenAt: ms('last_seen_at'),
  expiresAt: ms('expires_at'),
});

type Callback = (error?: unknown) => void;
type Found = (error: unknown, session?: never) => void;

/**
 * Sessions in PostgreSQL for @fastify/session, under a hash of their id. Saving a session that was not just made only
 * updates: a slow request that ends after a logout cannot bring the session back (docs/security.md, TR-7).
 */
export class SessionStore {
  readonly #services: Services;
  constructor(services: Services) {
    this.#services = services;
  }

  get = (id: string, done: Found): void => {
    this.#read(id).then(
      (session) => done(null, session),
      (error) => done(error),
    );
  };
  set = (id: string, session: SessionData, done: Callback): void => {
    this.#write(id, session).then(() => done(), done);
  };
  destroy = (id: string, done: Callback): void => {
    this.#destroy(sha256(id)).then(() => done(), done);
  };

  /** The session's open streams end with it, in every process. */
  async #destroy(idHash: string): Promise<void> {
    const { orm, events } = this.#services;
    // Held before the row goes: a call that has read it by then is not remembered.
    events.sessionCache.hold({ sessionHash: idHash });
    await orm.em.fork().transactional(async (em) => {
      const gone = await run(em, 'delete from sessions where id_hash = ? returning id_hash', [idHash]);
      if (gone > 0) await publishChange({ em, services: this.#services }, { topic: 'rights', sessionHash: idHash });
    });
  }

  async #read(id: string): Promise<never | undefined> {
    const { orm, clock, events } = this.#services;
    const hash = sha256(id);
    const row = await events.sessionCache.session(hash, async () => {
      return readRow(orm.em, stored, 'select $columns from sessions where id_hash = ?', [hash]);
    });
    const now = clock();
    if (!row || row.expiresAt <= now.getTime() || row.createdAt <= now.getTime() - ABSOLUTE_MS) return undefined;
    if (row.lastSeenAt < now.getTime() - TOUCH_MS) {
      await run(
        orm.em,
        'update sessions set last_seen_at = ?, expires_at = ?::timestamptz + make_interval(hours => ?) where id_hash = ?',
        [now, now, IDLE_HOURS, hash],
      );
      events.sessionCache.forget({ sessionHash: hash });
    }
    // A copy, because the plugin and the request write to it. Its type for a stored session is wider than what any
    // store can hold.
    return {
      ...row.data,
      grants: row.data.grants?.map((grant) => ({ ...grant })),
      ...(row.userId === null ? {} : { userId: row.userId }),
      cookie: { originalMaxAge: null },
    } as never;
  }

  async #write(
    id: string,
    { userId, grants, email, unlocked: opened, isNew, device, address }: SessionData,
  ): Promise<void> {
    const { orm, clock } = this.#services;
    const now = clock();
    const data = JSON.stringify({
      grants: grants ?? [],
      ...(email === undefined ? {} : { email }),
      ...(opened === undefined ? {} : { unlocked: opened }),
    });
    const hash = sha256(id);
    if (isNew) {
      await run(
        orm.em,
        `insert into sessions (id_hash, user_id, data, device, address, created_at, last_seen_at, expires_at) values (?, ?, ?::jsonb, ?, ?, ?, ?, ?::timestamptz + make_interval(hours => ?))
         on conflict (id_hash) do update set user_id = excluded.user_id, data = excluded.data`,
        [hash, userId ?? null, data, device ?? null, address ?? null, now, now, now, IDLE_HOURS],
      );
      return;
    }
    await orm.em.fork().transactional(async (em) => {
      const changed = await run(
        em,
        `update sessions set user_id = ?, data = ?::jsonb where id_hash = ? and (user_id, data) is distinct from (?::int, ?::jsonb) returning id_hash`,
        [userId ?? null, data, hash, userId ?? null, data],
      );
      if (changed > 0) await publishChange({ em, services: this.#services }, { topic: 'known', sessionHash: hash });
    });
  }
}
