// The rating of a delivery as a browser posts it without scripts.

import { paths } from '@quickfleet/shared/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../client.ts';
import type { RequestContext, Services } from '../http/context.ts';
import { statusOf, toDomainError } from '../http/errors.ts';
import { createCallerFactory } from '../http/trpc.ts';
import { appRouter } from '../router.ts';
import { deliveryPage } from './delivery-page.ts';
import type { Pages } from './pages.ts';

const createCaller = createCallerFactory(appRouter);

/** POST /t/{token}: leads back to the page; a refusal comes back with the page, the reason and the typed words. */
export function registerDeliveryForms(
  app: FastifyInstance,
  services: Services,
  pages: Pages,
  getContext: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.post<{ Params: { token: string }; Body: Record<string, string> | null }>('/t/:token', async (request, reply) => {
    const { token } = request.params;
    const path = paths.delivery(token);
    const { stars = '', words = '' } = request.body ?? {};
    try {
      await createCaller(await getContext(request, reply)).deliveryPage.rate({ token, stars, words });
      return reply.redirect(`${path}#rate`, 303);
    } catch (thrown) {
      const error = toDomainError(thrown);
      if (statusOf(error) >= 500) throw thrown;
      const { input } = await deliveryPage(services, request, path);
      const page = await pages.render('delivery', {
        ...input,
        form: { which: 'rating', typed: String(words), problem: error.message, values: { stars: String(stars) } },
      });
      reply.headers(error.headers).header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      return sendPage(request, reply, page, statusOf(error));
    }
  });
}
