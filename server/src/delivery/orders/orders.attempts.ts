import type { CaptureIn } from '@quickfleet/shared/base/capture';
import type { AttemptOutcome, AttemptStop } from '@quickfleet/shared/company/proof/failure-words';
import { c, readOne, run, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { Attempt } from '../proof/attempt.entity.ts';
import { captureRow } from '../proof/orders.proof.ts';
import type { Order } from './order.entity.ts';

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

const next = select({
  number: c.int('(coalesce(max(number), 0) + 1)::int'),
  // What the driver said on arriving, of this try.
  arrivedAt: c
    .date(
      `(select max(coalesce(h.occurred_at, h.at)) from history h where h.subject = 'order' and h.subject_id = ?
         and h.action = 'stop.arrived' and split_part(h.detail, ',', 1) = ? and h.at >= coalesce(max(received_at), '-infinity'))`,
    )
    .nullable(),
});
/** Appends an attempt to an order that is locked; one that came too late (`after`) has no number. */
export async function addAttempt(
  ctx: AppContext,
  order: { id: number; createdAt: Date },
  { capture, ...attempt }: NewAttempt,
): Promise<Attempt> {
  const of = [order.id, attempt.stop];
  const { number, arrivedAt } = await readOne(
    ctx.em,
    next,
    'select $columns from attempts where order_id = ? and stop = ?',
    [...of, ...of],
  );
  const added = ctx.em.create(Attempt, {
    orderId: order.id,
    number: attempt.after ? null : number,
    photoUrls: [],
    items: [],
    ...attempt,
    arrivedAt: attempt.arrivedAt ?? arrivedAt,
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
    { orderId, outcome: { $ne: 'done' }, resolution: null, after: null, correctedAt: null },
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
  await run(ctx.em, 'delete from proof_pieces where order_id = ? and not is_late', [orderId]);
  await run(ctx.em, 'delete from order_pins where order_id = ?', [orderId]);
  return attempts.flatMap(({ photoUrls }) => photoUrls);
}
