import { byId } from '@quickfleet/shared/base/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { commitOnce } from '../../db/transaction.ts';
import { authorize } from '../../http/caller/authorize.ts';
import { type RequestContext, todayOf } from '../../http/context.ts';
import { readFileStream } from '../../process/outside/streams.ts';
import { takeExport } from './exports.service.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** GET /exports/{id}/download. */
export function registerTransferRoutes(app: FastifyInstance, getContext: GetContext): void {
  app.get('/exports/:id/download', async (request, reply) => {
    const ctx = await getContext(request, reply);
    const grant = authorize(ctx, 'exports.download');
    const { id } = byId.parse(request.params);
    const { path, size } = await commitOnce(ctx.services, (em) => takeExport({ ...ctx, em, grant }, id));
    return reply
      .header('content-type', 'application/zip')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="quickfleet-${todayOf(ctx)}-export-${id}.zip"`)
      .header('cache-control', 'no-store')
      .send(readFileStream(path));
  });
}
