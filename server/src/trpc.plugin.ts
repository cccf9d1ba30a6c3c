import { TRPC_BASE } from '@quickfleet/shared/paths';
import { getTRPCErrorFromUnknown, getTRPCErrorShape } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from './context.ts';
import { statusOf, toDomainError } from './lib/errors.ts';
import { reportFailure } from './lib/report-failure.ts';
import { WireText } from './lib/wire-text.ts';
import { appRouter, callProcedure, procedures } from './router.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** One request must not run a hundred password checks, nor a hundred long lists (docs/security.md, TR-5). */
const BATCH_MAX = 10;

interface Call {
  path: string;
  input: unknown;
}
interface Calls {
  type: 'query' | 'mutation';
  all: Call[];
  isBatch: boolean;
}

const isOfType = (path: string, type: Calls['type']): boolean =>
  Object.hasOwn(procedures, path) && procedures[path]?._def.type === type;

function parse(text: string | undefined): { value: unknown } | undefined {
  if (text === undefined) return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const JSON_TYPE = /^application\/json(?:;|$)/;
/** The body of a POST as it came, or the parameter of a GET; null for what is neither. */
function givenText({ method, headers, body }: FastifyRequest, input: string | undefined): string | undefined | null {
  if (method === 'GET') return input;
  const isJson = JSON_TYPE.test(headers['content-type'] ?? '');
  return isJson && input === undefined && typeof body === 'string' ? body : null;
}

/**
 * The queries that a GET asks for, or the mutations of a POST; undefined when anything about it is for the adapter to
 * judge.
 */
function callsOf(request: FastifyRequest): Calls | undefined {
  const { method } = request;
  if ((method !== 'GET' && method !== 'POST') || request.headers['trpc-accept'] !== undefined) return undefined;
  if (request.headers.accept?.includes('jsonl')) return undefined;
  const type = method === 'GET' ? 'query' : 'mutation';
  const { path = '' } = request.params as { path?: string };
  const { batch, input, ...others } = request.query as Record<string, string | string[] | undefined>;
  if (!/^[\w.,]+$/.test(path) || Object.keys(others).length > 0 || Array.isArray(input)) return undefined;
  if (batch !== undefined && batch !== '1') return undefined;
  const isBatch = batch === '1';
  const paths = isBatch ? path.split(',') : [path];
  if (paths.length > BATCH_MAX || !paths.every((one) => isOfType(one, type))) return undefined;
  const text = givenText(request, input);
  const given = text === null ? undefined : parse(text);
  if (!given) return undefined;
  if (!isBatch) return { type, all: [{ path, input: given.value }], isBatch };
  const inputs = given.value ?? {};
  if (typeof inputs !== 'object' || Array.isArray(inputs)) return undefined;
  return {
    type,
    all: paths.map((one, place) => ({ path: one, input: (inputs as Record<string, unknown>)[place] })),
    isBatch,
  };
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  /** JSON text. */
  body: string;
}

/** Runs one call and says its answer, or its refusal, as tRPC does. */
async function answerOf(
  { path, input }: Call,
  type: Calls['type'],
  batchIndex: number,
  request: FastifyRequest,
  context: Promise<RequestContext>,
): Promise<Answer> {
  let ctx: RequestContext | undefined;
  try {
    ctx = await context;
    const data = await callProcedure(path, input, ctx, batchIndex);
    const body = data instanceof WireText ? `{"result":{"data":${data.json}}}` : JSON.stringify({ result: { data } });
    return { status: 200, headers: {}, body };
  } catch (thrown) {
    const error = getTRPCErrorFromUnknown(thrown);
    reportFailure(error, request.log);
    const domain = toDomainError(error);
    const shape = getTRPCErrorShape({ config: appRouter._def._config, error, type, path, input, ctx });
    return { status: statusOf(domain), headers: domain.headers, body: JSON.stringify({ error: shape }) };
  }
}

/**
 * Queries and mutations go straight from Fastify to their procedures: tRPC's adapter makes a web request, a web answer
 * with its stream and an abort signal for each, which costs more than the work of a read itself (docs/performance.md).
 * The bytes are the adapter's.
 */
async function answerCalls(
  { type, all, isBatch }: Calls,
  request: FastifyRequest,
  reply: FastifyReply,
  getContext: GetContext,
): Promise<void> {
  const context = getContext(request, reply);
  const answers = await Promise.all(all.map((call, place) => answerOf(call, type, place, request, context)));
  const statuses = new Set(answers.map(({ status }) => status));
  const [status = 200] = statuses;
  const bodies = answers.map(({ body }) => body);
  await reply
    .code(statuses.size > 1 ? 207 : status)
    .headers(Object.assign({ vary: 'trpc-accept, accept' }, ...answers.map(({ headers }) => headers)))
    .header('content-type', 'application/json')
    .send(isBatch ? `[${bodies.join(',')}]` : bodies[0]);
}

/** The procedures as tRPC, below /trpc. */
export async function trpcPlugin(app: FastifyInstance, { getContext }: { getContext: GetContext }): Promise<void> {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function answer(request, reply) {
      const calls = callsOf(request);
      if (!calls) return handler.call(this, request, reply);
      await answerCalls(calls, request, reply, getContext);
      return reply;
    };
  });
  await app.register(fastifyTRPCPlugin, {
    prefix: TRPC_BASE,
    trpcOptions: {
      router: appRouter,
      allowMethodOverride: true,
      maxBatchSize: BATCH_MAX,
      responseMeta: ({ errors }: { errors: readonly unknown[] }) => ({
        headers: Object.assign({}, ...errors.map((error) => toDomainError(error).headers)),
      }),
      createContext: ({ req, res }: { req: FastifyRequest; res: FastifyReply }) => getContext(req, res),
      onError: ({ error, req }: { error: unknown; req: FastifyRequest }) => void reportFailure(error, req.log),
    },
  });
}
