import { API_BASE } from '@quickfleet/shared/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastifyTRPCOpenApiPlugin } from 'trpc-openapi';
import type { RequestContext } from '../context.ts';
import { badRequest, errorBodyOf, statusOf, toDomainError } from '../lib/errors.ts';
import { etagOf } from '../lib/fresh.ts';
import { reportFailure } from '../lib/report-failure.ts';
import { textOf } from '../lib/wire-text.ts';
import { appRouter, callProcedure } from '../router.ts';
import { withForm } from './multipart.ts';
import { namesJson, noSuchCall, type RestRoute, type RouteTable, restRoutes, routeAt, takesBody } from './routes.ts';
import { type ShortCall, shortCallOf } from './short-calls.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

declare module 'fastify' {
  interface FastifyRequest {
    /** What a procedure threw; the adapter's own body for it is replaced before it leaves. */
    thrown: unknown;
  }
}

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);
const DOTS = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
const isDecodable = (url: string) => {
  try {
    return Boolean(decodeURI(url));
  } catch {
    return false;
  }
};
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface PageFigures {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  totalIsEstimate?: true;
}
const isPage = (data: unknown): data is PageFigures =>
  typeof data === 'object' &&
  data !== null &&
  'totalPages' in data &&
  'page' in data &&
  'limit' in data &&
  'total' in data;

/** Link (RFC 8288) and X-Total-Count of a page; which one is the last is only told when it is known. */
function pageHeaders(request: FastifyRequest, data: PageFigures): Record<string, string> {
  const url = new URL(request.originalUrl, 'http://localhost');
  url.searchParams.set('page', '0');
  url.searchParams.set('limit', String(data.limit));
  // Written once for all links, of which only the page's number differs.
  const [before, after] = `${url.pathname}${url.search}`.split(/(?<=[?&]page=)0(?=&|$)/);
  const link = (page: number, rel: string) => `<${before}${page}${after}>; rel="${rel}"`;
  const last = Math.max(1, data.totalPages);
  const links = [
    link(1, 'first'),
    ...(data.page > 1 ? [link(data.page - 1, 'prev')] : []),
    ...(data.page < data.totalPages ? [link(data.page + 1, 'next')] : []),
    ...(data.totalIsEstimate ? [] : [link(last, 'last')]),
  ];
  return { Link: links.join(', '), 'X-Total-Count': String(data.total) };
}

const isVersioned = (data: unknown): data is { id: number; version: number } =>
  typeof data === 'object' &&
  data !== null &&
  'id' in data &&
  'version' in data &&
  typeof data.id === 'number' &&
  typeof data.version === 'number';

const headersOf = ({ etag }: RestRoute, request: FastifyRequest, answer: unknown): Record<string, string> => ({
  ...(isPage(answer) ? pageHeaders(request, answer) : {}),
  ...(etag && isVersioned(answer) ? { ETag: etagOf(etag, answer.id, answer.version) } : {}),
});

/**
 * Publishes the procedures as REST under /api/v1 through trpc-openapi, with the error body, status codes and headers that
 * docs/rest-api.md describes.
 */
export async function restPlugin(
  app: FastifyInstance,
  { getContext, table }: { getContext: GetContext; table: RouteTable },
): Promise<void> {
  app.decorateRequest('thrown', null);

  async function answerCall({ route, input }: ShortCall, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const data = await callProcedure(route.procedure, input, await getContext(request, reply));
      reply
        .code(route.status)
        .headers(headersOf(route, request, data))
        .header('content-type', 'application/json');
      await reply.send(textOf(data));
    } catch (error) {
      request.thrown = error;
      reportFailure(error, request.log);
      await reply.send('');
    }
  }

  // After onRequest, where the general limit counts: an address that does not exist is counted too (docs/security.md,
  // TR-19).
  app.addHook('preParsing', async (request) => {
    const path = request.url.split('?')[0] ?? '';
    // The adapter would resolve /orders/tracking/.. to /orders/, another call than the one that was looked at here.
    if (DOTS.test(path) || !isDecodable(request.url)) throw badRequest('BAD_ADDRESS', 'The address is not valid');
    const methods = table.methodsOf(path);
    // The adapter knows no HEAD and reads the method from Node's own request, so it is set there: it answers as
    // for GET, and Fastify, which has routed by then, leaves the body out.
    if (request.method === 'HEAD' && methods.includes('GET')) request.raw.method = 'GET';
    if (!methods.includes(request.method)) throw noSuchCall(table, request);
    if (Object.keys(request.query ?? {}).some((name) => UNSAFE.has(name)))
      throw badRequest('BAD_QUERY', 'A parameter has a name that is not allowed');
    // A call without a body needs no content type, and any will do; the adapter insists on JSON.
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
    if (!hasBody) request.headers['content-type'] = 'application/json';
  });

  app.addHook('preHandler', async (request, reply) => {
    const { route, params } = routeAt(request.method, request.url.split('?')[0] ?? '');
    // The adapter reads JSON alone; a form without files says the same.
    if (route?.takesForms && request.isMultipart()) {
      const ctx = await getContext(request, reply);
      request.body = await withForm(ctx, request, async ({ fields }) => fields);
      request.headers['content-type'] = 'application/json';
    }
    if (!takesBody(request) || !namesJson(request)) return;
    const { body } = request;
    // The adapter would spread a list or a text into fields named 0, 1, 2 and go on as if nothing had been sent.
    if (body !== undefined && body !== null && !isObject(body))
      throw badRequest('INVALID_BODY', 'The request body must be a JSON object');
    if (!isObject(body)) return;
    for (const [name, value] of Object.entries(params)) {
      const said: unknown = Reflect.get(body, name);
      if (said === undefined || said === null) continue;
      // An object's own toString may be anything.
      if (typeof said !== 'object' && String(said) === value) continue;
      const message = `${name} in the body is another one than in the address`;
      throw badRequest('ID_MISMATCH', message, [{ path: name, message }]);
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.thrown) return payload;
    const error = toDomainError(request.thrown);
    reply.code(statusOf(error)).headers(error.headers).header('content-type', 'application/json; charset=utf-8');
    return JSON.stringify(errorBodyOf(error, request.id));
  });

  // The adapter's handler ends before the answer has left. Without the reply in hand Fastify would send a second, empty
  // one while a hook is still at work: a sign-in saves its session and would answer 200 without a body.
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function answerOnce(request, reply) {
      const call = shortCallOf(request);
      if (call) await answerCall(call, request, reply);
      else await handler.call(this, request, reply);
      return reply;
    };
  });

  await app.register(fastifyTRPCOpenApiPlugin, {
    router: appRouter,
    basePath: API_BASE,
    createContext: ({ req, res }: { req: FastifyRequest; res: FastifyReply }) => getContext(req, res),
    onError: ({ error, req }: { error: unknown; req: FastifyRequest }) => {
      req.thrown = error;
      reportFailure(error, req.log);
    },
    responseMeta: ({
      paths,
      data,
      errors,
      ctx,
    }: {
      paths?: readonly string[];
      data: unknown[];
      errors: unknown[];
      ctx?: RequestContext & { raw?: FastifyRequest };
    }) => {
      const route = restRoutes.of(paths?.[0] ?? '');
      if (errors.length > 0 || !ctx?.raw || !route) return {};
      return { status: route.status, headers: headersOf(route, ctx.raw, data[0]) };
    },
  } as never);
}
