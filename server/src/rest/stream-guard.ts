import { TRPC_BASE } from '@quickfleet/shared/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../http/context.ts';
import { type DomainError, errorBodyOf, statusOf, tooMany } from '../http/errors.ts';
import { networkOf } from '../http/limits.ts';
import { inBackground } from '../process/outside/background.ts';
import { reportFailure } from '../process/report-failure.ts';
import { securityHeadersOf } from './security-headers.ts';

/** Made once: the trace of an error costs more than all else that a refusal takes. */
const REFUSED = tooMany(0);
const FULL = tooMany(0, 'Too many live updates are being opened. Please try again in a moment.');

/**
 * Checks a live stream before anything else is done for it (docs/security.md, T-30). If its network is over the limit
 * of its procedure, or has too many waiting already, it costs only this look and the answer: thousands of them may come
 * together. Others wait for their turn.
 */
export function guardStreams(app: FastifyInstance, { config, events: { limits, queue } }: Services): void {
  const headers = {
    ...securityHeadersOf(config),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: DomainError, seconds: number) => {
    reportFailure(error, request.log);
    const body = JSON.stringify(errorBodyOf(error, request.id));
    reply.hijack();
    reply.raw
      .writeHead(statusOf(error), {
        ...headers,
        'x-request-id': request.id,
        'retry-after': String(seconds),
        'content-length': String(Buffer.byteLength(body)),
      })
      .end(body);
  };
  app.addHook('onRequest', (request, reply, next) => {
    if (!request.routeOptions.url?.startsWith(TRPC_BASE)) return next();
    // As the route has read it: an address can be spelt in many ways.
    const { path = '' } = request.params as { path?: string };
    if (!path.includes('.onChange')) return next();
    const network = networkOf(request.ip);
    const limited = path.includes('tracking.onChange') ? limits.waitOf(network) : 0;
    if (limited > 0) return refuse(request, reply, REFUSED, limited);
    const full = queue.waitOf(network, config.LIMIT_SCALE);
    if (full > 0) return refuse(request, reply, FULL, full);
    inBackground('Opening a stream in its turn', async () => {
      if (await queue.take(network, reply.raw, config.LIMIT_SCALE)) return next();
      // Cut, not answered: a browser, or the proxy, asks again, and finds another server when this one stops.
      reply.hijack();
      reply.raw.destroy();
    });
  });
}
