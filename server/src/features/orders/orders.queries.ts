import type { ListOrders, ListOrdersOfDriver, OrderRow, Order as OrderView } from '@quickfleet/shared/orders';
import { isStaff } from '@quickfleet/shared/roles';
import type { AppContext } from '../../context.ts';
import { forbidden, notFound } from '../../lib/errors.ts';
import { type Listing, type Page, readPage } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { contains, iso, likePattern, Where } from '../../lib/sql.ts';
import { lateEvidenceOf } from './late-evidence.queries.ts';

const items = `(select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name, 'description', i.description, 'quantity', i.quantity, 'value', i.value::text,
    'imageUrls', i.image_urls, 'pickupImageUrls', i.pickup_image_urls, 'transitImageUrls', i.transit_image_urls, 'deliveryImageUrls', i.delivery_image_urls,
    'isPickedUp', i.is_picked_up, 'isInTransit', i.is_in_transit, 'isDelivered', i.is_delivered, 'updatedAt', ${iso('i.updated_at')}) order by i.position, i.id), '[]')
  from order_items i where i.order_id = o.id) as items`;

const rowColumns = `o.id, o.tracking_number as "trackingNumber", o.status, o.driver_id as "driverId",
  case when d.id is null then null else json_build_object('id', d.id, 'firstName', coalesce(d.first_name, d.username), 'lastName', d.last_name, 'phone', d.phone) end as driver,
  o.customer_id as "customerId", o.customer_name as "customerName", o.customer_email as "customerEmail", o.customer_phone as "customerPhone", o.customer_company as "customerCompany",
  o.quote_price::text as "quotePrice", o.pickup_address as "pickupAddress", o.delivery_address as "deliveryAddress", o.notes,
  ${iso('o.delivery_date')} as "deliveryDate", ${iso('o.created_at')} as "createdAt", ${iso('o.updated_at')} as "updatedAt",
  ${iso('o.delivered_at')} as "deliveredAt", ${iso('o.actual_delivery')} as "actualDelivery", o.quote_id as "quoteId", o.version, ${items}`;
const driver = 'left join users d on d.id = o.driver_id';
const rowFrom = `from orders o ${driver}`;

const latest = (
  signer: string,
) => `(select json_build_object('url', s.image_url, 'name', s.signer_name, 'at', ${iso('s.captured_at')}) from signatures s
  where s.order_id = o.id and s.signer = '${signer}' order by s.captured_at desc, s.id desc limit 1)`;
const detailColumns = `${rowColumns}, o.access_code_sealed as sealed, ${latest('customer')} as "customerSignature", ${latest('driver')} as "driverSignature",
  (select coalesce(json_agg(json_build_object('kind', s.kind, 'signer', s.signer, 'signerName', s.signer_name, 'url', s.image_url,
      'capturedAt', ${iso('s.captured_at')}, 'signedAt', ${iso('s.signed_at')}) order by s.captured_at, s.id), '[]')
    from signatures s where s.order_id = o.id) as signatures, ${lateEvidenceOf('o.id')} as "lateEvidence"`;

const sorts = {
  newest: 'o.created_at desc, o.id desc',
  oldest: 'o.created_at, o.id',
  total: 'o.quote_price desc nulls last, o.id desc',
  updated: 'o.updated_at desc, o.id desc',
};

/** A tracking number may be searched as people read it out, in groups. */
const SPACED_NUMBER = /^[qQ]?[fF]?[\d\s-]*$/;

function filter(zone: string, input: Omit<ListOrders, 'page' | 'limit' | 'sort'>): Where {
  const where = new Where();
  if (input.q) {
    const number = input.q.replaceAll(/[\s-]/g, '');
    const isSpaced = number !== input.q && number !== '' && SPACED_NUMBER.test(input.q);
    if (isSpaced)
      where.andSelective(
        `${contains('o')} or (${contains('o')} and o.tracking_number ilike ?)`,
        likePattern(input.q),
        likePattern(number),
        likePattern(number),
      );
    else where.andSelective(contains('o'), likePattern(input.q));
  }
  const [status] = input.status ?? [];
  if (input.status?.length === 1) where.and('o.status = ?', status);
  else if (status) where.andSelective('o.status = any(?)', input.status);
  if (input.from) where.andSelective('o.created_at >= (?::date)::timestamp at time zone ?', input.from, zone);
  if (input.to) where.andSelective('o.created_at < (?::date + 1)::timestamp at time zone ?', input.to, zone);
  if (input.deliveredFrom)
    where.andSelective('o.delivery_date >= (?::date)::timestamp at time zone ?', input.deliveredFrom, zone);
  if (input.customerId) where.and('o.customer_id = ?', input.customerId);
  return where;
}

