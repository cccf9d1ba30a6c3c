import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Services } from './http/context.ts';
import { errorBodyOf, notFound, statusOf } from './http/errors.ts';
import { readiness, registerMetrics } from './metrics.ts';
import { reportFailure } from './process/report-failure.ts';
import { nameRequest } from './security/secrets.ts';

/** What a worker answers: whether it lives, whether it reaches its database, and its metrics. Nothing of the product. */
export async function buildWorkerApp(services: Services): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nameRequest,
    requestTimeout: 10_000,
    forceCloseConnections: true,
  });
  app.setErrorHandler((thrown, request, reply) => {
    const error = reportFailure(thrown, request.log);
    reply.code(statusOf(error)).headers(error.headers).send(errorBodyOf(error, request.id));
  });
  app.setNotFoundHandler(() => {
    throw notFound('Page');
  });
  registerMetrics(app, services);
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', () => readiness(services));
  return app;
}
