import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './limits.ts';

interface Options {
  /** Connections of one address at once; a whole office behind one address stays far below. */
  perAddress?: number;
  total?: number;
  /** Whose connections are many people's: only the total counts for them. */
  isProxy?: (address: string) => boolean;
}

class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #busy = new Map<Socket, number>();
  readonly #max: number;
  constructor(max: number) {
    this.#max = max;
  }

  get isEmpty(): boolean {
    return this.#sockets.size === 0;
  }

  /** Takes one more; beyond the most, the oldest one gives way that waits and asks for nothing, else this one. */
  add(socket: Socket): void {
    this.#sockets.add(socket);
    if (this.#sockets.size <= this.#max) return;
    for (const other of this.#sockets) {
      if (this.#busy.has(other)) continue;
      this.#sockets.delete(other);
      other.destroy();
      return;
    }
  }

  remove(socket: Socket): void {
    this.#sockets.delete(socket);
    this.#busy.delete(socket);
  }

  destroyIdle(): void {
    for (const socket of this.#sockets) if (!this.#busy.has(socket)) socket.destroy();
  }

  begin(socket: Socket): void {
    this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1);
  }

  end(socket: Socket): void {
    const left = (this.#busy.get(socket) ?? 1) - 1;
    if (left > 0) this.#busy.set(socket, left);
    else this.#busy.delete(socket);
  }
}

/**
 * Keeps the door free: whoever holds connections open, with half a request or none, loses the oldest of them to the next
 * that comes, so that nobody else is kept waiting outside.
 */
export function guardConnections(
  server: Server,
  { perAddress = 256, total = 2000, isProxy = () => false }: Options = {},
): { destroyIdle(): void } {
  const all = new Connections(total);
  const byAddress = new Map<string, Connections>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = isProxy(address) ? undefined : networkOf(address);
    const own = network === undefined ? undefined : (byAddress.get(network) ?? new Connections(perAddress));
    if (own && network !== undefined) byAddress.set(network, own);
    socket.once('close', () => {
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
  return { destroyIdle: () => all.destroyIdle() };
}
