import type { AppContext } from '../../context.ts';
import { query, type Statement } from '../../lib/query.ts';
import { iso } from '../../lib/sql.ts';
import { windowColumns } from '../orders/orders.filters.ts';
import { trackedAttemptsOf } from '../proof/proof.queries.ts';

const reached = (status: string) =>
  `(select ${iso('min(h.at)')} from history h where h.subject = 'order' and h.subject_id = o.id and h.to_status = '${status}')`;
const items = `(select coalesce(json_agg(json_build_object('name', i.name, 'description', i.description, 'quantity', i.quantity, 'imageUrls', i.image_urls,
    'pickupImageUrls', i.pickup_image_urls, 'deliveryImageUrls', i.delivery_image_urls, 'isPickedUp', i.is_picked_up, 'isInTransit', i.is_in_transit,
    'isDelivered', i.is_delivered) order by i.position, i.id), '[]') from order_items i where i.order_id = o.id)`;

const TRACKED = `select o.tracking_number as "trackingNumber", o.status, o.driver_id is not null as "hasDriver", o.customer_name as "customerName",
       o.pickup_address as "pickupAddress", o.delivery_address as "deliveryAddress", ${iso('o.delivery_date')} as "deliveryDate", ${windowColumns},
       ${iso('o.created_at')} as "createdAt", ${iso('o.updated_at')} as "updatedAt", ${iso('o.delivered_at')} as "deliveredAt",
       ${iso('o.actual_delivery')} as "actualDelivery", ${iso('o.cancelled_at')} as "cancelledAt", o.outcome,
       ${trackedAttemptsOf('o.id')} as attempts,
       json_build_array(
         json_build_object('step', 'created', 'completedAt', ${iso('o.created_at')}),
         json_build_object('step', 'picked_up', 'completedAt', coalesce(${reached('picked_up')}, case when o.status in ('in_transit', 'delivered') then ${reached('in_transit')} end)),
         json_build_object('step', 'in_transit', 'completedAt', ${reached('in_transit')}),
         json_build_object('step', 'delivered', 'completedAt', ${iso('o.delivered_at')})) as steps,
       case when d.id is not null and o.status in ('assigned', 'picked_up', 'in_transit')
         then json_build_object('firstName', coalesce(d.first_name, 'Your driver'), 'phone', d.phone) end as driver,
       (select json_build_object('signatureUrl', s.image_url, 'signatureCustomerName', s.signer_name, 'signatureCapturedAt', ${iso('s.captured_at')})
          from signatures s where s.order_id = o.id and s.signer = 'customer' order by s.captured_at desc, s.id desc limit 1) as quote,
       ${items} as items
     from orders o left join users d on d.id = o.driver_id where o.tracking_number = ?`;
const TRACKED_TEXT = `select row_to_json(t)::text as text, t."deliveredAt", t."cancelledAt" from (${TRACKED}) t`;

/** A tracked order as a stranger may see it, in one statement that does not even read what they may not. */
export const trackedStatement = (trackingNumber: string): Statement => ({ sql: TRACKED, params: [trackingNumber] });

/** An order as the JSON text of a `TrackedOrder`, and since when it is over. */
interface Tracked {
  text: string;
  deliveredAt: string | null;
  cancelledAt: string | null;
}
export async function findTracked(ctx: AppContext, trackingNumber: string): Promise<Tracked | undefined> {
  const [row] = await query<Tracked>(ctx.em, TRACKED_TEXT, [trackingNumber], { lane: 'brief' });
  return row;
}
