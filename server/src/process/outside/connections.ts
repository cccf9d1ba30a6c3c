import http, { type ClientRequest, type RequestListener, type RequestOptions, type Server } from 'node:http';
import https from 'node:https';
import { createServer, type LookupFunction, connect as openSocket, type Socket } from 'node:net';
import { connect as openTls, type TLSSocket, type ConnectionOptions as TlsOptions } from 'node:tls';
import nodemailer, { type Transporter } from 'nodemailer';
import pg from 'pg';

// A connection that breaks while nobody waits for an answer says so by an error that ends the process where nobody hears
// it. Every connection of ours is opened here, with somebody who listens; whoever waits for an answer hears it as well.

/** An address that may be connected to. */
export interface Place {
  address: string;
  family: 4 | 6;
}

/**
 * Answers with these addresses whatever name is asked for: no name is resolved a second time. It answers a turn later, as
 * a name server does: a connection that fails at once, because there is no route, would else fail before its caller has
 * begun to listen.
 */
const lookupAmong =
  (places: readonly Place[]): LookupFunction =>
  (host, options, answer) =>
    setImmediate(() => {
      const [first] = places;
      if (!first) answer(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }), '');
      else if (options.all) answer(null, [...places]);
      else answer(null, first.address, first.family);
    });

/** Connections are kept for the next request to the same host; each was opened to a checked address. */
const agents = {
  'http:': new http.Agent({ keepAlive: true, maxFreeSockets: 8, timeout: 30_000 }),
  'https:': new https.Agent({ keepAlive: true, maxFreeSockets: 8, timeout: 30_000 }),
};

/** Begins a request to one of these places, whatever its name leads to by now. */
export function requestAt(url: URL, places: readonly Place[], options: RequestOptions): ClientRequest {
  const isSecure = url.protocol === 'https:';
  return (
    (isSecure ? https : http)
      .request(url, { ...options, agent: agents[isSecure ? 'https:' : 'http:'], lookup: lookupAmong(places) })
      .on('error', () => undefined)
      // Nobody has asked for another protocol.
      .on('upgrade', (_response, socket) => socket.on('error', () => undefined).destroy())
  );
}

/** Asks another server. It throws for one that does not answer; the caller reads the body or cancels it. */
export const ask = (url: string | URL, init: RequestInit & { signal: AbortSignal }): Promise<Response> =>
  fetch(url, init);

/** A connection to PostgreSQL; one that breaks fails the statement that is on its way. */
export function databaseClient(options: pg.ClientConfig): pg.Client {
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  return client;
}

/** Several of them, kept for the next who needs one. */
export function databasePool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

interface MailOptions {
  url: string;
  connectionTimeout: number;
  greetingTimeout: number;
  socketTimeout: number;
  disableFileAccess?: boolean;
  disableUrlAccess?: boolean;
}
/** The way to a mail server. */
export function mailTransport(options: MailOptions): Transporter {
  const transport: Transporter = nodemailer.createTransport(options);
  return transport.on('error', () => undefined);
}

/** A connection to a socket of this machine. */
export const socketTo = (path: string): Socket => openSocket(path).on('error', () => undefined);
/** A connection with TLS. */
export const tlsTo = (options: TlsOptions, onSecure: () => void): TLSSocket =>
  openTls(options, onSecure).on('error', () => undefined);

/** A web server that answers and reads nothing. */
export const plainServer = (answer: RequestListener): Server =>
  http.createServer({ requestTimeout: 10_000, connectionsCheckingInterval: 5000 }, (request, response) => {
    request.on('error', () => undefined).resume();
    response.on('error', () => undefined);
    answer(request, response);
  });

/** Takes a port for a moment, and answers its number. Throws the system's error for one that cannot be had. */
export async function tryPort(port: number, host: string): Promise<number> {
  const probe = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  probe.once('error', reject).listen({ port, host }, resolve);
  await promise;
  const address = probe.address();
  const closed = Promise.withResolvers<void>();
  probe.close(() => closed.resolve());
  await closed.promise;
  return typeof address === 'object' && address ? address.port : port;
}
