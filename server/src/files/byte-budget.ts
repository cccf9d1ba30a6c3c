import { t } from '@quickfleet/shared/words/t';
import { DomainError, tooMany } from '../http/errors.ts';

/** The owner of the bytes, as the budget counts them. */
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
/** What one request holds. Each call throws 429 for the holder's own limit and 503 for everybody's. */
export interface ByteAccount {
  /**
   * Announces a body of so many bytes. They count against its sender immediately, so that only bodies that fit are
   * read. Against the total only received bytes count, because announcing costs nothing.
   */
  announce(bytes: number): void;
  /** So many more have come. */
  take(bytes: number): void;
  /** Gives back everything. */
  close(): void;
}

const RETRY_AFTER_SECONDS = 30;

/** How many bytes all requests of this process together may hold at one moment. */
export class ByteBudget {
  readonly #held = new Map<string, number>();
  readonly #limits: ByteLimits;
  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  open({ isKnown, address, session }: ByteHolder): ByteAccount {
    const { total, kept, each } = this.#limits;
    const own = isKnown && session !== undefined ? `session ${session}` : `address ${address}`;
    const shared = { all: total, ...(isKnown ? {} : { strangers: total - kept }) };
    let taken = 0;
    let ownTaken = 0;
    /** The sender's own share grows to so many bytes, if everybody has room for `coming` more. */
    const grow = (ownBytes: number, coming: number) => {
      const more = Math.max(0, ownBytes - ownTaken);
      if (this.held(own) + more > each)
        throw tooMany(RETRY_AFTER_SECONDS, t('Too many photos of yours are on their way. Please try again soon.'));
      if (Object.entries(shared).some(([name, max]) => this.held(name) + coming > max))
        throw new DomainError(
          'SERVICE_UNAVAILABLE',
          'BUSY_UPLOADING',
          t('Too many photos are on their way at the moment. Nothing was stored; please try again in a minute.'),
          { retryAfter: RETRY_AFTER_SECONDS },
        );
      this.#add(own, more);
      ownTaken += more;
    };
    const addShared = (bytes: number) => {
      for (const name of Object.keys(shared)) this.#add(name, bytes);
      taken += bytes;
    };
    return {
      announce: (bytes) => grow(bytes, bytes),
      take(bytes) {
        grow(taken + bytes, bytes);
        addShared(bytes);
      },
      close: () => {
        this.#add(own, -ownTaken);
        ownTaken = 0;
        addShared(-taken);
      },
    };
  }

  #add(name: string, bytes: number): void {
    const held = this.held(name) + bytes;
    if (held > 0) this.#held.set(name, held);
    else this.#held.delete(name);
  }

  held(name = 'all'): number {
    return this.#held.get(name) ?? 0;
  }
}
