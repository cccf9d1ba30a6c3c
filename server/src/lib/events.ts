import { EventEmitter, on } from 'node:events';
import type { EntityManager } from '@mikro-orm/postgresql';
import { STREAM_LIFE_SECONDS } from '@quickfleet/shared/limits';
import pg from 'pg';
import { type FollowUp, followUp, isGathering } from './follow-ups.ts';
import { KnownCallers } from './known-callers.ts';
import type { Logger } from './logger.ts';
import { query } from './query.ts';
import { StreamPlaces } from './stream-places.ts';
import { StreamTurns } from './stream-turns.ts';

/** What the processes send each other: which row changed, never its content. */
export interface LiveEvent {
  topic: 'order' | 'quote' | 'mail' | 'day' | 'payment';
  id: number;
  trackingNumber?: string | undefined;
  /** What a mail or a payment is about. */
  quoteId?: number | null | undefined;
  orderId?: number | null | undefined;
  /** It was not there before. */
  isNew?: boolean;
}

/** Whose rights have changed or ended: an account's, a session's or an API key's. */
export interface RightsEvent {
  topic: 'rights';
  userId?: number;
  /** SHA-256 of its id, as the table has it. */
  sessionHash?: string;
  keyId?: number;
}
/** Something about an account or a session that ends no right: what processes remember of it is out of date. */
export interface KnownEvent {
  topic: 'known';
  userId?: number;
  sessionHash?: string;
}
/** The connection was lost meanwhile: something may have been missed. */
export interface Resync {
  topic: 'resync';
}

export const CHANNEL = 'quickfleet';
const RETRY_MS = 1000;

const events: FollowUp<{ event: string }> = {
  name: 'events',
  columns: ['event'],
  expression: (rows) => `events(event) as (${rows})`,
  select: `select pg_notify('${CHANNEL}', event)::text from events`,
};

/** Queues an event in the running transaction: PostgreSQL delivers it at commit, to every process, or never. */
export async function publish(em: EntityManager, event: LiveEvent | RightsEvent | KnownEvent): Promise<void> {
  const text = JSON.stringify(event);
  if (isGathering(em)) followUp(em, events, { event: text });
  else await query(em, 'select pg_notify(?, ?)', [CHANNEL, text]);
}

/**
 * Tells every process, with the running transaction, that somebody's rights or data have changed; this process believes
 * nothing it remembers of them from here on.
 */
export async function publishChange(
  { em, services }: { em: EntityManager; services: { events: EventHub } },
  event: RightsEvent | KnownEvent,
): Promise<void> {
  services.events.known.hold(event);
  await publish(em, event);
}

/**
 * Receives the live events of all server processes through PostgreSQL LISTEN and passes them to this one's subscribers.
 */
export class EventHub {
  readonly #emitter = new EventEmitter();
  readonly #connectionString: string;
  readonly #log: Logger;
  #client: pg.Client | undefined;
  #isClosed = false;
  readonly #closing = new AbortController();
  readonly #lifeSeconds: number;
  readonly places = new StreamPlaces();
  readonly turns = new StreamTurns();
  /** Who called last; right as long as every notification is heard. */
  readonly known = new KnownCallers();

  constructor(connectionString: string, log: Logger, lifeSeconds = STREAM_LIFE_SECONDS) {
    this.#connectionString = connectionString;
    this.#log = log;
    this.#lifeSeconds = lifeSeconds;
    this.#emitter.setMaxListeners(0);
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'quickfleet events',
      keepAlive: true,
    });
    let isOver = false;
    const lost = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      this.known.turnOff();
      if (this.#isClosed) return;
      this.#log.warn({ reason: error?.message }, 'live events: connection lost, trying again');
      setTimeout(() => void this.#restart(), RETRY_MS).unref();
    };
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ payload }) => {
      if (!payload) return;
      const event: LiveEvent | RightsEvent | KnownEvent = JSON.parse(payload);
      if (event.topic === 'rights' || event.topic === 'known') this.known.forget(event);
      if (event.topic !== 'known') this.#emitter.emit('event', event);
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    this.#client = client;
    if (!isOver) this.known.turnOn();
  }

  async #restart(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.start();
      // Whoever listens may have missed something meanwhile: let them look again.
      this.#emitter.emit('event', { topic: 'resync' } satisfies Resync);
    } catch (error) {
      this.#log.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        'live events: still no connection',
      );
      setTimeout(() => void this.#restart(), RETRY_MS).unref();
    }
  }

  /**
   * Every event from this moment until `signal`, which has to be aborted in the end, or the end of the process; open
   * streams end first when the server closes.
   */
  subscribe(signal: AbortSignal): AsyncGenerator<LiveEvent | RightsEvent | Resync> {
    const ends = AbortSignal.any([this.#closing.signal, signal]);
    // Here and not at the first event that is asked for: what happens in between is kept.
    return passOn(ends.aborted ? [] : on(this.#emitter, 'event', { signal: ends }), ends);
  }

  /** How long the next stream lives: jitter, so that the clients of one moment do not all reconnect in one. */
  nextLifeMs(): number {
    return Math.round(this.#lifeSeconds * 1000 * (0.9 + Math.random() * 0.2));
  }

  /** Ends the open streams, which would hold the server's close. */
  endStreams(): void {
    this.#closing.abort();
    this.turns.end();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.known.turnOff();
    this.endStreams();
    await this.#client?.end();
  }
}

async function* passOn<T>(heard: AsyncIterable<T[]> | T[][], ends: AbortSignal): AsyncGenerator<T> {
  try {
    for await (const [event] of heard) if (event !== undefined) yield event;
  } catch (error) {
    if (!ends.aborted) throw error;
  }
}
