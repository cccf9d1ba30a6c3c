import type { EntityManager } from '@mikro-orm/postgresql';
import { after } from '../process/outside/background.ts';
import { query } from './query.ts';

/** A process lets through what the others did not yet tell of: what they let through in this time, at most. */
const SETTLE_MS = 1000;
/** Then the counts that nobody asks for any more are dropped; while there are more, each is settled before its answer. */
const BUCKETS_MAX = 20_000;

interface Count {
  /** Of all processes together, at the last settlement. */
  settled: number;
  /** Counted here since. */
  fresh: number;
  /** Milliseconds. */
  resetsAt: number;
}

/**
 * Counts of a high-volume limit, kept in memory and added to the table once a second. No call waits for a write, and
 * the processes still count together (docs/security.md, TR-19). The first try of an address and the first after a pause
 * are written immediately, so that another process's counts are known after one round trip.
 */
export class BufferedCounters {
  readonly #em: EntityManager;
  readonly #counts = new Map<string, Count>();
  #settledAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isEnded = false;

  constructor(em: EntityManager) {
    this.#em = em;
  }

  /** Counts one try and answers how many there are in the window, as far as is known here, and when it ends. */
  async count(bucket: string, seconds: number, now: Date): Promise<{ count: number; resetsAt: number }> {
    let count = this.#counts.get(bucket);
    if (!count || count.resetsAt <= now.getTime()) {
      if (this.#counts.size >= BUCKETS_MAX) this.#dropOver(now.getTime());
      count = { settled: 0, fresh: 0, resetsAt: now.getTime() + seconds * 1000 };
      this.#counts.set(bucket, count);
    }
    count.fresh++;
    this.#schedule(now);
    if (this.#counts.size >= BUCKETS_MAX) await this.settle(now);
    return { count: count.settled + count.fresh, resetsAt: count.resetsAt };
  }

  #dropOver(now: number): void {
    for (const [bucket, { resetsAt, fresh }] of this.#counts)
      if (resetsAt <= now || fresh === 0) this.#counts.delete(bucket);
  }

  #schedule(now: Date): void {
    if (this.#timer || this.#isEnded) return;
    const wait = Math.max(0, SETTLE_MS - (performance.now() - this.#settledAt));
    this.#timer = after(wait, 'Settling counts', () => {
      // The database is unreachable: the counts wait for the next write, and count here until then.
      this.settle(now).catch(() => this.#schedule(now));
    });
    this.#timer.unref();
  }

  /** Settles once more; after it nothing asks the database. What a database that is away does not take is lost. */
  async end(now: Date): Promise<void> {
    this.#isEnded = true;
    await this.settle(now).catch(() => {});
  }

  /** Adds to the table what was counted since the last time, and learns what the other processes counted. */
  async settle(now: Date): Promise<void> {
    await this.#running;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#settledAt = performance.now();
    const fresh = [...this.#counts].filter(([, count]) => count.fresh > 0);
    if (fresh.length === 0) return;
    this.#running = this.#send(fresh, now).finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #send(fresh: readonly [string, Count][], now: Date): Promise<void> {
    const sent = new Map(fresh.map(([bucket, count]) => [bucket, { count, amount: count.fresh }]));
    const rows = await query<{ bucket: string; count: number; resetsAt: number }>(this.#em, SETTLE, [
      [...sent.keys()],
      [...sent.values()].map(({ amount }) => amount),
      [...sent.values()].map(({ count }) => new Date(count.resetsAt)),
      now,
      now,
    ]);
    for (const { bucket, count: total, resetsAt } of rows) {
      const one = sent.get(bucket);
      if (!one) continue;
      one.count.fresh -= one.amount;
      one.count.settled = total;
      one.count.resetsAt = resetsAt;
    }
  }
}

/** In one order of rows for all processes: two of them never wait for each other. */
const SETTLE = `insert into rate_counts as r (bucket, count, resets_at)
  select bucket, amount, resets_at from unnest(?::text[], ?::int[], ?::timestamptz[]) as fresh (bucket, amount, resets_at) order by bucket
  on conflict (bucket) do update set
    count = case when r.resets_at <= ? then excluded.count else r.count + excluded.count end,
    resets_at = case when r.resets_at <= ? then excluded.resets_at else r.resets_at end
  returning bucket, count, (extract(epoch from resets_at) * 1000)::float8 as "resetsAt"`;
