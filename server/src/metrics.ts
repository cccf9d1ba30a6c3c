import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from './config.ts';
import { DomainError, unauthorized } from './lib/errors.ts';
import { sha256 } from './lib/secrets.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * GET /metrics in the Prometheus text format, for whoever brings METRICS_TOKEN as a bearer token; without that setting
 * there is no such page.
 */
export function registerMetrics(app: FastifyInstance, { METRICS_TOKEN: token }: Config): void {
  if (!token) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address itself, which may hold a tracking number.
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  const expected = Buffer.from(sha256(token));
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    const [, given = ''] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!given) throw unauthorized('TOKEN_REQUIRED', 'Send METRICS_TOKEN as a bearer token');
    if (!timingSafeEqual(Buffer.from(sha256(given)), expected))
      throw new DomainError('UNAUTHORIZED', 'WRONG_TOKEN', 'This token is not the METRICS_TOKEN');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
