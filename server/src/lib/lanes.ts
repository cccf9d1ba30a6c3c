import type { Pool, PoolClient, QueryResult } from 'pg';
import { isConnectionError, isForgottenStatement } from './errors.ts';

/** What a read asks for: a few rows by a key, or a page of a list. */
export type LaneKind = 'brief' | 'page';

/** Connections of the pool that reads of a kind share at a time, and how many of them may be under way on each. */
const KINDS = {
  // Waking PostgreSQL costs more than what it does then: the first connection that has room takes the read.
  brief: { lanesMax: 2, depthMax: 32, isSpread: false },
  // It works long enough for both cores to have some: the one with the fewest takes the read.
  page: { lanesMax: 4, depthMax: 8, isSpread: true },
};
/** Nobody joins where the first of them has been it for longer, in ms. */
const PATIENCE_MS = 10;
/** How often somebody looks whether those who have joined wait for the same one still, in ms. */
const LOOK_MS = 25;

interface Read {
  /** Asks on a connection of its own; an answer that comes on the lane afterwards is nobody's any more. */
  moveOn: () => void;
}

/** A connection that several reads use at once; its answers come in the order of the questions. */
class Lane {
  readonly #pool: Pool;
  readonly #lanes: Set<Lane>;
  readonly #depthMax: number;
  readonly #client: Promise<PoolClient>;
  #connected: PoolClient | undefined;
  readonly #reads: Read[] = [];
  #firstSince = 0;
  #isBroken = false;
  #isWatched = false;

  constructor(pool: Pool, lanes: Set<Lane>, depthMax: number) {
    this.#pool = pool;
    this.#lanes = lanes;
    this.#depthMax = depthMax;
    this.#client = pool.connect();
    lanes.add(this);
  }

  get hasRoom(): boolean {
    if (this.readCount === 0) return true;
    return this.readCount < this.#depthMax && performance.now() - this.#firstSince < PATIENCE_MS;
  }

  get readCount(): number {
    return this.#reads.length;
  }

  read(text: string, params: unknown[]): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      let hasMoved = false;
      const moveOn = () => {
        if (!hasMoved) resolve(this.#pool.query(text, params));
        hasMoved = true;
      };
      this.#reads.push({ moveOn });
      if (this.#reads.length > 1) this.#watch();
      else this.#firstSince = performance.now();
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
    this.#firstSince = performance.now();
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

const lanesOf: Record<LaneKind, WeakMap<Pool, Set<Lane>>> = { brief: new WeakMap(), page: new WeakMap() };

function leastBusy(lanes: Iterable<Lane>): Lane | undefined {
  let found: Lane | undefined;
  for (const lane of lanes) if (lane.hasRoom && !(found && found.readCount <= lane.readCount)) found = lane;
  return found;
}

function firstWithRoom(lanes: Iterable<Lane>): Lane | undefined {
  for (const lane of lanes) if (lane.hasRoom) return lane;
  return undefined;
}

/**
 * Runs a read beside others of its kind on one connection, sent without waiting for their answers (decision 050). Where
 * all that they may share are taken or held up, it has a connection of its own.
 */
export function readOnLane(pool: Pool, text: string, params: unknown[], kind: LaneKind): Promise<QueryResult> {
  const { lanesMax, depthMax, isSpread } = KINDS[kind];
  const lanes = lanesOf[kind].get(pool) ?? new Set();
  lanesOf[kind].set(pool, lanes);
  const mayOpen = lanes.size < lanesMax;
  const lane = isSpread ? !mayOpen && leastBusy(lanes) : firstWithRoom(lanes);
  if (lane) return lane.read(text, params);
  return mayOpen ? new Lane(pool, lanes, depthMax).read(text, params) : pool.query(text, params);
}
