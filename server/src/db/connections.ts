import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { networkOf } from '../http/limits.ts';

/** How many connections there may be, and how many of them that ask for nothing, or not yet for something whole. */
interface Most {
  all: number;
  idle: number;
}
interface Options {
  /** Of one address: a campus behind one router stays below. */
  perAddress?: Most;
  total?: Most;
  /** A proxy's connections belong to many people: only the total counts for them. */
  isProxy?: (address: string) => boolean;
}

export interface GuardedConnections {
  /** Takes no new connection, and waits until the proxies have let theirs go: at most DRAIN_MS. */
  drain(): Promise<void>;
  destroyIdle(): void;
}

/** How long a proxy may still send requests on connections that it has: it hears from each answer that they close. */
export const DRAIN_MS = 2000;
const DRAIN_LOOK_MS = 50;

class Connections {
  readonly #busy = new Map<Socket, number>();
  /** Those that ask for nothing, in the order in which they came or were answered. */
  readonly #idle = new Set<Socket>();
  readonly #most: Most;
  constructor(most: Most) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#idle.size + this.#busy.size === 0;
  }

  /** Takes one more; beyond the most, the one that waits longest without asking gives way, if need be this one. */
  add(socket: Socket): void {
    this.#idle.add(socket);
    this.#makeRoom();
  }

  #makeRoom(): void {
    if (this.#idle.size <= this.#most.idle && this.#idle.size + this.#busy.size <= this.#most.all) return;
    const [oldest] = this.#idle;
    if (oldest) this.#idle.delete(oldest);
    oldest?.destroy();
  }

  remove(socket: Socket): void {
    this.#idle.delete(socket);
    this.#busy.delete(socket);
  }

  destroyIdle(): void {
    for (const socket of this.#idle) socket.destroy();
  }

  begin(socket: Socket): void {
    this.#idle.delete(socket);
    this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1);
  }

  end(socket: Socket): void {
    const left = (this.#busy.get(socket) ?? 0) - 1;
    if (left > 0) this.#busy.set(socket, left);
    else if (this.#busy.delete(socket) && !socket.destroyed) this.add(socket);
  }
}

/**
 * Keeps the port reachable. A client that holds connections open, with half a request or none, loses its oldest ones
 * when the next client connects.
 */
export function guardConnections(
  server: Server,
  { perAddress = { all: 1000, idle: 256 }, total = { all: 6000, idle: 2000 }, isProxy = () => false }: Options = {},
): GuardedConnections {
  const all = new Connections(total);
  const byAddress = new Map<string, Connections>();
  const proxies = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = isProxy(address) ? undefined : networkOf(address);
    if (network === undefined) proxies.add(socket);
    const own = network === undefined ? undefined : (byAddress.get(network) ?? new Connections(perAddress));
    if (own && network !== undefined) byAddress.set(network, own);
    socket.once('close', () => {
      proxies.delete(socket);
      all.remove(socket);
      own?.remove(socket);
      if (own?.isEmpty && network !== undefined) byAddress.delete(network);
    });
    own?.add(socket);
    all.add(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const address = socket.remoteAddress ?? '';
    const counted = [all, byAddress.get(networkOf(address))];
    for (const connections of counted) connections?.begin(socket);
    response.once('close', () => {
      for (const connections of counted) connections?.end(socket);
    });
  });
  return {
    async drain() {
      // As a net.Server: an http.Server would cut idle connections too, on one of which a request may be arriving.
      if (server.listening) Listener.prototype.close.call(server);
      for (let waited = 0; proxies.size > 0 && waited < DRAIN_MS; waited += DRAIN_LOOK_MS) await pause(DRAIN_LOOK_MS);
    },
    destroyIdle: () => all.destroyIdle(),
  };
}
