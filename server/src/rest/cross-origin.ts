import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { namesApiKey } from '../http/request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The other site that the page of this call is from: its visitors have no session here. */
    foreignOrigin?: string | undefined;
  }
}

/** What pages of any site may call: tracking, the quote form with its first number, and its photos. */
const openCalls: Readonly<Record<string, 'GET' | 'POST'>> = {
  '/api/v1/orders/tracking/:trackingNumber': 'GET',
  '/api/v1/estimates': 'POST',
  '/api/v1/quotes': 'POST',
  '/api/v1/upload': 'POST',
  '/api/v1/uploads': 'POST',
};
const HEADERS_IN = 'Content-Type, Idempotency-Key, Quickfleet-Strict';
const HEADERS_OUT =
  'ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, Warning, X-Request-Id';
const PREFLIGHT_SECONDS = '7200';

const isOpenCall = ({ method, routeOptions: { url = '' } }: FastifyRequest): boolean =>
  openCalls[url] === method || (method === 'HEAD' && openCalls[url] === 'GET');

/**
 * Whether a page of this very site asks, as far as the browser says it. A page that came over http may have been written
 * by anybody on the way: it is not the one that came over https.
 */
export function isOwnOrigin({ headers, protocol }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return false;
  // A plain form of a page that names no referrer comes with the origin null.
  if (site === 'same-origin' || origin === undefined) return true;
  const from = URL.parse(origin);
  const known = URL.parse(publicUrl ?? '');
  if (!from) return false;
  return from.host === known?.host
    ? from.protocol === known.protocol
    : from.host === host && (from.protocol === `${protocol}:` || from.protocol === 'https:');
}

/**
 * Opens these calls to pages of every site, without credentials: the answer may be read, and no cookie counts. Before
 * the limits, so that a refusal by one can be read too.
 */
export function registerCrossOrigin(app: FastifyInstance, { PUBLIC_URL }: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isOpenCall(request)) return;
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', HEADERS_OUT);
    if (!namesApiKey(request) && !isOwnOrigin(request, PUBLIC_URL))
      request.foreignOrigin = request.headers.origin ?? 'null';
  });
  for (const [url, method] of Object.entries(openCalls))
    app.options(url, (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', method)
        .header('access-control-allow-headers', HEADERS_IN)
        .header('access-control-max-age', PREFLIGHT_SECONDS)
        .send(),
    );
}
