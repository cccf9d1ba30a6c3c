import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../lib/clock.ts';
import { publish } from '../../lib/events.ts';
import { query } from '../../lib/query.ts';
import { sha256 } from '../../lib/secrets.ts';

/** Idle and absolute life of a session (ASVS 7). */
export const IDLE_HOURS = 12;
const ABSOLUTE_DAYS = 7;
const TOUCH_MINUTES = 5;

/** What a session holds besides the cookie's own settings. */
export interface SessionData {
  userId?: number;
  grants?: { orderId: number; codeHash: string; at: string; endedAt?: string }[];
  /** Set by the request that made this session: only that one may insert its row. */
  isNew?: boolean;
  device?: string | null;
}
declare module 'fastify' {
  interface Session extends SessionData {}
}

type Callback = (error?: unknown) => void;
type Found = (error: unknown, session?: never) => void;

/**
 * Sessions in PostgreSQL for @fastify/session, under a hash of their id. Saving a session that was not just made only
 * updates: a slow request that ends after a logout cannot bring the session back (docs/security.md, TR-7).
 */
export class SessionStore {
  readonly #orm: MikroORM;
  readonly #clock: Clock;
  constructor(orm: MikroORM, clock: Clock) {
    this.#orm = orm;
    this.#clock = clock;
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
    await this.#orm.em.fork().transactional(async (em) => {
      const gone = await query(em, 'delete from sessions where id_hash = ? returning id_hash', [idHash]);
      if (gone.length > 0) await publish(em, { topic: 'rights', sessionHash: idHash });
    });
  }

  async #read(id: string): Promise<never | undefined> {
    const now = this.#clock();
    const [row] = await query<{ data: SessionData; user_id: number | null; stale: boolean }>(
      this.#orm.em,
      `select data, user_id, last_seen_at < ?::timestamptz - make_interval(mins => ?) as stale from sessions
        where id_hash = ? and expires_at > ? and created_at > ?::timestamptz - make_interval(days => ?)`,
      [now, TOUCH_MINUTES, sha256(id), now, now, ABSOLUTE_DAYS],
    );
    if (!row) return undefined;
    if (row.stale) {
      await query(
        this.#orm.em,
        'update sessions set last_seen_at = ?, expires_at = ?::timestamptz + make_interval(hours => ?) where id_hash = ?',
        [now, now, IDLE_HOURS, sha256(id)],
      );
    }
    // The plugin's type for a stored session is wider than what any store can hold.
    return {
      ...row.data,
      ...(row.user_id === null ? {} : { userId: row.user_id }),
      cookie: { originalMaxAge: null },
    } as never;
  }

  async #write(id: string, { userId, grants, isNew, device }: SessionData): Promise<void> {
    const now = this.#clock();
    const data = JSON.stringify({ grants: grants ?? [] });
    const em = this.#orm.em.fork();
    if (isNew) {
      await query(
        em,
        `insert into sessions (id_hash, user_id, data, device, created_at, last_seen_at, expires_at) values (?, ?, ?::jsonb, ?, ?, ?, ?::timestamptz + make_interval(hours => ?))
         on conflict (id_hash) do update set user_id = excluded.user_id, data = excluded.data`,
        [sha256(id), userId ?? null, data, device ?? null, now, now, now, IDLE_HOURS],
      );
    } else {
      await query(em, 'update sessions set user_id = ?, data = ?::jsonb where id_hash = ?', [
        userId ?? null,
        data,
        sha256(id),
      ]);
    }
  }
}
