import { API_BASE } from '@quickfleet/shared/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../context.ts';
import { appRouter } from '../router.ts';
import { createCallerFactory } from '../trpc.ts';

const createCaller = createCallerFactory(appRouter);

/**
 * GET /api/quotes and GET /api/customers: the rows as a bare array, with a link to the paged call.
 */
export function registerBareLists(
  app: FastifyInstance,
  getContext: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  const linked = (reply: FastifyReply, path: string) =>
    reply.header('link', `<${API_BASE}${path}?page=1>; rel="alternate"; title="paged"`);
  app.get('/api/quotes', async (request, reply) => {
    const rows = await createCaller(await getContext(request, reply)).quotes.all();
    return linked(reply, '/quotes').send(rows);
  });
  app.get('/api/customers', async (request, reply) => {
    const rows = await createCaller(await getContext(request, reply)).customers.all();
    return linked(reply, '/customers').send(rows);
  });
}
