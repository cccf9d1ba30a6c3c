import { API_BASE } from '@quickfleet/shared/paths';
import { customer } from '@quickfleet/shared/people/customers';
import { quote } from '@quickfleet/shared/quoting/quotes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RequestContext } from '../http/context.ts';
import { createCallerFactory } from '../http/trpc.ts';
import { appRouter } from '../router.ts';

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
  app.get('/api/quotes', { config: { output: z.array(quote) } }, async (request, reply) => {
    const rows = await createCaller(await getContext(request, reply)).quotes.all();
    return linked(reply, '/quotes').send(rows);
  });
  app.get('/api/customers', { config: { output: z.array(customer) } }, async (request, reply) => {
    const rows = await createCaller(await getContext(request, reply)).customers.all();
    return linked(reply, '/customers').send(rows);
  });
}
