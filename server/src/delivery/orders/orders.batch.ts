import {
  type BatchOrders,
  type CreateOrderByCall,
  createOrderByCall,
  type OrderBatch,
} from '@quickfleet/shared/delivery/orders/orders';
import type { ErrorBody } from '@quickfleet/shared/errors';
import { t } from '@quickfleet/shared/words/t';
import { TRPCError } from '@trpc/server';
import pLimit from 'p-limit';
import { runInTransaction } from '../../db/transaction.ts';
import type { AnswerNotes, AppContext } from '../../http/context.ts';
import { DomainError, errorBodyOf, isConnectionError, isRetryable } from '../../http/errors.ts';
import { quietly } from '../../http/quiet.ts';
import { sha256 } from '../../security/secrets.ts';
import { createOrder, createOrdersTogether } from './orders.create.ts';

/** Orders of the mode `each` that are tried in one transaction. */
const TOGETHER = 25;
/** Orders that are made at the same time where each has a separate transaction. */
const AT_ONCE = 4;
type Result = OrderBatch['results'][number];
type Refusal = NonNullable<ErrorBody['results']>[number];

/** The call of one order: with answer notes of its own, and a key of its own that follows from the one of the batch. */
function contextOf(
  ctx: AppContext,
  input: Record<string, unknown>,
  index: number,
): AppContext & { notes: AnswerNotes } {
  const notes: AnswerNotes = { limits: [], isReplay: false, isKnown: false };
  const { idempotencyKey: given } = ctx.request;
  const idempotencyKey = given === undefined ? undefined : sha256(`${given}\n${index}`);
  const one = quietly(ctx, 'orders.create', input);
  return { ...ctx, ...one, request: { ...ctx.request, ifMatch: undefined, idempotencyKey, notes }, notes };
}

/** Why an order is refused before its schema reads it: a field that there is not. */
const refusedBefore = ({ request }: AppContext, index: number): Error | undefined =>
  request.notes?.refusedEntries?.get(index);

/** Makes one order by the rules of its own call, in the running transaction. */
async function make(ctx: AppContext & { notes: AnswerNotes }, input: unknown, index: number): Promise<Result> {
  const parsed = createOrderByCall.safeParse(input);
  if (!parsed.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: parsed.error });
  const order = await createOrder(ctx, parsed.data);
  return { index, status: ctx.notes.isKnown ? 200 : 201, order };
}

function refusalOf(ctx: AppContext, error: unknown, index: number): Refusal {
  const { quotedPrice: _, results: _results, ...body } = errorBodyOf(error, ctx.request.id);
  return { index, status: body.status, error: body };
}

const refused = (results: Refusal[]) => {
  const sentence = t('An order of the batch was refused, so none is made');
  return new DomainError('BAD_REQUEST', 'BATCH_REFUSED', sentence, {
    issues: results.map(({ index, error }) => ({ path: `orders.${index}`, message: error.message })),
    body: { results },
  });
};

/** One order of a batch, and what its schema made of it. */
interface Call {
  ctx: AppContext & { notes: AnswerNotes };
  input: CreateOrderByCall;
  index: number;
}
/** Orders that their schema takes, made in the running transaction. `refuse` throws what an order failed with. */
async function makeTogether(
  em: AppContext['em'],
  calls: readonly Call[],
  refuse: (error: unknown, index: number) => never,
): Promise<Result[]> {
  const made = await createOrdersTogether(
    calls.map(({ ctx, input }) => ({ ctx: { ...ctx, em }, input })),
    (at, work) =>
      work().catch((error: unknown) =>
        isRetryable(error) ? Promise.reject(error) : refuse(error, calls[at]?.index ?? at),
      ),
  );
  return calls.flatMap(({ ctx, index }, at) => {
    const order = made[at];
    return order ? [{ index, status: ctx.notes.isKnown ? 200 : 201, order }] : [];
  });
}

/** All in one transaction. The first that its rules refuse ends it; what no schema takes is named for all orders. */
async function makeAll(ctx: AppContext, input: BatchOrders): Promise<OrderBatch> {
  const read = input.orders.map((order) => createOrderByCall.safeParse(order));
  const unread = read.flatMap(({ error }, index) => {
    const reason = refusedBefore(ctx, index) ?? (error && new TRPCError({ code: 'BAD_REQUEST', cause: error }));
    return reason ? [refusalOf(ctx, reason, index)] : [];
  });
  if (unread.length > 0) throw refused(unread);
  return runInTransaction(ctx, 'orders.batch', input, async (em) => {
    const calls: Call[] = [];
    for (const [index, order] of input.orders.entries()) {
      const { data } = read[index] ?? {};
      try {
        if (data) calls.push({ ctx: contextOf(ctx, order, index), input: data, index });
      } catch (error) {
        throw refused([refusalOf(ctx, error, index)]);
      }
    }
    const results = await makeTogether(em, calls, (error, index) => {
      throw refused([refusalOf(ctx, error, index)]);
    });
    return { results };
  });
}

/**
 * Some of the mode `each` by one transaction; undefined when one of them is refused, so that each is tried alone. With an
 * Idempotency-Key the answer of every order is kept separately.
 */
async function tryTogether(
  ctx: AppContext,
  orders: readonly Record<string, unknown>[],
  from: number,
): Promise<Result[] | undefined> {
  if (ctx.request.idempotencyKey !== undefined || orders.length < 2) return undefined;
  if (orders.some((_, at) => refusedBefore(ctx, from + at))) return undefined;
  try {
    return await runInTransaction(ctx, 'orders.batch', orders, (em) => {
      const calls = orders.map((order, at) => ({
        ctx: contextOf(ctx, order, from + at),
        input: createOrderByCall.parse(order),
        index: from + at,
      }));
      return makeTogether(em, calls, (error) => {
        throw error;
      });
    });
  } catch (error) {
    if (isConnectionError(error)) throw error;
    return undefined;
  }
}

/** Each for itself: a repeat with the same Idempotency-Key makes what is missing. */
async function makeEach(ctx: AppContext, { orders }: BatchOrders): Promise<OrderBatch> {
  const limit = pLimit(AT_ONCE);
  const one = async (order: Record<string, unknown>, index: number): Promise<Result> => {
    try {
      const before = refusedBefore(ctx, index);
      if (before) throw before;
      const inner = contextOf(ctx, order, index);
      return await runInTransaction(inner, 'orders.create', order, (em) => make({ ...inner, em }, order, index));
    } catch (error) {
      return refusalOf(ctx, error, index);
    }
  };
  const results: Result[] = [];
  for (let from = 0; from < orders.length; from += TOGETHER) {
    const some = orders.slice(from, from + TOGETHER);
    const together = await tryTogether(ctx, some, from);
    results.push(...(together ?? (await Promise.all(some.map((order, at) => limit(one, order, from + at))))));
  }
  return { results };
}

/**
 * POST /orders/batch: up to BATCH_MAX orders in one call, each by the rules of `POST /orders`.
 *
 * @throws 400 BATCH_REFUSED in the mode `all`, with the reasons
 */
export const createOrders = (ctx: AppContext, input: BatchOrders): Promise<OrderBatch> =>
  input.mode === 'all' ? makeAll(ctx, input) : makeEach(ctx, input);
