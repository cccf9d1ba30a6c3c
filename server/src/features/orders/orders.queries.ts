import { PARCELS_MAX, PIN_TRIES_MAX } from '@quickfleet/shared/limits';
import type { ListOrders, ListOrdersOfDriver, OrderRow, Order as OrderView } from '@quickfleet/shared/orders';
import { type GivenRules, mergeRules, type ProofStop, saidRules } from '@quickfleet/shared/proof-demands';
import { isStaff } from '@quickfleet/shared/roles';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { forbidden, notFound } from '../../lib/errors.ts';
import type { Listing } from '../../lib/page-statement.ts';
import { answerPage, type Page, readPage } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { iso } from '../../lib/sql.ts';
import { asAnswer, withFields } from '../../lib/wire-text.ts';
import {
  activeReasons,
  attemptsOf,
  type PinRow,
  piecesOf,
  pinsOf,
  type ScanRow,
  scansOf,
} from '../proof/proof.queries.ts';
import { lateEvidenceOf } from './late-evidence.queries.ts';
import { filterOrders, orderSorting, windowColumns } from './orders.filters.ts';

const items = `(select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name, 'description', i.description, 'quantity', i.quantity, 'value', i.value::text,
    'imageUrls', i.image_urls, 'pickupImageUrls', i.pickup_image_urls, 'transitImageUrls', i.transit_image_urls, 'deliveryImageUrls', i.delivery_image_urls,
    'isPickedUp', i.is_picked_up, 'isInTransit', i.is_in_transit, 'isDelivered', i.is_delivered, 'updatedAt', ${iso('i.updated_at')}) order by i.position, i.id), '[]')
  from order_items i where i.order_id = o.id) as items`;

const pieces = '(select sum(i.quantity) from order_items i where i.order_id = o.id)';
/** Parcels as they were said, else the pieces of all items. */
export const parcels = `coalesce(o.parcels, greatest(1, least(${PARCELS_MAX}, ${pieces}))::int)`;

/** The columns of an order in a list. */
export const rowColumns = `o.id, o.tracking_number as "trackingNumber", o.status, o.driver_id as "driverId",
  case when d.id is null then null else json_build_object('id', d.id, 'firstName', coalesce(d.first_name, d.username), 'lastName', d.last_name, 'phone', d.phone) end as driver,
  o.customer_id as "customerId", o.customer_name as "customerName", o.customer_email as "customerEmail", o.customer_phone as "customerPhone", o.customer_company as "customerCompany",
  o.quote_price::text as "quotePrice", o.pickup_address as "pickupAddress", o.delivery_address as "deliveryAddress", o.notes,
  o.driver_notes as "driverNotes", o.office_notes as "officeNotes", o.on_account as "onAccount", ${parcels} as parcels, ${windowColumns},
  ${iso('o.delivery_date')} as "deliveryDate", ${iso('o.created_at')} as "createdAt", ${iso('o.updated_at')} as "updatedAt",
  ${iso('o.delivered_at')} as "deliveredAt", ${iso('o.actual_delivery')} as "actualDelivery", o.quote_id as "quoteId", o.version,
  o.outcome, ${iso('o.failed_at')} as "failedAt", o.proof_rules as "proofRules", ${attemptsOf('o.id')} as attempts, ${items}`;
const driver = 'left join users d on d.id = o.driver_id';
const rowFrom = `from orders o ${driver}`;

const latest = (
  signer: string,
) => `(select json_build_object('url', s.image_url, 'name', s.signer_name, 'at', ${iso('s.captured_at')}) from signatures s
  where s.order_id = o.id and s.signer = '${signer}' order by s.captured_at desc, s.id desc limit 1)`;
const signatures = `(select coalesce(json_agg(json_build_object('kind', s.kind, 'signer', s.signer, 'signerName', s.signer_name, 'signerRelation', s.signer_relation, 'url', s.image_url,
      'capturedAt', ${iso('s.captured_at')}, 'signedAt', ${iso('s.signed_at')}, 'strokes', s.strokes::json) order by s.captured_at, s.id), '[]')
    from signatures s where s.order_id = o.id) as signatures`;
