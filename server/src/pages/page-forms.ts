// Forms of the pages as the browser sends them itself, before the page's scripts have come. They call the same
// procedures; what they cannot do is answered with the page and the reason in it.
import { type Frame, paths } from '@quickfleet/shared/paths';
import type { Role } from '@quickfleet/shared/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../client.ts';
import type { RequestContext, Services } from '../http/context.ts';
import { badRequest, statusOf, toDomainError } from '../http/errors.ts';
import { createCallerFactory } from '../http/trpc.ts';
import { appRouter } from '../router.ts';
import type { Pages } from './pages.ts';
import { registerQuoteForms } from './quote-forms.ts';
import { registerRequestForm } from './request-form.ts';

const createCaller = createCallerFactory(appRouter);
type Caller = ReturnType<typeof createCaller>;
const BODY_BYTES_MAX = 16 * 1024;

interface PageForm {
  frame: Frame;
  path: string;
  /** The field that comes back with a refusal; never a secret. */
  returned: string;
  /** Answers where to go on. */
  send: (caller: Caller, fields: Record<string, string>) => Promise<string>;
}

const adminHome: Record<Role, string> = {
  admin: paths.admin,
  dispatcher: paths.admin,
  driver: paths.adminOrders,
  customer: paths.admin,
};
const signIn =
  (homeOf: (role: Role) => string): PageForm['send'] =>
  async (caller, { username = '', password = '' }) =>
    homeOf((await caller.auth.login({ username, password })).role);

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
];

export async function registerPageForms(
  app: FastifyInstance,
  services: Services,
  pages: Pages | undefined,
  getContext: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): Promise<void> {
  if (!pages) return;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    (_request, body, done) => {
      const fields = [...new URLSearchParams(String(body))];
      const names = new Set(fields.map(([name]) => name));
      if (names.size < fields.length) done(badRequest('BAD_FORM', 'A field of the form is given more than once'));
      else if (fields.some(([, value]) => value.includes('\uFFFD')))
        done(badRequest('INVALID_ENCODING', 'The form is not valid UTF-8'));
      else done(null, Object.fromEntries(fields));
    },
  );
  // What a browser sends itself is text, field by field: JSON could be anything.
  app.removeContentTypeParser('application/json');
  registerQuoteForms(app, services, pages, getContext);
  registerRequestForm(app, pages, getContext);
  for (const { frame, path, returned, send } of forms) {
    app.post<{ Body: Record<string, string> | null }>(path, async (request, reply) => {
      const fields = request.body ?? {};
      try {
        const caller = createCaller(await getContext(request, reply));
        return reply.redirect(await send(caller, fields), 303);
      } catch (thrown) {
        const error = toDomainError(thrown);
        if (statusOf(error) >= 500) throw thrown;
        const form = { typed: String(fields[returned] ?? ''), problem: error.message };
        const page = await pages.render(frame, { path, form });
        return sendPage(request, reply.headers(error.headers), page, statusOf(error));
      }
    });
  }
}
