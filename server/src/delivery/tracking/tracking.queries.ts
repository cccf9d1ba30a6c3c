import type { DeliveryReader } from '@quickfleet/shared/delivery/tracking/delivery-token';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { query, type Statement } from '../../db/query.ts';
import { iso } from '../../db/sql.ts';
import { type AppContext, now } from '../../http/context.ts';
import { reasonTextIn } from '../attempts/attempt-words.ts';
import { collectColumn, collectedOf } from '../collect/collect.queries.ts';
import { delayColumn, delayForCustomer, etaColumn, etaForReader } from '../eta/eta.queries.ts';
import { claimReference } from '../incidents/incidents.queries.ts';
import { windowColumns } from '../orders/orders.filters.ts';
import { withPlannedDay } from '../orders/orders.queries.ts';
import { findWhereabouts } from '../positions/positions.service.ts';
import { provesSignature, trackedAttemptsOf } from '../proof/proof.queries.ts';

const reached = (status: string) =>
  `(select ${iso('min(h.at)')} from history h where h.subject = 'order' and h.subject_id = o.id and h.to_status = '${status}')`;
/** Photos of an item that came when the order had gone further without them: the customer sees them with the others. */
const latePhotos = (kind: 'pickup_photo' | 'delivery_photo') =>
  `(select coalesce(jsonb_agg(l.url order by l.id), '[]') from late_evidence l where l.order_id = o.id and l.item_id = i.id
    and l.kind = '${kind}' and l."after" in ('delivered', 'moved_on', 'cancelled'))`;
/** Photos of a delivery that was taken back show nothing of this one. */
const deliveryPhotos = `(case when o.corrected_at is null then i.delivery_image_urls else (
    select coalesce(jsonb_agg(u.url order by u.place), '[]') from jsonb_array_elements_text(i.delivery_image_urls) with ordinality u(url, place)
    where exists (select 1 from proof_pieces p where p.order_id = o.id and p.url = u.url and p.received_at > o.corrected_at)) end)`;
const items = `(select coalesce(json_agg(json_build_object('name', i.name, 'description', i.description, 'quantity', i.quantity, 'imageUrls', i.image_urls,
    'pickupImageUrls', i.pickup_image_urls || ${latePhotos('pickup_photo')}, 'deliveryImageUrls', ${deliveryPhotos} || ${latePhotos('delivery_photo')}, 'isPickedUp', i.is_picked_up, 'isInTransit', i.is_in_transit,
    'isDelivered', i.is_delivered) order by i.position, i.id), '[]') from order_items i where i.order_id = o.id)`;

/** The latest signature of a person at a stop of order `o`, of those that still prove something. */
export const signatureOf = (more = '') =>
  `(select json_build_object('signatureUrl', s.image_url, 'signatureCustomerName', s.signer_name, 'signatureCapturedAt', ${iso('s.captured_at')})
     from signatures s where s.order_id = o.id and s.signer = 'customer' and ${provesSignature('s')} ${more} order by s.captured_at desc, s.id desc limit 1)`;
/** What somebody has reported of order `o`, oldest first. */
export const claimsOf = (openedBy: DeliveryReader) =>
  `(select coalesce(json_agg(json_build_object('reference', ${claimReference}, 'kind', n.kind, 'state', n.state, 'answer', n.answer,
      'createdAt', ${iso('n.created_at')}, 'settledAt', ${iso('n.settled_at')}) order by n.created_at, n.id), '[]')
     from incidents n where n.order_id = o.id and n.opened_by = '${openedBy}')`;

