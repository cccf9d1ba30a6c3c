// Forms that a browser posts without scripts, or before they are loaded. They call the same procedures; a refusal comes
// back with the page, the reason and the typed values; what comes too often gets a small page of its own.

import { IMAGES_PER_ITEM_MAX, ITEMS_MAX } from '@quickfleet/shared/limits';
import type { ReturnedForm } from '@quickfleet/shared/page';
import { type Frame, paths } from '@quickfleet/shared/paths';
import { SPEED_DEFAULT, speedTypes } from '@quickfleet/shared/quoting/speed';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandOf, sendPage } from '../client.ts';
import { acceptUploads } from '../files/uploads/uploads.routes.ts';
import { type Form, withForm } from '../http/bodies/multipart.ts';
import type { RequestContext, Services } from '../http/context.ts';
import { badRequest, statusOf, toDomainError } from '../http/errors.ts';
import { createCallerFactory } from '../http/trpc.ts';
import { appRouter } from '../router.ts';
import { speakToCustomer } from '../words/speak.ts';
import { registerDeliveryForms } from './delivery-forms.ts';
import type { Pages } from './pages.ts';
import { quotePage } from './quote-page.ts';
import { sendTooOften } from './small-page.ts';

const createCaller = createCallerFactory(appRouter);
type Caller = ReturnType<typeof createCaller>;
type Fields = Record<string, string>;
type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** The form's fields by their names, in the shape of a request; an empty item at the end is none. */
function requestOf({ fields }: Pick<Form, 'fields'>, photos: ReadonlyMap<string, string[]>) {
  const typed = new Map(Object.entries(fields));
  const text = (name: string): string => String(typed.get(name) ?? '');
  const contact = (stop: 'pickup' | 'delivery') => ({
    name: text(`${stop}Contact.name`),
    company: text(`${stop}Contact.company`),
    phone: text(`${stop}Contact.phone`),
    email: text(`${stop}Contact.email`),
    notes: text(`${stop}Contact.notes`),
  });
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
    pickupContact: contact('pickup'),
    deliveryContact: contact('delivery'),
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
function registerRequestForm(app: FastifyInstance, services: Services, pages: Pages, getContext: GetContext): void {
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
        const tooOften = sendTooOften(request, reply, error, brandOf(services));
        if (tooOften) return tooOften;
        const returned = { typed: '', problem: error.message, values: requestOf(form, photos) };
        const page = pages.render('home', { path: paths.home, form: returned }, request.language);
        return sendPage(request, reply.headers(error.headers), page, statusOf(error));
      }
    });
  });
}

interface QuoteForm {
  /** The field that comes back with a refusal. */
  returned: string;
  send: (caller: Caller, token: string, fields: Fields) => Promise<unknown>;
}

/** By the hidden field `form`, which anybody may fill with anything. */
const quoteForms: ReadonlyMap<string, QuoteForm> = new Map(
  Object.entries<QuoteForm>({
    accept: {
      returned: 'name',
      send: (caller, token, { revision = '', name = '', termsAccepted }) =>
        caller.quotePage.accept({
          token,
          revision,
          name,
          // What is not ticked is refused by the call, with its sentence.
          termsAccepted: (termsAccepted === 'true') as true,
        }),
    },
    decline: {
      returned: 'reason',
      send: (caller, token, { revision = '', chosen = '', reason = '' }) =>
        caller.quotePage.decline({
          token,
          revision,
          reason: [chosen, reason.trim()].filter(Boolean).join(': '),
        }),
    },
    ask: { returned: 'text', send: (caller, token, { text = '' }) => caller.quotePage.ask({ token, text }) },
    date: {
      returned: 'speedDate',
      send: (caller, token, { speedDate = '' }) =>
        caller.quotePage.changeDate({ token, speedType: 'specific_date', speedDate }),
    },
  }),
);

