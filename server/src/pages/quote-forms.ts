// The forms of a customer's quote page as the browser sends them itself, before the page's scripts have come. They call
// the same procedures; what is refused comes back with the page, the reason and what was typed.
import type { ReturnedForm } from '@quickfleet/shared/page';
import { paths } from '@quickfleet/shared/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../client.ts';
import type { RequestContext, Services } from '../http/context.ts';
import { statusOf, toDomainError } from '../http/errors.ts';
import { createCallerFactory } from '../http/trpc.ts';
import { appRouter } from '../router.ts';
import type { Pages } from './pages.ts';
import { quotePage } from './quote-page.ts';

const createCaller = createCallerFactory(appRouter);
type Caller = ReturnType<typeof createCaller>;
type Fields = Record<string, string>;

interface QuoteForm {
  /** The field that comes back with a refusal. */
  returned: string;
  send: (caller: Caller, token: string, fields: Fields) => Promise<unknown>;
}

/** By the hidden field `form`, which anybody may fill with anything. */
const forms: ReadonlyMap<string, QuoteForm> = new Map(
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

export function registerQuoteForms(
  app: FastifyInstance,
  services: Services,
  pages: Pages,
  getContext: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.post<{ Params: { token: string }; Body: Fields | null }>('/q/:token', async (request, reply) => {
    const { token } = request.params;
    const path = paths.quote(token);
    const fields = request.body ?? {};
    const which = String(fields['form'] ?? '');
    const form = forms.get(which);
    if (!form) return reply.redirect(path, 303);
    try {
      await form.send(createCaller(await getContext(request, reply)), token, fields);
      return reply.redirect(path, 303);
    } catch (thrown) {
      const error = toDomainError(thrown);
      if (statusOf(error) >= 500) throw thrown;
      const returned: ReturnedForm = { which, typed: String(fields[form.returned] ?? ''), problem: error.message };
      const { input } = await quotePage(services, request, path);
      const page = await pages.render('quote', { ...input, form: returned });
      reply.headers(error.headers).header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      return sendPage(request, reply, page, statusOf(error));
    }
  });
}
