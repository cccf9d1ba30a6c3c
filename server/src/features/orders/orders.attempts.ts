import type { CaptureIn } from '@quickfleet/shared/capture';
import type { AttemptOutcome, AttemptStop } from '@quickfleet/shared/failure-words';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { query } from '../../lib/query.ts';
import { Attempt } from '../proof/attempt.entity.ts';
import type { Order } from './order.entity.ts';
import { captureRow } from './orders.proof.ts';

type Fields = Partial<
  Pick<
    Attempt,
    | 'reason'
    | 'place'
    | 'noteCustomer'
    | 'noteOffice'
    | 'photoUrls'
    | 'items'
    | 'arrivedAt'
    | 'leftAt'
    | 'reattemptOn'
    | 'signerName'
    | 'signerRelation'
    | 'overrideReason'
    | 'after'
    | 'contentHash'
  >
>;
export interface NewAttempt extends Fields {
  stop: AttemptStop;
  outcome: AttemptOutcome;
  capture: CaptureIn;
}

/** Appends an attempt to an order that is locked; one that came too late (`after`) has no number. */
export async function addAttempt(
  ctx: AppContext,
  order: { id: number; createdAt: Date },
  { capture, ...attempt }: NewAttempt,
): Promise<Attempt> {
  const [row] = await query<{ number: number }>(
    ctx.em,
    'select (coalesce(max(number), 0) + 1)::int as number from attempts where order_id = ? and stop = ?',
    [order.id, attempt.stop],
  );
  const added = ctx.em.create(Attempt, {
    orderId: order.id,
    number: attempt.after ? null : (row?.number ?? 1),
    photoUrls: [],
    items: [],
    ...attempt,
    ...captureRow(ctx, order, capture),
  });
  await ctx.em.flush();
  return added;
}

/** What a stop that succeeded by today's calls says of itself: everything was handed over. */
export const addDone = (ctx: AppContext, order: Order, stop: AttemptStop, capture: CaptureIn, more: Fields = {}) =>
  addAttempt(ctx, order, {
    stop,
    outcome: 'done',
    capture,
    items: order.items.getItems().map(({ id, name, quantity }) => ({
      itemId: id,
      name,
      delivered: quantity,
      of: quantity,
      damaged: false,
    })),
    ...more,
  });

/** The order's last attempt that did not work out and that nobody has decided about gets the decision. */
export async function decideLast(ctx: AppContext, orderId: number, resolution: NonNullable<Attempt['resolution']>) {
  const last = await ctx.em.findOne(
    Attempt,
    { orderId, outcome: { $ne: 'done' }, resolution: null, after: null },
    { orderBy: { id: 'desc' } },
  );
  if (!last) return;
  last.resolution = resolution;
  last.resolvedAt = now(ctx);
}

/** Attempts, pieces and PINs of an order that is being deleted, but for what came late; answers their photos. */
export async function forgetAttempts(ctx: AppContext, orderId: number): Promise<string[]> {
  const attempts = await ctx.em.find(Attempt, { orderId, after: null });
  for (const attempt of attempts) ctx.em.remove(attempt);
  await query(ctx.em, 'delete from proof_pieces where order_id = ? and not is_late', [orderId]);
  await query(ctx.em, 'delete from order_pins where order_id = ?', [orderId]);
  return attempts.flatMap(({ photoUrls }) => photoUrls);
}
