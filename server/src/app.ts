import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { compile as compileProxies } from '@fastify/proxy-addr';
import rateLimit from '@fastify/rate-limit';
import session from '@fastify/session';
import { API_BASE } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { z } from 'zod';
import { brandOf, notFoundHandler, registerAssets, sendMissing } from './client.ts';
import type { Config } from './config.ts';
import { guardConnections } from './db/connections.ts';
import { registerAccountingRoutes } from './delivery/accounting/accounting.routes.ts';
import { registerAttemptRoutes } from './delivery/attempts/attempts.routes.ts';
import { registerCalendarFeed } from './delivery/calendars/calendars.routes.ts';
import { registerDriverRoutes } from './delivery/drivers/drivers.routes.ts';
import { registerEvidenceRoutes, registerKeysRoute } from './delivery/evidence/evidence.routes.ts';
import { registerPaperRoutes } from './delivery/papers/papers.routes.ts';
import { invoiceMoney } from './delivery/payments/invoice-events.ts';
import { registerStopRoutes } from './delivery/stops/stops.routes.ts';
import { registerMapFile } from './files/map-file.ts';
import { registerFileRoute, registerUploadRoutes } from './files/uploads/uploads.routes.ts';
import { parseJsonBodies } from './http/bodies/json-body.ts';
import { logKeyCalls } from './http/caller/key-calls.ts';
import type { RequestContext, Services } from './http/context.ts';
import { badRequest, errorBodyOf, forbidden, statusOf, tooMany } from './http/errors.ts';
import { registerEtags } from './http/etags.ts';
import { endCounting, networkOf } from './http/limits.ts';
import { guardOutputs } from './http/output-serializer.ts';
import { createRequestContext, namesApiKey } from './http/request-context.ts';
import { readiness, registerMetrics } from './metrics.ts';
import { registerBankRoutes } from './operations/bank/bank.routes.ts';
import { registerExportRoutes } from './operations/exports/exports.routes.ts';
import { registerImportRoutes } from './operations/imports/imports.routes.ts';
import { registerInboundRoutes } from './operations/inbound/inbound.routes.ts';
import { registerTransferRoutes } from './operations/transfer/exports.routes.ts';
import { registerEmailConfirm } from './pages/email-confirm.ts';
import { registerMailChoices } from './pages/mail-choices.ts';
import { registerPageForms } from './pages/page-forms.ts';
import { loadPages } from './pages/pages.ts';
import { sendErrorPage, wantsPage } from './pages/plain-page.ts';
import { rememberingSigner } from './people/auth/cookie-signer.ts';
import { SessionStore } from './people/auth/session.store.ts';
import { keepNewerCookie, SESSION_COOKIE } from './people/auth/session-cookie.ts';
import { registerCustomerRoutes } from './people/customers/customers.routes.ts';
import { inBackground } from './process/outside/background.ts';
import { reportFailure } from './process/report-failure.ts';
import { registerPaymentRoutes } from './quoting/payments/payments.routes.ts';
import { resolveAlias } from './rest/aliases.ts';
import { registerAnswerHeaders } from './rest/answer-headers.ts';
import { registerBareLists } from './rest/bare-lists.ts';
import { isOwnOrigin, registerCrossOrigin } from './rest/cross-origin.ts';
import { registerDocs } from './rest/docs.plugin.ts';
import { refuseUnknownParameters } from './rest/known-queries.ts';
import {
  answerBadAddress,
  answerBrokenRequest,
  cutUnreadBody,
  endSlowBody,
  requireClearAddress,
} from './rest/raw-errors.ts';
import { restPlugin } from './rest/rest.plugin.ts';
import { createRouteTable } from './rest/routes.ts';
import { registerSecurityHeaders } from './rest/security-headers.ts';
import { guardStreams } from './rest/stream-guard.ts';
import { guardAddresses, guardText } from './rest/text-guard.ts';
import { trpcPlugin } from './rest/trpc.plugin.ts';
import { registerKnownDevices } from './security/known-devices.ts';
import { nameRequest } from './security/secrets.ts';
import type { Tracing } from './tracing.ts';
import { registerLanguages } from './words/speak.ts';

