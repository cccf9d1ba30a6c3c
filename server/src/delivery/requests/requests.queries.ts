import { leavePlaces, requestKinds, requestStates } from '@quickfleet/shared/company/request-kinds';
import { openOrderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import type { WaitingRequests } from '@quickfleet/shared/delivery/tracking/delivery-requests';
import { deliveryReaders } from '@quickfleet/shared/delivery/tracking/delivery-token';
import { WAITING_REQUESTS_SHOWN } from '@quickfleet/shared/limits';
import { z } from 'zod';
import { c, type Row, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { reasonInWords, textInWords } from './request-words.ts';

const place = z.enum(leavePlaces).nullable();
const PLACE = `r.asked ->> 'place'`;
const window = z.object({ from: z.string(), to: z.string() }).nullable();
const said = z.object({ kind: z.enum(requestKinds), place, window, text: z.string() }).transform(textInWords);
const SAID = `json_build_object('kind', r.kind, 'place', ${PLACE}, 'window', r.asked -> 'window', 'text', r.text)`;
const wish = select({
  orderId: c.int('r.order_id'),
  kind: c.oneOf(requestKinds, 'r.kind'),
  words: c.json(said, SAID),
  place: c.oneOf(leavePlaces, PLACE).nullable(),
  state: c.oneOf(requestStates, 'r.state'),
});
export type Wish = Row<typeof wish>;
/** What was wished about orders and not refused, of each kind the last. */
export const findWishes = ({ em }: AppContext, ids: readonly number[]): Promise<Wish[]> =>
  readRows(
    em,
    wish,
    `select $columns from (select distinct on (order_id, kind) * from delivery_requests
       where order_id = any(?) and state <> 'refused' order by order_id, kind, id desc) r order by r.order_id, r.id`,
    [[...ids]],
  );

const asked = {
  kind: c.oneOf(requestKinds, 'r.kind'),
  state: c.oneOf(requestStates, 'r.state'),
  text: c.json(said, SAID),
  place: c.oneOf(leavePlaces, PLACE).nullable(),
  photoUrl: c.text('r.photo_url').nullable(),
  reason: c.json(z.string().transform(reasonInWords), 'r.reason').nullable(),
  createdAt: c.time('r.created_at'),
  decidedAt: c.time('r.decided_at').nullable(),
};
const columns = {
  id: c.int('r.id'),
  ...asked,
  by: c.oneOf(deliveryReaders, 'r."by"'),
  decidedBy: c.text('r.decided_by').nullable(),
};
/** What was asked for about an order `o`, newest first. */
export const requestsOf = c.list(columns, 'from delivery_requests r where r.order_id = o.id', 'r.id desc');

/** The photo of the place where an order `o` may be left, of what was agreed last. */
export const placePhotoOf = c
  .text(
    `(select r.photo_url from delivery_requests r where r.order_id = o.id and r.kind = 'leave_at' and r.state = 'accepted'
       order by r.decided_at desc, r.id desc limit 1)`,
  )
  .nullable();

const own = select(asked);
/** What one reader has asked for, newest first. */
export const findOwnRequests = (ctx: AppContext, orderId: number, by: string) =>
  readRows(
    ctx.em,
    own,
    'select $columns from delivery_requests r where r.order_id = ? and r."by" = ? order by r.id desc',
    [orderId, by],
  );

const waiting = select({
  ...columns,
  orderId: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  customerName: c.text('o.customer_name'),
});
const OPEN = openOrderStatuses.map((status) => `'${status}'`).join(', ');
/** What waits for an answer, oldest first; what was asked about an order that is over by now does not. */
export async function findWaiting(ctx: AppContext): Promise<WaitingRequests> {
  const data = await readRows(
    ctx.em,
    waiting,
    `select $columns from delivery_requests r join orders o on o.id = r.order_id
     where r.state = 'waiting' and o.status in (${OPEN}) order by r.created_at, r.id limit ${WAITING_REQUESTS_SHOWN}`,
  );
  return { data };
}
