import type { ServerResponse } from 'node:http';
import { STREAM_TURN_MS, STREAMS_PER_ADDRESS, STREAMS_WAITING_MAX } from '@quickfleet/shared/limits';
import { after } from '../../process/outside/background.ts';

const RETRY_AFTER_SECONDS = 10;

type Settle = (isTurn: boolean) => void;

/**
 * Opens live streams one after the other, each network in its turn. Opening one is the most expensive anonymous read,
 * and a burst of them would delay everybody's requests (docs/security.md, T-30).
 */
export class StreamQueue {
  /** Waiting callers by network; the network with the next turn comes first. */
  readonly #lines = new Map<string, Set<Settle>>();
  #waiting = 0;
  #pause: NodeJS.Timeout | undefined;
  #isOver = false;

  /** Seconds until another try makes sense because too many wait, in all or of this network; 0 when there is room. */
  waitOf(network: string, scale: number): number {
    const most = (max: number) => Math.max(1, Math.floor(max * scale));
    const own = this.#lines.get(network)?.size ?? 0;
    return own >= most(STREAMS_PER_ADDRESS) || this.#waiting >= most(STREAMS_WAITING_MAX) ? RETRY_AFTER_SECONDS : 0;
  }

  /** Resolves with true when it is this request's turn, and with false when its client has gone or the server stops. */
  async take(network: string, response: Pick<ServerResponse, 'once' | 'off'>, scale: number): Promise<boolean> {
    if (this.#isOver) return false;
    if (!this.#pause) {
      this.#rest(scale);
      return true;
    }
    const line = this.#lines.get(network) ?? new Set();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const leave = () => {
      if (line.delete(resolve)) this.#waiting--;
      if (line.size === 0 && this.#lines.get(network) === line) this.#lines.delete(network);
      resolve(false);
    };
    this.#lines.set(network, line.add(resolve));
    this.#waiting++;
    response.once('close', leave);
    return promise.finally(() => response.off('close', leave));
  }

  /** The server stops: nobody waits any longer. */
  end(): void {
    this.#isOver = true;
    for (const line of this.#lines.values()) for (const settle of line) settle(false);
    this.#lines.clear();
    this.#waiting = 0;
  }

  #rest(scale: number): void {
    this.#pause = after(STREAM_TURN_MS / Math.max(1, scale), 'Opening the next stream', () => {
      this.#pause = undefined;
      this.#next(scale);
    }).unref();
  }

  #next(scale: number): void {
    for (const [network, line] of this.#lines) {
      const [settle] = line;
      this.#lines.delete(network);
      if (!settle) continue;
      line.delete(settle);
      this.#waiting--;
      if (line.size > 0) this.#lines.set(network, line);
      settle(true);
      this.#rest(scale);
      return;
    }
  }
}