const trustedProxies = ({ TRUST_PROXY = '' }: Config) => TRUST_PROXY.split(',').map((address) => address.trim());
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const GENERAL_REQUESTS_PER_MINUTE = 1200;

/** Another site must not act with this browser's cookie (OWASP CSRF); where it may ask, no cookie counts. */
function requireOwnOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (SAFE_METHODS.has(request.method) || namesApiKey(request) || request.foreignOrigin !== undefined) return;
  if (!isOwnOrigin(request, publicUrl)) throw forbidden(t('This request comes from another site'));
}

/** A parameter that comes twice says two things: no call guesses which one is meant. */
async function refuseRepeated(request: FastifyRequest): Promise<void> {
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (!Array.isArray(value) || request.routeOptions.config.lists?.includes(name)) continue;
    const message = `The parameter ${name.slice(0, 100)} is given more than once`;
    throw badRequest('REPEATED_PARAMETER', message, [{ path: name, message }]);
  }
}

/**
 * The whole server, not yet listening: plugins in order, error handlers, static client. Tests call it through `inject`.
 */
export async function buildApp(
  services: Services,
  options: { clientDir?: string | undefined; tracing?: Tracing | undefined } = {},
): Promise<FastifyInstance> {
  const { config } = services;
  const pages = await loadPages(options.clientDir, () => brandOf(services), config.language);
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nameRequest,
    // Exact proxies only: with `true` anyone could name their own address (docs/security.md, TR-19).
    trustProxy: config.TRUST_PROXY ? trustedProxies(config) : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 120_000,
    // Neither reads nor sends: a live stream is pinged more often than that.
    connectionTimeout: 65_000,
    // Looked for every 5 s: with Node's 30 s a dribbled request would hold its socket half as long again
    // (docs/security.md, TR-20).
    http: { connectionsCheckingInterval: 5000 },
    routerOptions: { maxParamLength: 5000, ignoreTrailingSlash: true },
    rewriteUrl: (request) => resolveAlias(request.url ?? '/'),
    frameworkErrors: (error, request, reply) => {
      // No hook has seen such a request.
      request.language = config.language;
      if (pages && wantsPage(request))
        inBackground('Answering a broken address', () => sendMissing(request, reply, pages));
      else answerBadAddress(error, request, reply);
    },
    clientErrorHandler: answerBrokenRequest,
    forceCloseConnections: 'idle',
    // At a stop, what still comes on open connections is answered, and each answer says that its connection closes: a
    // proxy then goes to the next server, and no request is refused.
    return503OnClosing: false,
  });
  await options.tracing?.register(app);
  registerAnswerHeaders(app);
  guardOutputs(app);
  logKeyCalls(app, services);
  app.addHook('onClose', () => endCounting(services));
  guardAddresses(app);
  const table = createRouteTable();
  app.addHook('onRoute', ({ method, url }) => table.add(method, url));
  app.server.headersTimeout = 15_000;
  const isTrusted = config.TRUST_PROXY ? compileProxies(trustedProxies(config)) : () => false;
  // The guard makes room long before; this is for what it cannot see.
  app.server.maxConnections = 6100;
  const connections = guardConnections(app.server, { isProxy: (address) => isTrusted(address, 0) });

  app.addHook('onResponse', async (request) => cutUnreadBody(request));
  guardStreams(app, services);

  const contexts = new WeakMap<FastifyRequest, Promise<RequestContext>>();
  const contextOf = (request: FastifyRequest, reply: FastifyReply): Promise<RequestContext> => {
    const known = contexts.get(request) ?? createRequestContext(services, request, reply);
    contexts.set(request, known);
    return known;
  };

  const isPremature = (thrown: unknown) =>
    thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_STREAM_PREMATURE_CLOSE';
  app.setErrorHandler((thrown, request, reply) => {
    // The reader of a live stream has gone, or hung up before the answer was packed. One that was started cannot become
    // another, and one that nobody waits for is no failure.
    if (reply.raw.headersSent || (reply.raw.destroyed && isPremature(thrown))) {
      reply.hijack();
      reply.raw.destroy();
      return;
    }
    const error = reportFailure(thrown, request.log);
    if (pages && wantsPage(request)) return sendErrorPage(request, reply, error, brandOf(services));
    reply.header('cache-control', 'no-store').headers({ ...error.headers });
    reply.code(statusOf(error)).type('application/json; charset=utf-8').send(errorBodyOf(error, request.id));
  });

  await app.register(cookie);
  registerLanguages(app, services);
  registerSecurityHeaders(app, config);
  registerCrossOrigin(app, config);
  await app.register(rateLimit, {
    global: true,
    max: Math.max(1, Math.round(GENERAL_REQUESTS_PER_MINUTE * config.LIMIT_SCALE)),
    timeWindow: '1 minute',
    // A connection that was cut by then has no address any more.
    keyGenerator: ({ ip }: { ip: string | undefined }) => networkOf(ip ?? ''),
    // A screen is some seventy files once, and a whole office may share one address.
    allowList: ({ url }) => url.startsWith('/assets/'),
    errorResponseBuilder: (_request, context) => tooMany(Math.ceil(context.ttl / 1000)),
  });
  // After onRequest, where the general limit counts.
  app.addHook('preParsing', async (request) => requireClearAddress(request));
  // JSON alone: pages and assets are compressed ahead, and a stream of events must not wait.
  await app.register(compress, {
    threshold: 1024,
    customTypes: /^application\/json/,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  });
  // After onRequest, where the general limit counts.
  app.addHook('preParsing', refuseRepeated);

  registerMetrics(app, services);
  const unlimited = { rateLimit: false, output: z.object({ status: z.string() }) } as const;
  app.get('/healthz', { config: unlimited }, () => ({ status: 'ok' }));
  app.get('/readyz', { config: unlimited }, () => readiness(services));

  await registerDocs(app, config);
  await registerAssets(app, options.clientDir, services);
  await registerMapFile(app, config);

  // Sessions, origins and forms only where calls are answered: a database that is away never takes the pages with it
  // (docs/security.md, TR-8).
  await app.register(async (api) => {
    await api.register(session, {
      secret: rememberingSigner(services.secrets.cookieSecrets),
      cookieName: SESSION_COOKIE,
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: 'auto' },
      store: new SessionStore(services),
      saveUninitialized: false,
      rolling: false,
    });
    keepNewerCookie(api);
    registerKnownDevices(api, services.secrets);
    await api.register(multipart, { throwFileSizeLimit: false });
    guardText(api);
    refuseUnknownParameters(api);
    registerEtags(api);
    parseJsonBodies(api);
    api.addHook('onRequest', async (request, reply) => {
      endSlowBody(request, reply);
      requireOwnOrigin(request, config.PUBLIC_URL);
      reply.header('cache-control', 'no-store');
    });

    await api.register((forms) => registerPageForms(forms, services, pages, contextOf));
    await api.register((choices) => registerMailChoices(choices, services, contextOf));
    await api.register((confirm) => registerEmailConfirm(confirm, services, contextOf));
    registerCalendarFeed(api, contextOf);
    registerFileRoute(api, contextOf);
    registerKeysRoute(api, contextOf);
    await api.register(
      async (forms) => {
        registerUploadRoutes(forms, contextOf);
        registerDriverRoutes(forms, contextOf);
        registerAttemptRoutes(forms, contextOf);
        registerStopRoutes(forms, contextOf);
        registerCustomerRoutes(forms, contextOf);
        registerPaperRoutes(forms, contextOf);
        registerPaymentRoutes(forms, contextOf, invoiceMoney);
        registerEvidenceRoutes(forms, contextOf);
        registerAccountingRoutes(forms, contextOf);
        registerImportRoutes(forms, contextOf);
        registerBankRoutes(forms, contextOf);
        registerInboundRoutes(forms, contextOf);
        registerExportRoutes(forms, contextOf);
        registerTransferRoutes(forms, contextOf);
      },
      { prefix: API_BASE },
    );
    registerBareLists(api, contextOf);
    await api.register(restPlugin, { getContext: contextOf });
    await api.register(trpcPlugin, { getContext: contextOf });
  });

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, notFoundHandler(services, table, pages));
  app.addHook('preClose', async () => {
    services.events.endStreams();
    await connections.drain();
    connections.destroyIdle();
  });
  return app;
}
