import { STREAMS_KEPT, STREAMS_MAX, STREAMS_PER_ADDRESS, STREAMS_PER_SESSION } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { tooMany } from '../errors.ts';

/** The holder of a stream, as the limits count it. */
export interface StreamHolder {
  /** Staff, drivers and API keys: strangers cannot take all places. */
  isKnown: boolean;
  address: string;
  /** The session or the key, if there is one. */
  session: string | undefined;
}

const RETRY_AFTER_SECONDS = 60;
const REFUSED_MAX = 20_000;

/** The live streams that one process holds, counted in all, of strangers, by address and by session. */
export class StreamLimits {
  readonly #taken = new Map<string, number>();
  readonly #refused = new Map<string, number>();

  /** Takes a place and answers how to release it; rejects with 429 what would be one too many. */
  take({ isKnown, address, session }: StreamHolder, scale: number): () => void {
    const counted: Record<string, number> = { all: STREAMS_MAX };
    if (!isKnown) {
      counted['strangers'] = STREAMS_MAX - STREAMS_KEPT;
      counted[`address ${address}`] = STREAMS_PER_ADDRESS;
    }
    if (session) counted[`session ${session}`] = STREAMS_PER_SESSION;
    for (const [name, max] of Object.entries(counted))
      if (this.count(name) >= Math.max(1, Math.floor(max * scale)))
        throw tooMany(RETRY_AFTER_SECONDS, t('Too many live updates are open. Please try again in a minute.'));
    for (const name of Object.keys(counted)) this.#taken.set(name, this.count(name) + 1);
    return () => {
      for (const name of Object.keys(counted)) {
        const left = this.count(name) - 1;
        if (left > 0) this.#taken.set(name, left);
        else this.#taken.delete(name);
      }
    };
  }

  /** Remembers that this address has asked too often and is refused for so many seconds. */
  refuse(address: string, seconds: number): void {
    const now = performance.now();
    if (this.#refused.size >= REFUSED_MAX)
      for (const [other, until] of this.#refused) if (until <= now) this.#refused.delete(other);
    if (this.#refused.size < REFUSED_MAX) this.#refused.set(address, now + seconds * 1000);
  }

  /** Seconds for which this address is refused without a further look; 0 when it is not. */
  waitOf(address: string): number {
    const until = this.#refused.get(address) ?? 0;
    return Math.max(0, Math.ceil((until - performance.now()) / 1000));
  }

  count(name = 'all'): number {
    return this.#taken.get(name) ?? 0;
  }
}
