import { DomainError, tooMany } from './errors.ts';

/** Whose bytes they are, as the budget counts them. */
export interface ByteHolder {
  /** Staff, drivers and API keys: strangers cannot take everything. */
  isKnown: boolean;
  address: string;
  /** The session or the key, if there is one. */
  session: string | undefined;
}
export interface ByteLimits {
  total: number;
  /** Of the total, only for those who are known. */
  kept: number;
  /** Of one address's strangers, and of one session. */
  each: number;
}
/** What one request holds. */
export interface ByteAccount {
  /** Takes so many more, or throws 429 for the holder's own limit and 503 for everybody's. */
  take(bytes: number): void;
  /** Throws as `take` would, and takes nothing. */
  check(bytes: number): void;
  /** Gives back everything. */
  close(): void;
}

const RETRY_AFTER_SECONDS = 30;

/** How many bytes all requests of this process together may hold at one moment. */
export class ByteBudget {
  readonly #held = new Map<string, number>();
  readonly #limits: ByteLimits;
  readonly #what: string;
  /** `what` these bytes are, in plural, for the sentence of a refusal. */
  constructor(what: string, limits: ByteLimits) {
    this.#what = what;
    this.#limits = limits;
  }

  open({ isKnown, address, session }: ByteHolder): ByteAccount {
    const { total, kept, each } = this.#limits;
    const own = isKnown && session !== undefined ? `session ${session}` : `address ${address}`;
    const limits = { [own]: each, all: total, ...(isKnown ? {} : { strangers: total - kept }) };
    let taken = 0;
    const check = (bytes: number) => {
      for (const [name, max] of Object.entries(limits)) {
        if (this.held(name) + bytes <= max) continue;
        if (name === own)
          throw tooMany(
            RETRY_AFTER_SECONDS,
            `Too many ${this.#what} of yours are on their way. Please try again soon.`,
          );
        throw new DomainError(
          'SERVICE_UNAVAILABLE',
          'BUSY_UPLOADING',
          `Too many ${this.#what} are on their way at the moment. Nothing was stored; please try again in a minute.`,
          { retryAfter: RETRY_AFTER_SECONDS },
        );
      }
    };
    const add = (bytes: number) => {
      taken += bytes;
      for (const name of Object.keys(limits)) {
        const held = this.held(name) + bytes;
        if (held > 0) this.#held.set(name, held);
        else this.#held.delete(name);
      }
    };
    return {
      check,
      take(bytes) {
        check(bytes);
        add(bytes);
      },
      close: () => add(-taken),
    };
  }

  held(name = 'all'): number {
    return this.#held.get(name) ?? 0;
  }
}
