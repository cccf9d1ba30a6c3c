import { connect } from 'node:net';

export interface RawCall {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Whether the body leaves in a packet of its own, after the head has been answered or read. */
  isApart?: boolean;
  /** The connection ends after what there is of the body. */
  hangsUp?: boolean;
  /** The address of this machine that it comes from. */
  from?: string;
}

/**
 * Sends one request as bytes, whatever an HTTP client would refuse to send, and answers its status: 0 when the
 * connection ended without one.
 */
export function rawCall(
  site: string,
  { method, path, headers = {}, body, isApart = false, hangsUp = false, from = '127.0.0.1' }: RawCall,
): Promise<number> {
  const { hostname, port, host } = new URL(site);
  const lines = Object.entries({ host, 'content-length': String(body?.length ?? 0), ...headers, connection: 'close' });
  const head = Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  const { promise, resolve } = Promise.withResolvers<number>();
  let answer = '';
  const socket = connect({ port: Number(port), host: hostname, localAddress: from }, () => {
    socket.setNoDelay(true);
    const end = () => hangsUp && socket.destroy();
    if (!isApart || !body) return void socket.write(body ? Buffer.concat([head, body]) : head, end);
    socket.write(head, () => setImmediate(() => socket.write(body, end)));
  });
  socket.on('data', (part) => {
    answer += part.toString('latin1');
    // What a server does with the rest of a body that it has refused is its own affair.
    if (answer.includes('\r\n\r\n')) socket.destroy();
  });
  // A server that refuses a body may reset its connection after the answer.
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
  return promise;
}
