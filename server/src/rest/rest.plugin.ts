import { API_BASE } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noteUnknownFieldsOfEntries, refuseUnknownFields } from '../http/bodies/known-fields.ts';
import { withForm } from '../http/bodies/multipart.ts';
import { authorize } from '../http/caller/authorize.ts';
import type { RequestContext } from '../http/context.ts';
import { badRequest } from '../http/errors.ts';
import { callProcedure, procedures } from '../router.ts';
import { answerHeadersOf } from './answer-headers.ts';
import { knownFieldsOf } from './known-bodies.ts';
import { type RestRoute, restRoutes } from './routes.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;
type Fields = Record<string, unknown>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which procedure answers. */
    procedure?: string;
    /** Parameters of the query that are lists, and may be given more than once. */
    lists?: readonly string[];
  }
}

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);
const TAKES_BODY = new Set(['POST', 'PUT', 'PATCH']);
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (schema: unknown): boolean =>
  schema instanceof z.ZodArray || (schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodArray);
/** Parameters of a query that are lists: one alone is a list of one. */
const listsOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape).filter((name) => isList(schema.shape[name])) : [];

/** The parameters of a query that say something. */
function fieldsOfQuery(query: Record<string, string | string[]>, lists: readonly string[]): Fields {
  if (Object.keys(query).some((name) => UNSAFE.has(name)))
    throw badRequest('BAD_QUERY', t('A parameter has a name that is not allowed'));
  const said = Object.entries(query).filter(([, value]) => value);
  return Object.fromEntries(said.map(([name, value]) => [name, lists.includes(name) ? [value].flat() : value]));
}

/** The fields of a body, which names nothing else than the address does. */
function fieldsOfBody(body: unknown, params: Record<string, string>): Fields {
  if (body === undefined || body === null) return {};
  if (!isFields(body)) throw badRequest('INVALID_BODY', t('The request body must be a JSON object'));
  for (const [name, value] of Object.entries(params)) {
    const said = body[name] ?? value;
    // An object's own toString may be anything.
    if (typeof said !== 'object' && String(said) === value) continue;
    const message = t('{name} in the body is another one than in the address', { name });
    throw badRequest('ID_MISMATCH', message, [{ path: name, message }]);
  }
  return body;
}

/** The procedures as REST below /api/v1, at the addresses that they give to trpc-openapi (decision 053). */
export async function restPlugin(app: FastifyInstance, { getContext }: { getContext: GetContext }): Promise<void> {
  // A call without a body needs no content type, and any will do.
  app.addHook('preParsing', async ({ headers }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody) headers['content-type'] = 'application/json';
  });

  const publish = (route: RestRoute) => {
    const [schema] = procedures[route.procedure]?._def.inputs ?? [];
    const takesNothing = schema === undefined || schema instanceof z.ZodVoid || schema instanceof z.ZodUndefined;
    const lists = listsOf(schema);
    const entriesAs = route.entries && restRoutes.of(route.entries.asIn);
    async function inputOf(request: FastifyRequest, ctx: RequestContext): Promise<Fields | undefined> {
      const params = request.params as Record<string, string>;
      const query = fieldsOfQuery(request.query as Record<string, string | string[]>, lists);
      if (!TAKES_BODY.has(request.method)) return takesNothing ? undefined : { ...query, ...params };
      const isForm = route.takesForms && request.isMultipart();
      if (!isForm && !request.headers['content-type']?.startsWith('application/json'))
        throw new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE' });
      const body = isForm ? await withForm(ctx, request, async ({ fields }) => fields) : request.body;
      const fields = fieldsOfBody(body, params);
      refuseUnknownFields(request, fields, knownFieldsOf(route), () => authorize(ctx, route.procedure));
      if (entriesAs && route.entries) {
        const { field } = route.entries;
        noteUnknownFieldsOfEntries(request, { field, entries: fields[field] }, knownFieldsOf(entriesAs));
      }
      return takesNothing ? undefined : { ...fields, ...params };
    }
    app.route({
      method: route.method,
      url: API_BASE + route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { output: 'procedures', procedure: route.procedure, lists },
      // Before the body is read: whether there is such a call comes before what is in it.
      onRequest: async (request, reply) => {
        if (!route.requires) return;
        const ctx = await getContext(request, reply);
        authorize(ctx, route.procedure);
        route.requires(ctx);
      },
      async handler(request, reply) {
        const ctx = await getContext(request, reply);
        const answer = await callProcedure(route.procedure, await inputOf(request, ctx), ctx);
        reply.code(ctx.request.notes?.isKnown ? 200 : route.status).headers(answerHeadersOf(route, request, answer));
        return reply.header('content-type', 'application/json').send(JSON.stringify(answer));
      },
    });
  };
  for (const route of restRoutes.all) publish(route);
}
