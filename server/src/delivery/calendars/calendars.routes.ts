import { byCalendarToken } from '@quickfleet/shared/delivery/calendars';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../../http/caller/authorize.ts';
import type { RequestContext } from '../../http/context.ts';
import { readFeed } from './calendars.feed.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** /calendar/{token}.ics: what calendars subscribe to. */
export function registerCalendarFeed(app: FastifyInstance, getContext: GetContext): void {
  app.get('/calendar/:token.ics', async (request, reply) => {
    const ctx = await getContext(request, reply);
    const grant = authorize(ctx, 'calendars.feed');
    const { token } = byCalendarToken.parse(request.params);
    const file = await readFeed({ ...ctx, em: ctx.services.orm.em.fork(), grant }, token);
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="calendar.ics"')
      .header('cache-control', 'no-store')
      .send(file);
  });
}
