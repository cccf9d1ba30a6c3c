import type { ServerResponse } from 'node:http';
import type { Clock } from '../../process/clock.ts';
import { every } from '../../process/outside/background.ts';

const PING_MS = 15_000;
const PING = 'event: ping\ndata: \n\n\n';
/** Of one stream: who reads nothing of so much has gone. */
const UNREAD_BYTES_MAX = 64 * 1024;
/** Of how many things it is remembered that they have changed, for who is just coming. */
const REMEMBERED = 2000;

/** A thing whose changes somebody without an account waits for. */
export interface Watched {
  topic: 'order' | 'quote';
  id: number;
}
export interface Place extends Watched {
  /** What each change is said with, besides when it was. */
  message: Readonly<Record<string, string>>;
  clock: Clock;
  lifeMs: number;
  /** What happened until this mark is known to the reader. */
  since: number;
  release: () => void;
}
interface Held extends Pick<Place, 'message' | 'clock'> {
  response: ServerResponse;
  endsAt: number;
}

const noop = () => undefined;

/**
 * Whoever waits for the end of this call hears of it now, and lets go of its request, its session and its reply: for as
 * long as the answer is open they would take more memory than everything else. Node's own listener is the first.
 */
function endCall(response: ServerResponse): void {
  const [, ...waiting] = response.listeners('finish');
  for (const done of waiting) done();
  response.removeAllListeners('close').removeAllListeners('error').on('error', noop);
}

const keyOf = ({ topic, id }: Watched): string => `${topic} ${id}`;

/**
 * The streams of strangers, who all wait for the same few things: an answer that is kept open, and nothing else. tRPC has
 * checked and begun each, in the same words as these go on with. Thousands of pages are looked at while something
 * happens to a few of them.
 */
export class SharedStreams {
  readonly #held = new Map<string, Set<Held>>();
  readonly #changedAt = new Map<string, number>();
  #heard = 0;
  #resyncedAt = 0;
  #pings: NodeJS.Timeout | undefined;
  #isOver = false;

  /** A mark of what has been heard until now. */
  mark(): number {
    return this.#heard;
  }

  /** Of what the hub hears (events.ts). */
  hear({ topic, id }: { topic: string; id?: number }): void {
    this.#heard += 1;
    if (topic === 'resync') {
      this.#resyncedAt = this.#heard;
      for (const streams of this.#held.values()) this.#tell(streams);
      return;
    }
    if ((topic !== 'order' && topic !== 'quote') || id === undefined) return;
    const key = keyOf({ topic, id });
    this.#changedAt.delete(key);
    this.#changedAt.set(key, this.#heard);
    const [oldest] = this.#changedAt.keys();
    if (this.#changedAt.size > REMEMBERED && oldest !== undefined) this.#changedAt.delete(oldest);
    const streams = this.#held.get(key);
    if (streams) this.#tell(streams);
  }

  /**
   * Goes on with an answer that tRPC has begun, until its client goes, its life is over, or the server stops. It has to
   * be one that closes its connection.
   */
  add(response: ServerResponse, { message, clock, lifeMs, since, release, ...watched }: Place): void {
    if (response.destroyed) return;
    endCall(response);
    const key = keyOf(watched);
    const held = { response, message, clock, endsAt: performance.now() + lifeMs };
    const streams = this.#held.get(key) ?? new Set();
    this.#held.set(key, streams.add(held));
    response.once('close', () => {
      release();
      streams.delete(held);
      if (streams.size === 0 && this.#held.get(key) === streams) this.#held.delete(key);
      if (this.#held.size === 0) this.#rest();
    });
    if (this.#isOver) response.end();
    this.#pings ??= every(PING_MS, 'Keeping live streams open', () => this.#ping());
    if (Math.max(this.#changedAt.get(key) ?? 0, this.#resyncedAt) > since) this.#tell([held]);
  }

  #tell(streams: Iterable<Held>): void {
    for (const held of streams)
      this.#write(held, `data: ${JSON.stringify({ ...held.message, at: held.clock().toISOString() })}\n\n\n`);
  }

  #ping(): void {
    const now = performance.now();
    for (const streams of this.#held.values())
      for (const held of streams)
        if (held.endsAt <= now) held.response.end();
        else this.#write(held, PING);
  }

  #write({ response }: Held, text: string): void {
    if (response.writableLength > UNREAD_BYTES_MAX) response.destroy();
    else if (!response.writableEnded) response.write(text);
  }

  #rest(): void {
    clearInterval(this.#pings);
    this.#pings = undefined;
  }

  /** Ends all of them: their clients open others, at the next server. */
  end(): void {
    this.#isOver = true;
    for (const streams of this.#held.values()) for (const { response } of streams) response.end();
  }
}
