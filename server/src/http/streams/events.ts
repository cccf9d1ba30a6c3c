import { EventEmitter, on } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { STREAM_LIFE_SECONDS } from '@quickfleet/shared/limits';
import type pg from 'pg';
import { run } from '../../db/rows.ts';
import { CHANNEL, isGathering, sideEffectsOf } from '../../db/side-effects.ts';
import type { Logger } from '../../process/logger.ts';
import { inBackground } from '../../process/outside/background.ts';
import { databaseClient } from '../../process/outside/connections.ts';
import { retryPauses } from '../../process/retry-pauses.ts';
import { SessionCache } from '../caller/session-cache.ts';
import { SharedStreams } from './shared-streams.ts';
import { StreamLimits } from './stream-limits.ts';
import { StreamQueue } from './stream-queue.ts';

/** What the processes send each other: which row changed, never its content. */
export interface LiveEvent {
  topic: 'order' | 'quote' | 'mail' | 'day' | 'payment' | 'event' | 'delivery' | 'webhook';
  id: number;
  trackingNumber?: string | undefined;
  /** What a mail or a payment is about. */
  quoteId?: number | null | undefined;
  orderId?: number | null | undefined;
  /** It was not there before. */
  isNew?: boolean;
}

/** The account, session or API key that lost or changed its rights. */
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
/** The company's settings have changed: every process reads them again. */
export interface SettingsEvent {
  topic: 'settings';
}
/** The connection was lost for a while: events may be missing. */
export interface Resync {
  topic: 'resync';
}

/** With the longest pause between two tries, less than five seconds. */
const CONNECT_MS = 2500;
const GOODBYE_MS = 300;

/** Queues an event in the running transaction: PostgreSQL delivers it at commit, to every process, or never. */
export async function publish(
  em: EntityManager,
  event: LiveEvent | RightsEvent | KnownEvent | SettingsEvent,
): Promise<void> {
  const text = JSON.stringify(event);
  if (isGathering(em)) sideEffectsOf(em).events.push(text);
  else await run(em, 'select pg_notify(?, ?)', [CHANNEL, text]);
}

/**
 * Tells every process, with the running transaction, that somebody's rights or data have changed; this process believes
 * nothing it remembers of them from here on.
 */
export async function publishChange(
  { em, services }: { em: EntityManager; services: { events: EventHub } },
  event: RightsEvent | KnownEvent,
): Promise<void> {
  services.events.sessionCache.hold(event);
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
  readonly #closing = new AbortController();
  /** Of the hub; `#closing` is that of the streams, which end earlier. */
  readonly #ending = new AbortController();
  readonly #lifeSeconds: number;
  readonly limits = new StreamLimits();
  readonly queue = new StreamQueue();
  /** Of who has no account. */
  readonly shared = new SharedStreams();
  /** Who called last; right as long as every notification is heard. */
  readonly sessionCache = new SessionCache();
  #settingsChanged: () => void = () => undefined;

  /** Calls `work` when the company's settings have changed, and when that may have been missed. */
  onSettings(work: () => void): void {
    this.#settingsChanged = work;
  }

  constructor(connectionString: string, log: Logger, lifeSeconds = STREAM_LIFE_SECONDS) {
    this.#connectionString = connectionString;
    this.#log = log;
    this.#lifeSeconds = lifeSeconds;
    this.#emitter.setMaxListeners(0);
    this.#emitter.on('event', (event) => this.shared.hear(event));
  }

  /** Connects for the first time; a connection that is lost later is made again until `close`. */
  async start(): Promise<void> {
    await this.#connect();
  }

  /** The one place that makes a listener, and there is never a second one. Fails without leaving a connection. */
  async #connect(): Promise<void> {
    const client = databaseClient({
      connectionString: this.#connectionString,
      application_name: 'quickfleet events',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
    });
    // A connection that breaks emits an error, an end or both; one that never came about does too.
    const lost = Promise.withResolvers<string>();
    client.on('error', ({ message }) => lost.resolve(message));
    client.once('end', () => lost.resolve('the connection was closed'));
    client.on('notification', ({ payload }) => {
      if (!payload) return;
      const event = parsed(payload);
      if (!event) return;
      if (event.topic === 'settings') return this.#settingsChanged();
      if (event.topic === 'rights' || event.topic === 'known') this.sessionCache.forget(event);
      if (event.topic !== 'known') this.#emitter.emit('event', event);
    });
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      this.#drop(client);
      throw error;
    }
    if (this.#ending.signal.aborted) {
      await client.end();
      return;
    }
    this.sessionCache.turnOn();
    inBackground('Following live events', async () => this.#lose(client, await lost.promise));
  }

  #drop(client: pg.Client): void {
    // Not waited for: a database that hangs would never answer the goodbye.
    client.end().catch(() => undefined);
    if (this.#client === client) this.#client = undefined;
  }

  #lose(client: pg.Client, reason: string): void {
    this.sessionCache.turnOff();
    this.#drop(client);
    if (this.#ending.signal.aborted) return;
    this.#log.warn({ reason }, 'live events: connection lost, trying again');
    inBackground('Connecting to live events', () => this.#reconnect(performance.now()));
  }

  /** One try after the other, with longer waits; one line when it is back, however many tries it takes. */
  async #reconnect(since: number): Promise<void> {
    const { signal } = this.#ending;
    for (const wait of retryPauses()) {
      await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.#connect();
      } catch {
        continue;
      }
      this.#log.info({ seconds: Math.round((performance.now() - since) / 1000) }, 'live events: connected again');
      // Subscribers may have missed something: let them look again.
      this.#emitter.emit('event', { topic: 'resync' } satisfies Resync);
      this.#settingsChanged();
      return;
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
    this.shared.end();
    this.queue.end();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.sessionCache.turnOff();
    this.endStreams();
    // A database that hangs never answers the goodbye.
    await Promise.race([this.#client?.end(), pause(GOODBYE_MS, undefined, { ref: false })]);
  }
}

/** What a notification says; undefined for one that is none of ours. */
function parsed(payload: string): LiveEvent | RightsEvent | KnownEvent | SettingsEvent | undefined {
  try {
    const event: LiveEvent | RightsEvent | KnownEvent | SettingsEvent | null = JSON.parse(payload);
    return event?.topic ? event : undefined;
  } catch {
    return undefined;
  }
}

async function* passOn<T>(heard: AsyncIterable<T[]> | T[][], ends: AbortSignal): AsyncGenerator<T> {
  try {
    for await (const [event] of heard) if (event !== undefined) yield event;
  } catch (error) {
    if (!ends.aborted) throw error;
  }
}