/** What an order by itself says beside the columns of its row. */
const detailRow = `${rowColumns}, ${lateEvidenceOf('o.id')} as "lateEvidence", ${piecesOf('o.id')} as "proofPieces"`;
/** What the rest of its answer is made of. */
const detailParts = `o.quote_id as "quoteId", o.access_code_sealed as sealed, ${latest('customer')} as "customerSignature", ${latest('driver')} as "driverSignature", ${signatures},
  o.proof_rules as "proofRules", (select settings -> 'proof' from company) as "companyRules", (select c.proof_rules from customers c where c.id = o.customer_id) as "customerRules",
  ${pinsOf('o.id')} as pins, ${scansOf('o.id')} as scans`;
/** The columns of an order by itself, for `orderOf`. */
export const detailColumns = `${detailRow}, ${detailParts}`;
/** Staff have the list of reasons from its own call; a phone has them with its order, for when it is offline. */
const ownDetailColumns = `${detailColumns}, ${activeReasons} as "failureReasons"`;

/** The list of orders with driver and items; never an access code. */
export const listingOfOrders = (
  zone: string,
  input: Omit<ListOrders, 'page' | 'limit'>,
  at: Date = new Date(),
): Listing => ({
  table: 'orders',
  alias: 'o',
  joins: driver,
  columns: rowColumns,
  where: filterOrders(zone, at, input),
  order: orderSorting[input.sort],
  isSearch: Boolean(input.q),
});

export const findOrders = (ctx: AppContext, input: ListOrders): Promise<Page<OrderRow>> =>
  answerPage(ctx, listingOfOrders(ctx.services.config.BUSINESS_TIMEZONE, input, now(ctx)), input);

export const recentOrders = (ctx: AppContext, limit: number): Promise<OrderRow[]> =>
  query(ctx.em, `select ${rowColumns} ${rowFrom} order by ${orderSorting.newest} limit ?`, [limit]);

/** Orders by id, in the order of the ids; what is missing, or not the caller's own, is left out. */
export async function findOrdersById(ctx: AppContext, ids: readonly number[]): Promise<OrderRow[]> {
  const rows = await query<OrderRow>(ctx.em, `select ${rowColumns} ${rowFrom} where o.id = any(?)`, [ids]);
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []).filter((row) => ctx.grant !== 'own' || isOwnOrder(ctx, row));
}

/** The orders of one driver; a signed-in driver only asks for their own. */
export async function findOrdersOfDriver(ctx: AppContext, input: ListOrdersOfDriver): Promise<Page<OrderRow>> {
  if (ctx.grant === 'own' && ctx.caller.user?.id !== input.driverId)
    throw forbidden('You can only see your own orders');
  const listing = listingOfOrders(ctx.services.config.BUSINESS_TIMEZONE, input, now(ctx));
  if (ctx.grant !== 'own') return answerPage(ctx, listing, input);
  const page = await readPage<OrderRow>(ctx.em, listing, input);
  return { ...page, data: page.data.map(withoutOffice) };
}

interface Latest {
  url: string;
  name: string | null;
  at: string;
}
export type OrderDetail = OrderRow & {
  companyRules: GivenRules | null;
  customerRules: GivenRules | null;
  pins: PinRow[];
  scans: ScanRow[];
  proofPieces: NonNullable<OrderView['proofPieces']>;
  failureReasons?: NonNullable<OrderView['failureReasons']>;
  sealed: string;
  customerSignature: Latest | null;
  driverSignature: Latest | null;
  signatures: OrderView['signatures'];
};

/** Whether this order is one of the caller's own: opened with its code, or the signed-in driver's. */
export const isOwnOrder = ({ caller }: AppContext, order: { id: number; driverId: number | null }): boolean =>
  caller.grants.some((grant) => grant.orderId === order.id) ||
  (caller.user?.role === 'driver' && order.driverId === caller.user.id);

type DetailParts = Pick<
  OrderDetail,
  | 'quoteId'
  | 'sealed'
  | 'customerSignature'
  | 'driverSignature'
  | 'signatures'
  | 'proofRules'
  | 'companyRules'
  | 'customerRules'
  | 'pins'
  | 'scans'
