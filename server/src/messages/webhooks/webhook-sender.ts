import { WEBHOOK_TIMEOUT_SECONDS } from '@quickfleet/shared/limits';
import { Webhook as Signer } from 'standardwebhooks';
import { type Place, requestAt } from '../../process/outside/connections.ts';
import { AddressRefused, type Resolve, requireSendable, resolvePublic } from '../../security/public-address.ts';

/** What is kept of an answer. */
const ANSWER_KEPT = 2000;
/** What is read of an answer before its connection is given up. */
const ANSWER_MAX = 64 * 1024;
const ERROR_MAX = 300;

export interface Outgoing {
  url: string;
  /** The event's id: the same at every try. */
  id: string;
  body: string;
  /** One, or two while a rotation lasts. */
  secrets: readonly string[];
}
export interface Outcome {
  /** null: no answer came. */
  status: number | null;
  answer: string | null;
  /** Why it counts as not delivered; null when it arrived. */
  error: string | null;
  /** Seconds that the receiver asked to wait. */
  retryAfter: number | null;
  time: number;
}

/** Headers of Standard Webhooks, with one signature for each secret. */
export function signedHeaders({ id, body, secrets }: Outgoing, at: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'QuickFleet-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' '),
  };
}

/** Seconds, or the moment of a date (RFC 9110); null when it says neither. */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value.trim());
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}

/** A connection that was kept had been closed by the receiver, as it may: the next one is new. */
class ClosedMeanwhile extends Error {
  readonly code = 'ECONNRESET';
  constructor(cause: Error) {
    super('The receiver closed the connection', { cause });
  }
}

interface Answer {
  status: number;
  answer: string;
  retryAfter: string | undefined;
}
interface Post {
  url: string;
  body: string;
  headers: Record<string, string>;
  /** Characters of an answer that are kept. */
  kept?: number;
}
function request(url: URL, { body, headers, kept = ANSWER_KEPT }: Post, places: Place[], signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const call = requestAt(url, places, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    signal,
  });
  call.on('error', (fault: NodeJS.ErrnoException) =>
    reject(call.reusedSocket && fault.code === 'ECONNRESET' ? new ClosedMeanwhile(fault) : fault),
  );
  // A receiver that changes the protocol, and whatever ends without an answer and without an error.
  call.on('close', () => reject(new Error('The connection ended without an answer')));
  call.on('response', (response) => {
    const parts: Buffer[] = [];
    let size = 0;
    const done = () =>
      resolve({
        status: response.statusCode ?? 0,
        answer: Buffer.concat(parts).toString('utf8').slice(0, kept),
        retryAfter: response.headers['retry-after'],
      });
    response.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= ANSWER_MAX) {
        parts.push(part);
        return;
      }
      // Its status has come; nobody waits for the rest.
      done();
      response.destroy();
    });
    response.on('end', done);
    response.on('error', reject);
    response.on('close', () => reject(new Error('The answer broke off')));
  });
  call.end(body);
  return promise;
}

const textOf = (answer: string): string => answer.toWellFormed().replaceAll('\u0000', '');

function failureOf(error: unknown, isLate: boolean): string {
  if (isLate) return `No answer within ${WEBHOOK_TIMEOUT_SECONDS} seconds`;
  if (error instanceof AddressRefused) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  return [code, message].filter(Boolean).join(': ').slice(0, ERROR_MAX) || 'The connection failed';
}

/** Sends one event, signed. */
export const send = (outgoing: Outgoing, allowed: readonly string[], at: Date, resolve?: Resolve): Promise<Outcome> => {
  const { url, body } = outgoing;
  return post({ url, body, headers: signedHeaders(outgoing, at) }, allowed, at, resolve);
};

/**
 * Sends a body to another program. The name is resolved once, every address that it has is checked, and one of these is
 * connected to; `Host` and the name in the certificate stay. A redirect is an answer like any other and not followed.
 */
export async function post(outgoing: Post, allowed: readonly string[], at: Date, resolve?: Resolve): Promise<Outcome> {
  const begun = performance.now();
  const limit = AbortSignal.timeout(WEBHOOK_TIMEOUT_SECONDS * 1000);
  const spent = () => Math.round(performance.now() - begun);
  const late = new Promise<never>((_, reject) => limit.addEventListener('abort', () => reject(limit.reason)));
  late.catch(() => undefined);
  try {
    const url = requireSendable(outgoing.url, allowed);
    const places = await Promise.race([resolvePublic(url, allowed, resolve), late]);
    const ask = () => request(url, outgoing, places, limit);
    const { status, answer, retryAfter } = await Promise.race([ask(), late]).catch((fault: unknown) => {
      if (fault instanceof ClosedMeanwhile) return ask();
      throw fault;
    });
    const isTaken = status >= 200 && status < 300;
    const isRedirect = status >= 300 && status < 400;
    const why = isRedirect ? `Answered ${status}: redirects are not followed` : `Answered ${status}`;
    return {
      status,
      answer: textOf(answer),
      error: isTaken ? null : why,
      retryAfter: readRetryAfter(retryAfter, at),
      time: spent(),
    };
  } catch (error) {
    return { status: null, answer: null, error: failureOf(error, limit.aborted), retryAfter: null, time: spent() };
  }
}
