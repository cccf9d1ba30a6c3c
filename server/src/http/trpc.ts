import type { EntityManager } from '@mikro-orm/postgresql';
import { type RateName, rates } from '@quickfleet/shared/limits';
import { isStaff } from '@quickfleet/shared/roles';
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { isRepeat, runInTransaction } from '../db/transaction.ts';
import { authorize } from './caller/authorize.ts';
import { forCaller } from './caller/key-view.ts';
import type { RequestContext } from './context.ts';
import { errorBodyOf } from './errors.ts';
import { countTry } from './limits.ts';
import { quietly } from './quiet.ts';
import { attend } from './streams/streams.ts';

export interface ProcedureMeta {
  /** false: the procedure keeps its own transaction, because it changes the session or must count a failed try. */
  transaction?: boolean;
  /** Throws where this installation has no such call, before anything in it is looked at. */
  requires?: (ctx: RequestContext) => void;
  /** Status of a success over REST; 200 when absent. */
  status?: 200 | 201 | 202;
  /** The answer is one row with a version: it carries the row's ETag, under this name. */
  etag?:
    | 'company'
    | 'customer'
    | 'inbound'
    | 'incident'
    | 'invoice'
    | 'key'
    | 'order'
    | 'price-list'
    | 'quote'
    | 'recurring'
    | 'report'
    | 'template'
    | 'user'
    | 'webhook';
  /** The call asks `requireVersion` before it changes a row, so that If-Match counts. */
  honorsIfMatch?: true;
  /** A list in the body: each of its entries is judged as the body of another call, by its procedure. */
  entries?: { field: string; asIn: string };
}

const t = initTRPC
  .context<RequestContext>()
  .meta<OpenApiMeta<Record<string, unknown> & ProcedureMeta>>()
  .create({
    // Explicit: with the default a stack trace reaches the client unless NODE_ENV was set before this line.
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const body = errorBodyOf(error, ctx?.request.id ?? '');
      const { code, httpStatus, path } = { ...shape.data, httpStatus: body.status };
      return {
        ...shape,
        message: body.message,
        data: {
          code,
          httpStatus,
          path,
          error: body.error,
          reason: body.code,
          requestId: body.requestId,
          issues: body.issues,
        },
      };
    },
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 30_000 } },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const hasRate = (path: string): path is RateName => Object.hasOwn(rates, path);
/**
 * Limits by address are for strangers; they do not apply to callers with a key, nor to staff at the quote form. Other
 * limits apply to everybody.
 */
const isKnownCaller = ({ caller }: RequestContext, path: RateName): boolean =>
  rates[path].every(({ by }) => by === 'ip') &&
  (caller.key !== undefined || (path === 'quotes.create' && isStaff(caller.user?.role)));

/** The answer that this Idempotency-Key got before: nothing is called for it. */
class RepeatedAnswer extends Error {
  readonly data: unknown;
  constructor(data: unknown) {
    super('This call was answered before');
    this.data = data;
  }
}
/** tRPC takes no answer from a middleware that calls nothing. So a repeat is thrown, and becomes its answer here. */
const repeatable = t.procedure.use(async ({ ctx, next }) => {
  const result = await next();
  if (result.ok || !(result.error.cause instanceof RepeatedAnswer)) return result;
  return { ok: true as const, data: result.error.cause.data, marker: result.marker, ctx };
});

/**
 * The one kind of procedure. In this order: the permission table, the rate limit, then, for a mutation, one transaction
 * around validation, service and answer. Each call has a separate EntityManager: calls of a batch share a context, but
 * must not share a unit of work.
 */
export const procedure = repeatable.use(async ({ ctx: given, path, type, meta, next, getRawInput }) => {
  const grant = authorize(given, path);
  meta?.requires?.(given);
  const ctx = type === 'mutation' ? quietly(given, path, await getRawInput()) : given;
  const ownTransaction = meta?.transaction === false;
  if (hasRate(path) && !ownTransaction && !isKnownCaller(ctx, path)) {
    const raw = await getRawInput();
    const subject = typeof raw === 'object' && raw !== null && 'id' in raw ? String(raw.id) : undefined;
    if (!(await isRepeat(ctx, path, raw)))
      await countTry(ctx, path, { account: ctx.caller.user ? String(ctx.caller.user.id) : undefined, subject });
  }
  if (type !== 'mutation' || ownTransaction) {
    const result = await next({ ctx: { ...ctx, grant, em: ctx.services.orm.em.fork() } });
    if (type === 'subscription' && result.ok) attend(result.data as AsyncGenerator);
    return result.ok && type !== 'subscription' ? { ...result, data: forCaller(ctx, result.data) } : result;
  }
  const work = (em: EntityManager) => next({ ctx: { ...ctx, grant, em } });
  let done: Awaited<ReturnType<typeof work>> | undefined;
  const data = await runInTransaction(ctx, path, await getRawInput(), async (em) => {
    done = await work(em);
    if (!done.ok) throw done.error;
    return done.data;
  });
  if (!done?.ok) throw new RepeatedAnswer(forCaller(ctx, data));
  return { ...done, data: forCaller(ctx, data) };
});