/** `knows`: the page knows its reader, who may see what is paid at the door. */
const trackedSql = (
  knows: boolean,
) => `select o.tracking_number as "trackingNumber", o.status, o.driver_id is not null as "hasDriver", o.customer_name as "customerName",
       o.pickup_address as "pickupAddress", o.delivery_address as "deliveryAddress", ${iso('o.delivery_date')} as "deliveryDate", to_char(o.planned_day, 'YYYY-MM-DD') as "plannedDay", ${windowColumns.pickupWindow.sql} as "pickupWindow", ${windowColumns.deliveryWindow.sql} as "deliveryWindow", ${etaColumn.sql} as eta, ${delayColumn.sql} as delay,
       ${iso('o.created_at')} as "createdAt", ${iso('o.updated_at')} as "updatedAt", ${iso('o.delivered_at')} as "deliveredAt",
       ${iso('o.actual_delivery')} as "actualDelivery", ${iso('o.cancelled_at')} as "cancelledAt", o.outcome,
       ${trackedAttemptsOf('o.id').sql} as attempts,
       json_build_array(
         json_build_object('step', 'created', 'completedAt', ${iso('o.created_at')}),
         json_build_object('step', 'picked_up', 'completedAt', coalesce(${reached('picked_up')}, case when o.status in ('in_transit', 'delivered') then ${reached('in_transit')} end)),
         json_build_object('step', 'in_transit', 'completedAt', ${reached('in_transit')}),
         json_build_object('step', 'delivered', 'completedAt', ${iso('o.delivered_at')})) as steps,
       case when d.id is not null and o.status in ('assigned', 'picked_up', 'in_transit')
         then json_build_object('firstName', coalesce(d.first_name, ''), 'phone', d.phone) end as driver,
       ${signatureOf()} as quote,
       ${claimsOf('customer')} as claims,
       ${knows ? collectColumn('o').sql : 'null'} as collect, ${knows ? collectedOf.sql : 'null'} as collected,
       ${items} as items
     from orders o left join users d on d.id = o.driver_id where o.tracking_number = ?`;

const TRACKED = trackedSql(false);
const TRACKED_BY_KNOWN = trackedSql(true);

/** A tracked order as a stranger may see it, in one statement that does not even read what they may not. */
export const trackedStatement = (trackingNumber: string): Statement => ({ sql: TRACKED, params: [trackingNumber] });

export async function findTracked(
  ctx: AppContext,
  trackingNumber: string,
  knows: boolean,
): Promise<TrackedOrder | undefined> {
  const [row] = await query<TrackedOrder>(ctx.em, knows ? TRACKED_BY_KNOWN : TRACKED, [trackingNumber]);
  if (!row) return undefined;
  const whereabouts = await findWhereabouts(ctx, row);
  const eta = etaForReader(ctx, row.eta);
  const delay = delayForCustomer({ ...row, eta }, now(ctx));
  const attempts = row.attempts.map((attempt) => ({
    ...attempt,
    reasonText: attempt.reasonText && reasonTextIn(attempt.reasonText),
  }));
  // A driver who has not said a first name.
  const driver = row.driver && { ...row.driver, firstName: row.driver.firstName || t('Your driver') };
  return {
    ...withPlannedDay(ctx, row),
    driver,
    attempts,
    eta,
    delay,
    whereabouts,
    isLocked: false,
    deliveryArea: null,
  };
}

const DETAILS_FOR_DAYS = 30;
/** Whether only the state of an order is left to see: a month after its delivery or cancellation. */
export function isLongOver({ deliveredAt, cancelledAt }: TrackedOrder, at: Date): boolean {
  const end = deliveredAt ?? cancelledAt;
  return end ? at.getTime() - Date.parse(end) > DETAILS_FOR_DAYS * 86_400_000 : false;
}
export const withoutDetails = (order: TrackedOrder): TrackedOrder => ({
  ...order,
  customerName: '',
  pickupAddress: '',
  deliveryAddress: '',
  pickupWindow: null,
  deliveryWindow: null,
  eta: null,
  delay: null,
  whereabouts: null,
  driver: null,
  quote: null,
  attempts: [],
  claims: [],
  collect: null,
  collected: null,
  items: [],
});
