import { TRPC_BASE } from '@quickfleet/shared/paths';
import { getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../http/context.ts';
import { statusOf, toDomainError } from '../http/errors.ts';
import type { Place } from '../http/streams/shared-streams.ts';
import { openEnded } from '../process/outside/streams.ts';
import { reportFailure } from '../process/report-failure.ts';
import { appRouter, callProcedure, typeOf } from '../router.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** One request must not run a hundred password checks, nor a hundred long lists (docs/security.md, TR-5). */
const BATCH_MAX = 10;

interface Call {
  path: string;
  input?: unknown;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TRPCError({ code: 'BAD_REQUEST', message: 'Not JSON', cause });
  }
}

/** What a GET says in its address, and a POST in its body. */
function givenBy({ method, headers, body, query }: FastifyRequest): unknown {
  if (method !== 'POST') {
    const { input } = query as Record<string, string | undefined>;
    return input ? parse(String(input)) : undefined;
  }
  if (!headers['content-type']?.startsWith('application/json')) throw new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  return typeof body === 'string' && body !== '' ? parse(body) : undefined;
}

/** The calls of a request, with the input of each. */
function callsOf(request: FastifyRequest, paths: readonly string[], isBatch: boolean): Call[] {
  if (paths.length > BATCH_MAX) throw new TRPCError({ code: 'BAD_REQUEST', message: 'Too many calls in one batch' });
  const types = new Set(paths.map(typeOf).filter((type) => type !== undefined));
  if (types.size > 1) throw new TRPCError({ code: 'BAD_REQUEST', message: 'Reads and changes in one call' });
  const given = givenBy(request);
  if (!isBatch) return paths.map((path) => ({ path, input: given }));
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw new TRPCError({ code: 'BAD_REQUEST', message: 'The inputs of several calls are an object' });
  return paths.map((path, place) => ({ path, input: given ? Reflect.get(given, String(place)) : undefined }));
}

/** A change is asked for by POST; a read may be too, when its input is long. */
function requireMethod(method: string, path: string): void {
  const type = typeOf(path);
  if (type === 'subscription') throw new TRPCError({ code: 'BAD_REQUEST', message: 'A subscription comes alone' });
  if (method === 'POST' || (type !== 'mutation' && (method === 'GET' || method === 'HEAD'))) return;
  throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED' });
}

/** The procedures as tRPC, below /trpc (decision 053). */
export async function trpcPlugin(app: FastifyInstance, { getContext }: { getContext: GetContext }): Promise<void> {
  const onError = ({ error, req }: { error: unknown; req: FastifyRequest }) => {
    reportFailure(error, req.log);
  };
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  const refuse = (error: TRPCError, { path, input }: Call, ctx: RequestContext | undefined) => {
    const domain = toDomainError(error);
    const type = typeOf(path) ?? 'unknown';
    const shape = getTRPCErrorShape({ config: appRouter._def._config, error, type, path, input, ctx });
    return { status: statusOf(domain), headers: domain.headers, body: { error: shape } };
  };
  async function answerOf(call: Call, place: number, request: FastifyRequest, context: Promise<RequestContext>) {
    let ctx: RequestContext | undefined;
    try {
      ctx = await context;
      requireMethod(request.method, call.path);
      const data = await callProcedure(call.path, call.input, ctx, place);
      return { status: 200, headers: {}, body: { result: { data } } };
    } catch (thrown) {
      const error = getTRPCErrorFromUnknown(thrown);
      onError({ error, req: request });
      return refuse(error, call, ctx);
    }
  }
  async function answersOf(request: FastifyRequest, reply: FastifyReply, path: string, isBatch: boolean) {
    const context = getContext(request, reply);
    try {
      const calls = callsOf(request, isBatch ? path.split(',') : [path], isBatch);
      const answers = await Promise.all(calls.map((call, place) => answerOf(call, place, request, context)));
      return { answers, body: isBatch ? answers.map(({ body }) => body) : answers[0]?.body };
    } catch (thrown) {
      const error = getTRPCErrorFromUnknown(thrown);
      onError({ error, req: request });
      const refusal = refuse(error, { path }, await context.catch(() => undefined));
      return { answers: [refusal], body: refusal.body };
    }
  }

  /** What goes on with an answer past Fastify, once its headers are complete. */
  const leaving = new WeakMap<FastifyReply, () => void>();
  app.addHook('onSend', (_request, reply, payload, done) => {
    const leave = leaving.get(reply);
    if (!leave) return done(null, payload);
    reply.hijack();
    // Sent alone, the text of the headers is one string and no longer the eighty that it was put together from.
    const headers = Object.entries(reply.getHeaders()).flatMap(([name, value = '']) => [name, value]);
    reply.raw.writeHead(reply.statusCode, headers).flushHeaders();
    reply.raw.write(payload);
    leave();
  });

  /**
   * A live stream: tRPC checks and begins it. That of somebody without an account goes on among those that are shared,
   * and nothing else of the call stays: not even Fastify's, which waits for the end of a reply that it is returned.
   */
  async function answerStream(request: FastifyRequest, reply: FastifyReply, path: string) {
    const gone = new AbortController();
    const abort = () => gone.abort();
    reply.raw.once('close', abort);
    const [, query = ''] = request.url.split('?');
    const places: Place[] = [];
    const context = getContext(request, reply);
    const isStranger = context.then(
      ({ caller }) => !caller.user && !caller.key,
      () => true,
    );
    const answer = await fetchRequestHandler({
      ...{ endpoint: TRPC_BASE, router: appRouter },
      req: new Request(`http://localhost${TRPC_BASE}/${encodeURIComponent(path)}?${query}`, {
        method: request.method,
        headers: { accept: request.headers.accept ?? '*/*' },
        signal: gone.signal,
      }),
      createContext: async () => ({
        ...(await context),
        ...((await isStranger) ? { handOver: (place: Place) => places.push(place) } : {}),
      }),
      onError: ({ error }) => onError({ error, req: request }),
    });
    reply.code(answer.status).headers(Object.fromEntries(answer.headers));
    if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream'))
      return reply.send(Buffer.from(await answer.arrayBuffer()));
    if (await isStranger) {
      // What tRPC has to say ends with the place that is taken, or with the refusal.
      const begun = await answer.text().catch(() => '');
      const { shared } = (await context).services.events;
      const [place] = places;
      if (!place) return reply.send(begun);
      if (gone.signal.aborted) {
        place.release();
        return reply;
      }
      reply.raw.once('close', place.release);
      const left = Promise.withResolvers<void>();
      leaving.set(reply.header('connection', 'close'), () => {
        shared.add(reply.raw, place);
        left.resolve();
      });
      reply.send(begun);
      return left.promise;
    }
    const body = openEnded();
    reply.send(body);
    try {
      for await (const part of answer.body) body.push(part);
      body.push(null);
    } catch {
      // Its client has gone.
      body.destroy();
    }
    return reply;
  }

  app.all(`${TRPC_BASE}/:path`, { config: { output: 'procedures' } }, async (request, reply) => {
    const { path = '' } = request.params as { path?: string };
    const isBatch = (request.query as Record<string, unknown>)['batch'] === '1';
    if (!isBatch && typeOf(path) === 'subscription') return answerStream(request, reply, path);
    const { answers, body } = await answersOf(request, reply, path, isBatch);
    const statuses = new Set(answers.map(({ status }) => status));
    const [status = 200] = statuses;
    reply
      .code(statuses.size > 1 ? 207 : status)
      .headers(Object.assign({}, ...answers.map(({ headers }) => headers)))
      .header('content-type', 'application/json');
    return reply.send(JSON.stringify(body));
  });
}
