// The rating of a delivery, and where to leave it, as a browser posts them without scripts.

import { leavePlaces } from '@quickfleet/shared/company/request-kinds';
import type { ReturnedForm } from '@quickfleet/shared/page';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandOf, sendPage } from '../client.ts';
import { acceptUploads } from '../files/uploads/uploads.routes.ts';
import { type Form, withForm } from '../http/bodies/multipart.ts';
import type { RequestContext, Services } from '../http/context.ts';
import { conflict, statusOf, toDomainError } from '../http/errors.ts';
import { createCallerFactory } from '../http/trpc.ts';
import { appRouter } from '../router.ts';
import { speakToCustomer } from '../words/speak.ts';
import { deliveryPage } from './delivery-page.ts';
import type { Pages } from './pages.ts';
import { sendTooOften } from './small-page.ts';

const createCaller = createCallerFactory(appRouter);

type Caller = ReturnType<typeof createCaller>;
type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** Asks to leave it somewhere, with the photo of the place if one was chosen. Rejects with what a refusal says. */
async function leaveAt(ctx: RequestContext, caller: Caller, token: string, { fields, files }: Form): Promise<void> {
  const { place = '', text = '' } = fields;
  // Nothing is stored for a wrong link, or for what is not offered.
  const { kinds } = await caller.deliveryPage.options({ token });
  const chosen = kinds.includes('leave_at') ? files.filter(({ size }) => size > 0).slice(0, 1) : [];
  const [photo] = chosen.length > 0 ? await acceptUploads(ctx, chosen) : [];
  const answer = await caller.deliveryPage.request({
    token,
    kind: 'leave_at',
    place: leavePlaces.find((known) => known === place),
    text: String(text),
    photoUrl: photo?.url,
  });
  if (answer.state === 'refused') throw conflict('REQUEST_TOO_LATE', answer.reason ?? t('This can’t be changed here'));
}

/** POST /t/{token}: leads back to the page; a refusal comes back with the page, the reason and the typed words. */
export function registerDeliveryForms(
  app: FastifyInstance,
  services: Services,
  pages: Pages,
  getContext: GetContext,
): void {
  app.post<{ Params: { token: string } }>('/t/:token', async (request, reply) => {
    const { token } = request.params;
    const path = paths.delivery(token);
    const ctx = await getContext(request, reply);
    const caller = createCaller(ctx);
    return withForm(ctx, request, async (form) => {
      const { form: which, text = '' } = form.fields;
      const [stars, words] = [String(form.fields['stars'] ?? ''), String(form.fields['words'] ?? '')];
      const isLeaving = which === 'leave_at';
      try {
        if (isLeaving) await leaveAt(ctx, caller, token, form);
        else await caller.deliveryPage.rate({ token, stars, words });
        return reply.redirect(isLeaving ? path : `${path}#rate`, 303);
      } catch (thrown) {
        const error = toDomainError(thrown);
        if (statusOf(error) >= 500) throw thrown;
        const tooOften = sendTooOften(request, reply, error, brandOf(services));
        if (tooOften) return tooOften;
        const { input } = await deliveryPage(services, request, path);
        const returned: ReturnedForm = isLeaving
          ? { which: 'leave_at', typed: String(text), problem: error.message }
          : { which: 'rating', typed: words, problem: error.message, values: { stars } };
        const page = pages.render(
          'delivery',
          { ...input, form: returned },
          speakToCustomer(request, input.mailed?.delivery?.language),
        );
        reply.headers(error.headers).header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
        return sendPage(request, reply, page, statusOf(error));
      }
    });
  });
}
