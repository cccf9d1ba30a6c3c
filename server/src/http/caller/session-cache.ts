/** Whom a change is about: everything known of this account, or of this session, is out of date. */
export interface Changed {
  userId?: number | undefined;
  /** SHA-256 of its id. */
  sessionHash?: string | undefined;
}

interface Entry<T> {
  value: T;
  until: number;
}

/** However a notification was lost, nothing is believed for longer. */
const LIFE_MS = 5000;
/** No transaction that changes rights lasts longer: its own notification, or its end without one, comes before. */
const HOLD_MS = 30_000;
const ENTRIES_MAX = 10_000;

/**
 * The sessions and accounts that called last, so that a person's next call asks the database for neither (decision 022).
 * Empty and off whenever this process may miss a notification. What a transaction of this process is about to change is
 * held: not answered from here until the notification of its commit has come.
 */
export class SessionCache {
  readonly #sessions = new Map<string, Entry<unknown>>();
  readonly #users = new Map<number, Entry<unknown>>();
  readonly #held = new Map<string, number>();
  /** Whether anything is remembered. */
  isOn = false;
  /** Moves with every change, so that a read that began before one is not kept. */
  #version = 0;

  /** Every notification from now on is heard. */
  turnOn(): void {
    this.#clear();
    this.isOn = true;
  }

  turnOff(): void {
    this.#clear();
    this.isOn = false;
  }

  /** Called before a transaction of this process commits a change. */
  hold(changed: Changed): void {
    this.#drop(changed);
    const until = performance.now() + HOLD_MS;
    for (const key of keysOf(changed)) this.#held.set(key, until);
  }

  /** Called with each notification. */
  forget(changed: Changed): void {
    this.#drop(changed);
    for (const key of keysOf(changed)) this.#held.delete(key);
  }

  session<T extends { userId: number | null }>(hash: string, read: () => Promise<T | undefined>) {
    return this.#recall(this.#sessions, hash, read, ({ userId }) => ({
      sessionHash: hash,
      userId: userId ?? undefined,
    }));
  }

  user<T>(id: number, read: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.#recall(this.#users, id, read, () => ({ userId: id }));
  }

  async #recall<K, T>(
    entries: Map<K, Entry<unknown>>,
    key: K,
    read: () => Promise<T | undefined>,
    about: (value: T) => Changed,
  ): Promise<T | undefined> {
    const known = entries.get(key);
    // Each map holds what its own callers read.
    if (known && known.until > performance.now()) return known.value as T;
    const version = this.#version;
    const value = await read();
    if (!this.isOn || value === undefined || version !== this.#version || this.#isHeld(about(value))) return value;
    if (entries.size >= ENTRIES_MAX) entries.clear();
    entries.set(key, { value, until: performance.now() + LIFE_MS });
    return value;
  }

  #isHeld(changed: Changed): boolean {
    return keysOf(changed).some((key) => {
      const until = this.#held.get(key);
      if (until === undefined) return false;
      if (until > performance.now()) return true;
      this.#held.delete(key);
      return false;
    });
  }

  #drop({ userId, sessionHash }: Changed): void {
    this.#version++;
    if (sessionHash !== undefined) this.#sessions.delete(sessionHash);
    if (userId === undefined) return;
    this.#users.delete(userId);
    for (const [hash, { value }] of this.#sessions)
      if (typeof value === 'object' && value !== null && 'userId' in value && value.userId === userId)
        this.#sessions.delete(hash);
  }

  #clear(): void {
    this.#version++;
    this.#sessions.clear();
    this.#users.clear();
  }
}

const keysOf = ({ userId, sessionHash }: Changed): string[] => [
  ...(userId === undefined ? [] : [`user ${userId}`]),
  ...(sessionHash === undefined ? [] : [`session ${sessionHash}`]),
];
