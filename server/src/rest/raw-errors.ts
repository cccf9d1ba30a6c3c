import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { UPLOAD_PACE_BYTES, UPLOAD_PACE_SECONDS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, DomainError, errorBodyOf, statusOf, toDomainError } from '../http/errors.ts';
import { after, every } from '../process/outside/background.ts';
import { randomKey } from '../security/secrets.ts';

/** An address that the web framework refuses before any hook runs: the same error body as everywhere. */
export function answerBadAddress(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = toDomainError(thrown);
  reply.code(statusOf(error)).type('application/json; charset=utf-8').send(errorBodyOf(error, request.id));
}

const DOTS = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
/** A call's address that reads in two ways, or in none: with dots that a client would resolve, or not decodable. */
export function requireClearAddress({ url, originalUrl }: FastifyRequest): void {
  if (!url.startsWith('/api/')) return;
  const [path = ''] = url.split('?');
  if (DOTS.test(path) || !isDecodable(originalUrl)) throw badRequest('BAD_ADDRESS', t('The address is not valid'));
}
function isDecodable(url: string): boolean {
  try {
    return Boolean(decodeURI(url));
  } catch {
    return false;
  }
}

const words: Record<string, [status: number, error: DomainError]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    new DomainError('BAD_REQUEST', 'HEADERS_TOO_LARGE', 'The address or the headers are too long'),
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, new DomainError('TIMEOUT', 'REQUEST_TIMEOUT', 'The request took too long to arrive')],
};
const malformed = new DomainError('BAD_REQUEST', 'BAD_REQUEST', 'This is not a valid HTTP request');

const LAST_WORDS_MS = 1000;
/** What is no HTTP request at all, or arrived too slowly, still gets the one error body. */
export function answerBrokenRequest(cause: Error & { code?: string }, socket: Socket): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, error] = words[cause.code ?? ''] ?? [400, malformed];
  const body = JSON.stringify({ ...errorBodyOf(error, randomKey(8)), status });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A client that ignores the end would keep its place for as long as it likes.
  const over = after(LAST_WORDS_MS, 'Cutting a broken request off', () => socket.destroy());
  socket.once('close', () => clearTimeout(over));
}

const BODY_MS = 55_000;
/**
 * Photos from a bad network may take two minutes (the server's own limit) while they keep coming; any other body that
 * dribbles in for a minute is cut off (docs/security.md, TR-20).
 */
export function endSlowBody({ raw, headers }: FastifyRequest, reply: FastifyReply, milliseconds = BODY_MS): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const timeout = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  const end = () => answerBrokenRequest(timeout, raw.socket);
  const isForm = /^multipart\/form-data/i.test(headers['content-type'] ?? '');
  let received = raw.socket.bytesRead;
  const timer = isForm
    ? every(UPLOAD_PACE_SECONDS * 1000, 'Looking at the pace of an upload', () => {
        if (raw.socket.bytesRead - received < UPLOAD_PACE_BYTES) end();
        received = raw.socket.bytesRead;
      })
    : after(milliseconds, 'Ending a slow body', end);
  timer.unref();
  const { socket } = raw;
  // A connection carries many requests: nothing of this one stays on it.
  const stop = () => {
    clearTimeout(timer);
    socket.off('close', stop);
  };
  raw.once('end', stop);
  socket.once('close', stop);
  reply.raw.once('close', stop);
}

const UNREAD_BYTES_MAX = 256 * 1024;
const UNREAD_MS_MAX = 2000;
/**
 * Handles the rest of a body after its answer. A little is read, so that the sender gets to the answer and the
 * connection survives; after two seconds it is cut. Reading everything would let refused uploads keep the process busy
 * (docs/security.md, T-16). A browser that is still sending then reads the answer.
 */
export function cutUnreadBody({ raw }: FastifyRequest): void {
  const { socket } = raw;
  if (raw.complete !== false || socket.destroyed) return;
  const most = socket.bytesRead + UNREAD_BYTES_MAX;
  const count = () => {
    if (socket.bytesRead <= most) return;
    // The body where somebody has begun to read it, the connection where it is thrown away.
    raw.pause();
    socket.pause();
  };
  const cut = after(UNREAD_MS_MAX, 'Cutting a body off that nobody reads', () => socket.destroy());
  const stop = () => {
    clearTimeout(cut);
    socket.off('data', count);
    raw.off('end', stop);
    socket.off('close', stop);
  };
  socket.on('data', count);
  raw.once('end', stop);
  socket.once('close', stop);
  // What reads a form has stopped half-way and would hold it up.
  raw.unpipe();
  raw.resume();
}
