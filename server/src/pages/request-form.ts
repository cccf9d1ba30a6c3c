// The quote form as the browser sends it itself, without scripts or before they have come.

import { IMAGES_PER_ITEM_MAX, ITEMS_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { SPEED_DEFAULT, speedTypes } from '@quickfleet/shared/quoting/speed';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../client.ts';
import { acceptUploads } from '../files/uploads/uploads.routes.ts';
import type { RequestContext } from '../http/context.ts';
import { statusOf, toDomainError } from '../http/errors.ts';
import { type Form, withForm } from '../http/multipart.ts';
import { createCallerFactory } from '../http/trpc.ts';
import { appRouter } from '../router.ts';
import type { Pages } from './pages.ts';

const createCaller = createCallerFactory(appRouter);

/** The form's fields by their names, in the shape of a request; an empty item at the end is none. */
function requestOf({ fields }: Pick<Form, 'fields'>, photos: ReadonlyMap<string, string[]>) {
  const typed = new Map(Object.entries(fields));
  const text = (name: string): string => String(typed.get(name) ?? '');
  const items = Array.from({ length: ITEMS_MAX }, (_, at) => ({
    name: text(`items.${at}.name`),
    quantity: text(`items.${at}.quantity`) || '1',
    description: text(`items.${at}.description`),
    imageUrls: photos.get(`items.${at}.photos`) ?? [],
    isThere: at === 0 || typed.has(`items.${at}.name`),
  }));
  return {
    customer: {
      name: text('customer.name'),
      email: text('customer.email'),
      phone: text('customer.phone'),
      company: text('customer.company'),
    },
    pickupAddress: text('pickupAddress'),
    deliveryAddress: text('deliveryAddress'),
    notes: text('notes'),
    speedType: speedTypes.find((type) => type === typed.get('speedType')) ?? SPEED_DEFAULT,
    speedDate: text('speedDate'),
    items: items.flatMap(({ isThere, ...item }) => (isThere ? [item] : [])),
  };
}

/** Stores the photos of each item as the upload call does, and gives their addresses by the field they came in. */
async function storePhotos(ctx: RequestContext, { files }: Form): Promise<Map<string, string[]>> {
  const chosen = files.filter(({ size }) => size > 0);
  const photos = new Map<string, string[]>();
  if (chosen.length === 0) return photos;
  const stored = await acceptUploads(ctx, chosen);
  for (const [at, { url }] of stored.entries()) {
    const field = chosen[at]?.field ?? '';
    const urls = photos.get(field) ?? [];
    if (urls.length < IMAGES_PER_ITEM_MAX) photos.set(field, [...urls, url]);
  }
  return photos;
}

/**
 * POST /: asks for a quote by the same call as the page's scripts. Leads to the quote's own page; a refusal comes back with
 * the form, what was typed, the photos that were stored, and the reason.
 */
export function registerRequestForm(
  app: FastifyInstance,
  pages: Pages,
  getContext: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.post(paths.home, async (request, reply) => {
    const ctx = await getContext(request, reply);
    return withForm(ctx, request, async (form) => {
      let photos: ReadonlyMap<string, string[]> = new Map();
      try {
        photos = await storePhotos(ctx, form);
        const asked = requestOf(form, photos);
        const { customerUrl } = await createCaller(ctx).quotes.create({
          ...asked,
          speedDate: asked.speedType === 'specific_date' ? asked.speedDate : null,
        });
        const page = customerUrl ? new URL(customerUrl).pathname : paths.home;
        return reply.redirect(`${page}?submitted`, 303);
      } catch (thrown) {
        const error = toDomainError(thrown);
        if (statusOf(error) >= 500) throw thrown;
        const values = requestOf(form, photos);
        const page = await pages.render('home', {
          path: paths.home,
          form: { typed: '', problem: error.message, values },
        });
        return sendPage(request, reply.headers(error.headers), page, statusOf(error));
      }
    });
  });
}