function registerQuoteForms(app: FastifyInstance, services: Services, pages: Pages, getContext: GetContext): void {
  app.post<{ Params: { token: string }; Body: Fields | null }>('/q/:token', async (request, reply) => {
    const { token } = request.params;
    const path = paths.quote(token);
    const fields = request.body ?? {};
    const which = String(fields['form'] ?? '');
    const form = quoteForms.get(which);
    if (!form) return reply.redirect(path, 303);
    try {
      await form.send(createCaller(await getContext(request, reply)), token, fields);
      return reply.redirect(path, 303);
    } catch (thrown) {
      const error = toDomainError(thrown);
      if (statusOf(error) >= 500) throw thrown;
      const tooOften = sendTooOften(request, reply, error, brandOf(services));
      if (tooOften) return tooOften;
      const returned: ReturnedForm = { which, typed: String(fields[form.returned] ?? ''), problem: error.message };
      const { input } = await quotePage(services, request, path);
      const page = pages.render(
        'quote',
        { ...input, form: returned },
        speakToCustomer(request, input.quoted?.quote?.language),
      );
      reply.headers(error.headers).header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      return sendPage(request, reply, page, statusOf(error));
    }
  });
}

const BODY_BYTES_MAX = 16 * 1024;

interface PageForm {
  frame: Frame;
  path: string;
  /** The field that comes back with a refusal; never a secret. */
  returned: string;
  /** Answers where to go on, or what the same page says. */
  send: (caller: Caller, fields: Record<string, string>, from: unknown) => Promise<string | ReturnedForm>;
}

const adminHome: Record<Role, string> = {
  admin: paths.admin,
  dispatcher: paths.admin,
  driver: paths.adminOrders,
  customer: paths.admin,
};
const signIn =
  (homeOf: (role: Role) => string): PageForm['send'] =>
  async (caller, { username = '', password = '' }, from) => {
    const { role } = await caller.auth.login({ username, password });
    return from === paths.driver ? from : homeOf(role);
  };

const forms: readonly PageForm[] = [
  { frame: 'auth', path: paths.signIn, returned: 'username', send: signIn(() => paths.home) },
  { frame: 'adminAuth', path: paths.adminSignIn, returned: 'username', send: signIn((role) => adminHome[role]) },
  {
    frame: 'driver',
    path: paths.driver,
    returned: 'accessCode',
    send: async (caller, { accessCode = '' }) => {
      await caller.drivers.access({ accessCode });
      return paths.driver;
    },
  },
  {
    frame: 'my',
    path: paths.my,
    returned: 'email',
    send: async (caller, { email = '' }) => {
      await caller.signInLinks.send({ email });
      return { which: 'sent', typed: email, problem: '' };
    },
  },
];

export async function registerPageForms(
  app: FastifyInstance,
  services: Services,
  pages: Pages | undefined,
  getContext: GetContext,
): Promise<void> {
  if (!pages) return;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    (_request, body, done) => {
      const fields = [...new URLSearchParams(String(body))];
      const names = new Set(fields.map(([name]) => name));
      if (names.size < fields.length) done(badRequest('BAD_FORM', t('A field of the form is given more than once')));
      else if (fields.some(([, value]) => value.includes('\uFFFD')))
        done(badRequest('INVALID_ENCODING', t('The form is not valid UTF-8')));
      else done(null, Object.fromEntries(fields));
    },
  );
  // What a browser sends itself is text, field by field: JSON could be anything.
  app.removeContentTypeParser('application/json');
  registerQuoteForms(app, services, pages, getContext);
  registerDeliveryForms(app, services, pages, getContext);
  registerRequestForm(app, services, pages, getContext);
  for (const { frame, path, returned, send } of forms) {
    app.post<{ Body: Record<string, string> | null; Querystring: { from?: unknown } }>(path, async (request, reply) => {
      const fields = request.body ?? {};
      try {
        const caller = createCaller(await getContext(request, reply));
        const next = await send(caller, fields, request.query.from);
        if (typeof next === 'string') return reply.redirect(next, 303);
        return sendPage(request, reply, pages.render(frame, { path, form: next }, request.language), 200);
      } catch (thrown) {
        const error = toDomainError(thrown);
        if (statusOf(error) >= 500) throw thrown;
        const tooOften = sendTooOften(request, reply, error, brandOf(services));
        if (tooOften) return tooOften;
        const form = { typed: String(fields[returned] ?? ''), problem: error.message };
        const page = pages.render(frame, { path, form }, request.language);
        return sendPage(request, reply.headers(error.headers), page, statusOf(error));
      }
    });
  }
}
