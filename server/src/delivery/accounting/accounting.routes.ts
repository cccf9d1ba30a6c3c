import { monthQuery } from '@quickfleet/shared/delivery/accounting/accounting';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../../http/caller/authorize.ts';
import type { AppContext, RequestContext } from '../../http/context.ts';
import { datevFile, monthArchive } from './month-files.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** What the accountant gets of a month: bookings for DATEV, and all papers. */
export function registerAccountingRoutes(app: FastifyInstance, getContext: GetContext): void {
  const download = (path: string, action: 'accounting.datev' | 'accounting.archive', make: typeof datevFile) =>
    app.get(path, async (request, reply) => {
      const ctx = await getContext(request, reply);
      const grant = authorize(ctx, action);
      const own: AppContext = { ...ctx, em: ctx.services.orm.em.fork(), grant };
      const { name, type, bytes } = await make(own, monthQuery.parse(request.query));
      // Answered while it is read: what fails then can only end the connection, which no browser takes for a whole file.
      bytes.on('error', (error: unknown) => {
        request.log.error({ err: error }, 'a file of a month broke off');
        reply.raw.destroy();
      });
      return reply
        .header('content-type', type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(bytes);
    });
  download('/accounting/datev.csv', 'accounting.datev', datevFile);
  download('/accounting/month.zip', 'accounting.archive', monthArchive);
}
