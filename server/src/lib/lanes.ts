import type { Pool, PoolClient, QueryResult } from 'pg';
import { isConnectionError, isForgottenStatement } from './errors.ts';

/** Connections of the pool that brief reads may share at a time. */
const LANES_MAX = 2;
/** Reads that may be under way on one of them. */
const DEPTH_MAX = 16;
/** Nobody joins behind a read that has taken longer, in ms. */
const PATIENCE_MS = 10;
/** How often somebody looks whether those who have joined wait for the same one still, in ms. */
const LOOK_MS = 25;

interface Read {
  sentAt: number;
  /** Asks on a connection of its own; an answer that comes on the lane afterwards is nobody's any more. */
  moveOn: () => void;
}

/** A connection that several brief reads use at once; its answers come in the order of the questions. */
class Lane {
  readonly #pool: Pool;
  readonly #lanes: Set<Lane>;
  readonly #client: Promise<PoolClient>;
  #connected: PoolClient | undefined;
  readonly #reads: Read[] = [];
  #isBroken = false;
  #isWatched = false;

  constructor(pool: Pool, lanes: Set<Lane>) {
    this.#pool = pool;
    this.#lanes = lanes;
    this.#client = pool.connect();
    lanes.add(this);
  }

  get hasRoom(): boolean {
    const [first] = this.#reads;
    return this.#reads.length < DEPTH_MAX && (!first || performance.now() - first.sentAt < PATIENCE_MS);
  }

  read(text: string, params: unknown[]): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      let hasMoved = false;
      const moveOn = () => {
        if (!hasMoved) resolve(this.#pool.query(text, params));
        hasMoved = true;
      };
      this.#reads.push({ sentAt: performance.now(), moveOn });
      if (this.#reads.length > 1) this.#watch();
      const answer = (error: unknown, result: QueryResult) => {
        // What the connection did to it is not the reader's fault.
        this.#isBroken ||= isConnectionError(error) || isForgottenStatement(error);
        this.#leave();
        if (!error) resolve(result);
        else if (this.#isBroken) moveOn();
        else reject(error);
      };
      const ask = (client: PoolClient) => {
        this.#connected = client;
        client.query(text, params, answer);
      };
      if (this.#connected) ask(this.#connected);
      else
        this.#client.then(ask, (error: unknown) => {
          this.#leave();
          reject(error);
        });
    });
  }

  /** The first one has its answer. Nobody else waits: the connection goes back to the pool, unless it is broken. */
  #leave(): void {
    this.#reads.shift();
    if (this.#isBroken || this.#reads.length === 0) this.#lanes.delete(this);
    if (this.#reads.length > 0) return;
    this.#client.then(
      (client) => client.release(this.#isBroken),
      () => undefined,
    );
  }

  /** Whoever waits behind one that takes long is asked for elsewhere. */
  #watch(before?: Read): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    const look = () => {
      this.#isWatched = false;
      const [first, ...others] = this.#reads;
      if (!first || others.length === 0) return;
      if (first !== before) return this.#watch(first);
      this.#lanes.delete(this);
      for (const { moveOn } of others) moveOn();
    };
    // After what has come meanwhile was read: the process itself may have been away for so long.
    setTimeout(() => setImmediate(look), LOOK_MS).unref();
  }
}

const lanesOf = new WeakMap<Pool, Set<Lane>>();

/**
 * Runs a read of a few rows beside others on one connection, sent without waiting for their answers (decision 050): on
 * the first that has room, so that few are kept awake. Where all are taken or held up, it has a connection of its own.
 */
export function readOnLane(pool: Pool, text: string, params: unknown[]): Promise<QueryResult> {
  const lanes = lanesOf.get(pool) ?? new Set();
  lanesOf.set(pool, lanes);
  for (const lane of lanes) if (lane.hasRoom) return lane.read(text, params);
  return lanes.size < LANES_MAX ? new Lane(pool, lanes).read(text, params) : pool.query(text, params);
}