>;
/** What an order says by itself that is made of the columns of `detailParts`. */
function partsOf(row: DetailParts, accessCode: string | null) {
  const { quoteId, customerSignature, driverSignature, signatures, pins, scans } = row;
  const levels = [row.companyRules, row.customerRules, row.proofRules];
  const lastOf = (kind: string) =>
    signatures.findLast((signature) => signature.kind === kind && signature.signer === 'customer') ?? null;
  return {
    accessCode,
    quote:
      quoteId === null
        ? null
        : {
            id: quoteId,
            signatureUrl: customerSignature?.url ?? null,
            signatureCustomerName: customerSignature?.name ?? null,
            signatureCapturedAt: customerSignature?.at ?? null,
            driverSignatureUrl: driverSignature?.url ?? null,
            driverSignatureName: driverSignature?.name ?? null,
            driverSignatureCapturedAt: driverSignature?.at ?? null,
          },
    signatures,
    pickupSignature: lastOf('pickup'),
    deliverySignature: lastOf('delivery'),
    proof: { pickup: stopState('pickup', levels, pins, scans), delivery: stopState('delivery', levels, pins, scans) },
  };
}

/** The order that a row of `detailColumns` says, with everything that staff see. */
export function orderOf(row: OrderDetail, accessCode: string | null): OrderView {
  const { sealed: _, customerSignature, driverSignature, companyRules, customerRules, pins, scans, ...order } = row;
  return { ...order, ...partsOf(row, accessCode) };
}

/** The access code, for whoever may see it. */
function codeFor(ctx: AppContext, id: number, sealed: string): string | null {
  const opened = ctx.caller.grants.some((grant) => grant.orderId === id);
  const maySee = isStaff(ctx.caller.user?.role) || opened;
  return maySee ? (ctx.services.secrets.open(sealed) ?? null) : null;
}

const READ_TEXT = `select (select row_to_json(said) from (select ${detailRow}) said)::text as text, o.version, ${detailParts} ${rowFrom} where o.id = ?`;
/** `readOrder` for who sees all of it, as text; only some of its fields can be read. */
async function readOrderText(ctx: AppContext, id: number): Promise<OrderView> {
  const [row] = await query<DetailParts & { text: string; version: number }>(ctx.em, READ_TEXT, [id], {
    lane: 'brief',
  });
  if (!row) throw notFound('Order');
  const parts = partsOf(row, codeFor(ctx, id, row.sealed));
  const { accessCode, proof } = parts;
  return asAnswer<OrderView>(withFields(row.text, parts), { id, version: row.version, accessCode, proof });
}

/**
 * One order as GET /api/v1/orders/{id} gives it. Staff see the access code; API keys and signed-in drivers do not.
 * A driver and whoever opened the order with its code read its notes and those for the driver, and see neither prices,
 * values, the office's notes nor what came late.
 */
export async function readOrder(ctx: AppContext, id: number): Promise<OrderView> {
  const columns = ctx.grant === 'own' ? ownDetailColumns : detailColumns;
  const [row] = await query<OrderDetail>(ctx.em, `select ${columns} ${rowFrom} where o.id = ?`, [id], {
    lane: 'brief',
  });
  if (!row || (ctx.grant === 'own' && !isOwnOrder(ctx, row))) throw notFound('Order');
  const full = orderOf(row, codeFor(ctx, id, row.sealed));
  return ctx.grant === 'own' ? forDriver(full) : full;
}

/** The order as it is sent on, as text where that is taken: `id`, `version`, `accessCode` and `proof` can be read. */
export const answerOrder = (ctx: AppContext, id: number): Promise<OrderView> =>
  ctx.takesText && ctx.grant === 'yes' ? readOrderText(ctx, id) : readOrder(ctx, id);

/** What one stop asks for, and what of it is there that no photo or signature shows. */
function stopState(stop: ProofStop, levels: readonly (GivenRules | null)[], pins: PinRow[], scans: ScanRow[]) {
  const pin = pins.find((row) => row.stop === stop);
  return {
    ...mergeRules(levels)[stop],
    isSaid: Object.keys(saidRules(levels)[stop]).length > 0,
    pinVerified: pin?.isVerified ?? false,
    pinTriesLeft: Math.max(0, PIN_TRIES_MAX - (pin?.wrongTries ?? 0)),
    scanned: scans.filter((scan) => scan.stop === stop).map(({ parcel }) => parcel),
  };
}

/** What a driver does not see of an order: prices, values and what the office writes for itself. */
const withoutOffice = <T extends OrderRow>(order: T): T => ({
  ...order,
  customerId: null,
  quotePrice: null,
  officeNotes: null,
  onAccount: null,
  attempts: order.attempts.map((attempt) => ({ ...attempt, noteOffice: null, overrideReason: null })),
  items: order.items.map((item) => ({ ...item, value: null })),
});

const forDriver = ({ lateEvidence: _, proofPieces: _pieces, ...order }: OrderView): OrderView => withoutOffice(order);
