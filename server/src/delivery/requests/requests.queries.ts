import { requestKinds, requestStates } from '@quickfleet/shared/company/request-kinds';
import { openOrderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import type { WaitingRequests } from '@quickfleet/shared/delivery/tracking/delivery-requests';
import { deliveryReaders } from '@quickfleet/shared/delivery/tracking/delivery-token';
import { WAITING_REQUESTS_SHOWN } from '@quickfleet/shared/limits';
import { c, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';

const asked = {
  kind: c.oneOf(requestKinds, 'r.kind'),
  state: c.oneOf(requestStates, 'r.state'),
  text: c.text('r.text'),
  photoUrl: c.text('r.photo_url').nullable(),
  reason: c.text('r.reason').nullable(),
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