/** The list of orders with driver and items; never an access code. */
export const listingOfOrders = (zone: string, input: Omit<ListOrders, 'page' | 'limit'>): Listing => ({
  table: 'orders',
  alias: 'o',
  joins: driver,
  columns: rowColumns,
  where: filter(zone, input),
  order: sorts[input.sort],
  isSearch: Boolean(input.q),
});

export const findOrders = (ctx: AppContext, input: ListOrders): Promise<Page<OrderRow>> =>
  readPage(ctx.em, listingOfOrders(ctx.services.config.BUSINESS_TIMEZONE, input), input);

export const recentOrders = (ctx: AppContext, limit: number): Promise<OrderRow[]> =>
  query(ctx.em, `select ${rowColumns} ${rowFrom} order by ${sorts.newest} limit ?`, [limit]);

/** The orders of one driver; a signed-in driver only asks for their own. */
export function findOrdersOfDriver(ctx: AppContext, input: ListOrdersOfDriver): Promise<Page<OrderRow>> {
  if (ctx.grant === 'own' && ctx.caller.user?.id !== input.driverId)
    throw forbidden('You can only see your own orders');
  const listing = listingOfOrders(ctx.services.config.BUSINESS_TIMEZONE, input);
  listing.where.and('o.driver_id = ?', input.driverId);
  return readPage(ctx.em, listing, input);
}

/** Orders by state; a signed-in driver counts their own. */
export async function countOrders(ctx: AppContext) {
  const where = new Where();
  if (ctx.grant === 'own') where.and('driver_id = ?', ctx.caller.user?.id ?? 0);
  const [row] = await query<{
    total: number;
    created: number;
    assigned: number;
    pickedUp: number;
    inTransit: number;
    delivered: number;
    cancelled: number;
  }>(
    ctx.em,
    `select count(*)::int as total, count(*) filter (where status = 'pending')::int as created, count(*) filter (where status = 'assigned')::int as assigned,
       count(*) filter (where status = 'picked_up')::int as "pickedUp", count(*) filter (where status = 'in_transit')::int as "inTransit",
       count(*) filter (where status = 'delivered')::int as delivered, count(*) filter (where status = 'cancelled')::int as cancelled from orders ${where.sql}`,
    where.params,
  );
  return row ?? { total: 0, created: 0, assigned: 0, pickedUp: 0, inTransit: 0, delivered: 0, cancelled: 0 };
}

interface Latest {
  url: string;
  name: string | null;
  at: string;
}
type Detail = OrderRow & {
  sealed: string;
  customerSignature: Latest | null;
  driverSignature: Latest | null;
  signatures: OrderView['signatures'];
};

/** Whether this order is one of the caller's own: opened with its code, or the signed-in driver's. */
export const isOwnOrder = ({ caller }: AppContext, order: { id: number; driverId: number | null }): boolean =>
  caller.grants.some((grant) => grant.orderId === order.id) ||
  (caller.user?.role === 'driver' && order.driverId === caller.user.id);

/**
 * One order as GET /api/v1/orders/{id} gives it. Staff see the access code; API keys and signed-in drivers do not.
 * A driver and whoever opened the order with its code read its notes, and see neither prices, values nor what came late.
 */
export async function readOrder(ctx: AppContext, id: number): Promise<OrderView> {
  const [row] = await query<Detail>(ctx.em, `select ${detailColumns} ${rowFrom} where o.id = ?`, [id]);
  if (!row || (ctx.grant === 'own' && !isOwnOrder(ctx, row))) throw notFound('Order');
  const { sealed, customerSignature, driverSignature, ...order } = row;
  const opened = ctx.caller.grants.some((grant) => grant.orderId === id);
  const maySeeCode = isStaff(ctx.caller.user?.role) || opened;
  const lastOf = (kind: string) =>
    order.signatures.findLast((signature) => signature.kind === kind && signature.signer === 'customer') ?? null;
  const full: OrderView = {
    ...order,
    accessCode: maySeeCode ? (ctx.services.secrets.open(sealed) ?? null) : null,
    quote:
      order.quoteId === null
        ? null
        : {
            id: order.quoteId,
            signatureUrl: customerSignature?.url ?? null,
            signatureCustomerName: customerSignature?.name ?? null,
            signatureCapturedAt: customerSignature?.at ?? null,
            driverSignatureUrl: driverSignature?.url ?? null,
            driverSignatureName: driverSignature?.name ?? null,
            driverSignatureCapturedAt: driverSignature?.at ?? null,
          },
    pickupSignature: lastOf('pickup'),
    deliverySignature: lastOf('delivery'),
  };
  return ctx.grant === 'own' ? forDriver(full) : full;
}

const forDriver = ({ lateEvidence: _, ...order }: OrderView): OrderView => ({
  ...order,
  customerId: null,
  quotePrice: null,
  items: order.items.map((item) => ({ ...item, value: null })),
});
