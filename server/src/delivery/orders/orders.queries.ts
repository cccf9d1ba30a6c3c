import { displayName } from '@quickfleet/shared/base/contact/display-name';
import { demandsOut } from '@quickfleet/shared/base/demands';
import { fieldsThat, hiddenFrom, nothingOf } from '@quickfleet/shared/base/fields';
import type { KnownPlace } from '@quickfleet/shared/base/place/places';
import { searchText } from '@quickfleet/shared/base/search-words';
import { stopKinds } from '@quickfleet/shared/base/time/day-rules';
import { companyDefaults } from '@quickfleet/shared/company/company';
import { orderOutcomes } from '@quickfleet/shared/company/proof/failure-words';
import {
  explicitRules,
  type GivenRules,
  mergeRules,
  type ProofStop,
} from '@quickfleet/shared/company/proof/proof-demands';
import { proofRulesOut } from '@quickfleet/shared/company/proof/proof-rules';
import { ratesOf } from '@quickfleet/shared/delivery/charges/charge-rates';
import { orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import { orderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import type {
  ListOrders,
  ListOrdersOfDriver,
  OrderRow,
  Order as OrderView,
} from '@quickfleet/shared/delivery/orders/orders';
import { partnerCodesOut } from '@quickfleet/shared/delivery/orders/partner-codes';
import { strokesOut } from '@quickfleet/shared/delivery/proof/strokes-schema';
import { PARCELS_MAX, PIN_TRIES_MAX } from '@quickfleet/shared/limits';
import { priceBasis } from '@quickfleet/shared/quoting/pricing/price-basis';
import { isStaff } from '@quickfleet/shared/roles';
import { languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { placeOf, withPlaces } from '../../company/places/places.queries.ts';
import type { Listing } from '../../db/page-statement.ts';
import { type Page, readPage, withIds } from '../../db/paginate.ts';
import {
  c,
  optionalTextColumns,
  type Row,
  readRow,
  readRows,
  type Selection,
  select,
  textColumns,
} from '../../db/rows.ts';
import { settledUntil } from '../../db/settled.ts';
import { mayReadCodes } from '../../http/caller/key-view.ts';
import { isForeign, merchantOf, withOwnNumbers } from '../../http/caller/merchant.ts';
import { type AppContext, now } from '../../http/context.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { ownNumberColumns } from '../../http/own-numbers.ts';
import { contactColumns } from '../../people/customers/stop-contacts.ts';
import { dayIn } from '../../process/clock.ts';
import { reasonIn, withReasons } from '../attempts/attempt-words.ts';
import { chargesForDriver, chargesOf, savedLines } from '../charges/charges.queries.ts';
import { collectColumn, collectedOf } from '../collect/collect.queries.ts';
import { delayColumn, etaColumn } from '../eta/eta.queries.ts';
import { lateEvidenceOf } from '../proof/late-evidence.queries.ts';
import {
  activeReasons,
  attemptsOf,
  type PinRow,
  piecesOf,
  pinsOf,
  provesSignature,
  type ScanRow,
  scansOf,
} from '../proof/proof.queries.ts';
import { ratingOf } from '../ratings/ratings.queries.ts';
import { placePhotoOf, requestsOf } from '../requests/requests.queries.ts';
import {
  filterOrders,
  type NamedDriver,
  type OrderSearcher,
  orderingOf,
  orderSorting,
  windowColumns,
} from './orders.filters.ts';
import { amountColumns, itemValue, paymentColumns } from './orders.money.ts';

const pieces = '(select sum(i.quantity) from order_items i where i.order_id = o.id)';
/** Parcels as they were said, else the pieces of all items. */
export const parcels = `coalesce(o.parcels, greatest(1, least(${PARCELS_MAX}, ${pieces}))::int)`;

const items = c.list(
  {
    id: c.int('i.id'),
    name: c.text('i.name'),
    description: c.text('i.description').nullable(),
    quantity: c.int('i.quantity'),
    value: itemValue,
    imageUrls: c.texts('i.image_urls'),
    pickupImageUrls: c.texts('i.pickup_image_urls'),
    transitImageUrls: c.texts('i.transit_image_urls'),
    deliveryImageUrls: c.texts('i.delivery_image_urls'),
    isPickedUp: c.bool('i.is_picked_up'),
    isInTransit: c.bool('i.is_in_transit'),
    isDelivered: c.bool('i.is_delivered'),
    updatedAt: c.time('i.updated_at'),
  },
  'from order_items i where i.order_id = o.id',
  'i.position, i.id',
);

/** An order `b` that belongs to order `o`, while both are the same customer's. */
const linked = { id: c.int('b.id'), trackingNumber: c.text('b.tracking_number') };
const OF_SAME = 'b.customer_id is not distinct from o.customer_id';
/** The columns of an order in a list. */
const rowColumns = {
  id: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  status: c.oneOf(orderStatuses, 'o.status'),
  driverId: c.int('o.driver_id').nullable(),
  driver: c.objectIf('d.id is not null', {
    id: c.int('d.id'),
    firstName: c.text('coalesce(d.first_name, d.username)'),
    lastName: c.text('d.last_name').nullable(),
    phone: c.text('d.phone').nullable(),
  }),
  customerId: c.int('o.customer_id').nullable(),
  ...textColumns('o', fieldsThat(orderFields, { kept: 'text' })),
  ...optionalTextColumns('o', fieldsThat(orderFields, { kept: 'optional text' })),
  ...amountColumns,
  priceBasis: c.json(priceBasis, 'o.price_basis'),
  ...paymentColumns,
  ...contactColumns('o'),
  language: c.oneOf(languages, 'o.language').nullable(),
  onAccount: c.bool('o.on_account'),
  placePhotoUrl: placePhotoOf,
  parcels: c.int(parcels),
  ...windowColumns,
  eta: etaColumn,
  delay: delayColumn,
  deliveryDate: c.time('o.delivery_date').nullable(),
  plannedDay: c.day('o.planned_day').nullable(),
  createdAt: c.time('o.created_at'),
  updatedAt: c.time('o.updated_at'),
  deliveredAt: c.time('o.delivered_at').nullable(),
  actualDelivery: c.time('o.actual_delivery').nullable(),
  quoteId: c.int('o.quote_id').nullable(),
  returnOf: c.first(linked, `from orders b where b.id = o.return_of_id and ${OF_SAME}`),
  returns: c.list(linked, `from orders b where b.return_of_id = o.id and ${OF_SAME}`, 'b.id'),
  ...ownNumberColumns('o'),
  version: c.int('o.version'),
  outcome: c.oneOf(orderOutcomes, 'o.outcome').nullable(),
  failedAt: c.time('o.failed_at').nullable(),
  correctedAt: c.time('o.corrected_at').nullable(),
  proofRules: c.json(proofRulesOut, 'o.proof_rules'),
  partnerCodes: c.json(partnerCodesOut, `coalesce(o.partner_codes, '[]')`),
  collect: collectColumn('o'),
  collected: collectedOf,
  weightKg: c.float('o.weight_kg').nullable(),
  needs: c.json(demandsOut.needs, 'o.needs'),
  fixedStops: c.json(z.array(z.enum(stopKinds)), 'o.fixed_stops'),
  attempts: attemptsOf('o.id'),
  charges: chargesOf,
  items,
};
export const listedOrder = select(rowColumns);
const driver = 'left join users d on d.id = o.driver_id';
const rowFrom = `from orders o ${driver}`;

const latest = (signer: string) =>
  c.first(
    { url: c.text('s.image_url'), name: c.text('s.signer_name').nullable(), at: c.time('s.captured_at') },
    `from (select * from signatures s where order_id = o.id and signer = '${signer}' and ${provesSignature('s')} order by captured_at desc, id desc limit 1) s`,
  );
const signatures = c.list(
  {
    kind: c.oneOf(['pickup', 'delivery'], 's.kind'),
    signer: c.oneOf(['customer', 'driver'], 's.signer'),
    signerName: c.text('s.signer_name').nullable(),
    signerRelation: c.text('s.signer_relation').nullable(),
    url: c.text('s.image_url'),
    capturedAt: c.time('s.captured_at'),
    signedAt: c.time('s.signed_at').nullable(),
    strokes: c.json(strokesOut.nullable(), 's.strokes::json'),
  },
  'from signatures s where s.order_id = o.id',
  's.captured_at, s.id',
);
/** What it was before a delivery, an end or a failed attempt that the office can take back as a mistake. */
export const correctableTo = c
  .oneOf(
    orderStatuses,
    `case o.status when 'delivered' then 'in_transit' when 'cancelled' then o.cancelled_from
       else case when o.failed_at is not null then o.status end end`,
  )
  .nullable();
/** The columns of an order alone, for `orderOf`. */
const detailColumns = {
  ...rowColumns,
  pickupPlace: placeOf('o.pickup_address'),
  deliveryPlace: placeOf('o.delivery_address'),
  correctableTo,
  lateEvidence: lateEvidenceOf('o.id'),
  requests: requestsOf,
  rating: ratingOf,
  proofPieces: piecesOf('o.id'),
  sealed: c.text('o.access_code_sealed'),
  customerSignature: latest('customer'),
  driverSignature: latest('driver'),
  signatures,
  companyRules: c.json(proofRulesOut, `(select settings -> 'proof' from company)`),
  customerRules: c.json(proofRulesOut, '(select c.proof_rules from customers c where c.id = o.customer_id)'),
  pins: pinsOf('o.id'),
  scans: scansOf('o.id'),
};
export const orderInFull = select(detailColumns);
/** Staff have the list of reasons from its own call; a phone has them with its order, for when it is offline. */
const ownInFull = select({ ...detailColumns, charges: chargesForDriver, failureReasons: activeReasons, savedLines });

/** The list of orders with driver and items; never an access code. */
export const listingOfOrders = (
  zone: string,
  input: Omit<ListOrders, 'page' | 'limit'> & OrderSearcher,
  at: Date = new Date(),
  until = 'infinity',
): Listing<Row<typeof listedOrder>> => ({
  table: 'orders',
  alias: 'o',
  joins: driver,
  columns: listedOrder,
  where: filterOrders(zone, at, input, until),
  ...orderingOf(input),
  isSearch: Boolean(input.q),
});

/** The planned day as a day: until the delivery it is the day of `deliveryDate`, no matter who wrote it. */
export const withPlannedDay = <T extends Pick<OrderRow, 'deliveryDate' | 'deliveredAt' | 'plannedDay'>>(
  { services }: AppContext,
  order: T,
): T =>
  order.deliveredAt === null && order.deliveryDate !== null
    ? { ...order, plannedDay: dayIn(services.config.BUSINESS_TIMEZONE, new Date(order.deliveryDate)) }
    : order;

/** An order of the list, or in full, as its reader has it. */
const listed = <T extends OrderRow>(ctx: AppContext, order: T): T => withReasons(withPlannedDay(ctx, order));

const named = select({
  id: c.int('id'),
  username: c.text('username'),
  firstName: c.text('first_name').nullable(),
  lastName: c.text('last_name').nullable(),
});
/** The drivers that orders are found by. */
async function nameDrivers(ctx: AppContext): Promise<NamedDriver[]> {
  const rows = await readRows(ctx.em, named, `select $columns from users where role = 'driver'`);
  return rows.map(({ id, ...name }) => ({ id, words: searchText([displayName(name)]) }));
}

export async function findOrders(ctx: AppContext, input: ListOrders): Promise<Page<OrderRow>> {
  const until = input.updatedSince ? await settledUntil(ctx.em) : undefined;
  const merchant = merchantOf(ctx);
  const isOwn = ctx.grant === 'own';
  // A merchant does not know who drives, and a driver's own orders all have the same name.
  const drivers = input.q && merchant === undefined && !isOwn ? await nameDrivers(ctx) : [];
  const asked = { ...input, merchant, isOwn, drivers };
  const listing = listingOfOrders(ctx.services.config.BUSINESS_TIMEZONE, asked, now(ctx), until);
  const page = await readPage(ctx.em, listing, withIds(input));
  return { ...page, data: page.data.map((row) => listed(ctx, withOwnNumbers(ctx, row))) };
}

export async function recentOrders(ctx: AppContext, limit: number): Promise<OrderRow[]> {
  const sql = `select $columns ${rowFrom} order by ${orderSorting.newest.order} limit ${limit}`;
  return (await readRows(ctx.em, listedOrder, sql)).map((row) => listed(ctx, row));
}

/** Orders by id, in the order of the ids; what is missing, or not the caller's own, is left out. */
export async function findOrdersById(ctx: AppContext, ids: readonly number[]): Promise<OrderRow[]> {
  const rows = await readRows(ctx.em, listedOrder, `select $columns ${rowFrom} where o.id = any(?)`, [ids]);
  const known = new Map(rows.map((row) => [row.id, listed(ctx, withOwnNumbers(ctx, row))]));
  return ids
    .flatMap((id) => known.get(id) ?? [])
    .filter((row) => !isForeign(ctx, row.customerId) && (ctx.grant !== 'own' || isOwnOrder(ctx, row)));
}

/** The orders of one driver; a signed-in driver only asks for their own. */
export async function findOrdersOfDriver(ctx: AppContext, input: ListOrdersOfDriver): Promise<Page<OrderRow>> {
  if (ctx.grant === 'own' && ctx.caller.user?.id !== input.driverId)
    throw forbidden(t('You can only see your own orders'));
  const page = await findOrders(ctx, input);
  return ctx.grant === 'own' ? { ...page, data: page.data.map(withoutOffice) } : page;
}

export type OrderDetail = Row<typeof orderInFull> &
  Partial<Pick<Row<typeof ownInFull>, 'failureReasons' | 'savedLines'>>;

type PlacedOrder = Omit<OrderDetail, 'pickupPlace' | 'deliveryPlace'> &
  Record<'pickupPlace' | 'deliveryPlace', KnownPlace | null>;

/** Whether this order is one of the caller's own: opened with its code, or the signed-in driver's. */
export const isOwnOrder = ({ caller }: AppContext, order: { id: number; driverId: number | null }): boolean =>
  caller.grants.some((grant) => grant.orderId === order.id) ||
  (caller.user?.role === 'driver' && order.driverId === caller.user.id);

/** The order that a row of `detailColumns` says, with everything that staff see. */
export function orderOf(row: PlacedOrder, accessCode: string | null): OrderView {
  const {
    sealed: _,
    customerSignature,
    driverSignature,
    companyRules,
    customerRules,
    pins,
    scans,
    savedLines: _lines,
    ...order
  } = row;
  const levels = [companyRules, customerRules, row.proofRules];
  const isTakenBack = ({ kind, capturedAt }: { kind: string; capturedAt: string }) =>
    kind === 'delivery' && row.correctedAt !== null && capturedAt <= row.correctedAt;
  const lastOf = (kind: string) =>
    row.signatures.findLast((one) => one.kind === kind && one.signer === 'customer' && !isTakenBack(one)) ?? null;
  return {
    ...order,
    accessCode,
    quote:
      row.quoteId === null
        ? null
        : {
            id: row.quoteId,
            signatureUrl: customerSignature?.url ?? null,
            signatureCustomerName: customerSignature?.name ?? null,
            signatureCapturedAt: customerSignature?.at ?? null,
            driverSignatureUrl: driverSignature?.url ?? null,
            driverSignatureName: driverSignature?.name ?? null,
            driverSignatureCapturedAt: driverSignature?.at ?? null,
          },
    pickupSignature: lastOf('pickup'),
    deliverySignature: lastOf('delivery'),
    proof: { pickup: stopState('pickup', levels, pins, scans), delivery: stopState('delivery', levels, pins, scans) },
  };
}

/** The access code, for callers who may see it. */
function codeFor(ctx: AppContext, id: number, sealed: string): string | null {
  const opened = ctx.caller.grants.some((grant) => grant.orderId === id);
  const maySee = isStaff(ctx.caller.user?.role) || opened || mayReadCodes(ctx.caller.key);
  return maySee ? (ctx.services.secrets.open(sealed) ?? null) : null;
}

/**
 * One order as GET /api/v1/orders/{id} gives it. Staff and keys with `orders:codes` see the access code; drivers
 * who signed in do not.
 * Drivers and users of the code read its notes and those for the driver. They see no prices but the charges that
 * drivers proposed, and no values, office notes or late evidence.
 */
export async function readOrder(ctx: AppContext, id: number): Promise<OrderView> {
  const columns: Selection<OrderDetail> = ctx.grant === 'own' ? ownInFull : orderInFull;
  const row = await readRow(ctx.em, columns, `select $columns ${rowFrom} where o.id = ?`, [id]);
  if (!row || isForeign(ctx, row.customerId) || (ctx.grant === 'own' && !isOwnOrder(ctx, row))) throw notFound('Order');
  const [placed] = await withPlaces(ctx, [withOwnNumbers(ctx, row)]);
  if (!placed) throw notFound('Order');
  const full = listed(ctx, orderOf(placed, codeFor(ctx, id, row.sealed)));
  if (ctx.grant !== 'own') return full;
  const chargeRates = ratesOf({ ...companyDefaults.quoting, ...row.savedLines }, full.currency);
  const failureReasons = full.failureReasons?.map(reasonIn);
  return { ...forDriver(full), charges: full.charges, chargeRates, failureReasons };
}

/** Several orders as staff, keys and jobs read each of them, in the order of the ids; what is not there is left out. */
export async function readOrders(ctx: AppContext, ids: readonly number[]): Promise<OrderView[]> {
  const rows = await readRows(ctx.em, orderInFull, `select $columns ${rowFrom} where o.id = any(?)`, [[...ids]]);
  const known = new Map((await withPlaces(ctx, rows)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = known.get(id);
    if (!row || isForeign(ctx, row.customerId)) return [];
    return listed(ctx, orderOf(withOwnNumbers(ctx, row), codeFor(ctx, id, row.sealed)));
  });
}

/** Orders as their driver reads each of them, in the order of the ids; one that is not their own is left out. */
export async function readOwnOrders(ctx: AppContext, ids: readonly number[]): Promise<OrderView[]> {
  const rows = await readRows(ctx.em, ownInFull, `select $columns ${rowFrom} where o.id = any(?)`, [[...ids]]);
  const own = rows.filter((row) => isOwnOrder(ctx, row));
  const known = new Map((await withPlaces(ctx, own)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = known.get(id);
    return row ? forDriver(listed(ctx, orderOf(withOwnNumbers(ctx, row), null))) : [];
  });
}

/** What one stop asks for, and what of it is there that no photo or signature shows. */
function stopState(stop: ProofStop, levels: readonly (GivenRules | null)[], pins: PinRow[], scans: ScanRow[]) {
  const pin = pins.find((row) => row.stop === stop);
  return {
    ...mergeRules(levels)[stop],
    isSaid: Object.keys(explicitRules(levels)[stop]).length > 0,
    pinVerified: pin?.isVerified ?? false,
    pinTriesLeft: Math.max(0, PIN_TRIES_MAX - (pin?.wrongTries ?? 0)),
    scanned: scans.filter((scan) => scan.stop === stop).map(({ parcel }) => parcel),
  };
}

/** What a driver does not see of an order: prices, values and what the office writes for itself. */
const withoutOffice = <T extends OrderRow>(order: T): T => ({
  ...order,
  ...nothingOf(hiddenFrom(orderFields, 'driver')),
  metadata: {},
  attempts: order.attempts.map((attempt) => ({ ...attempt, noteOffice: null, overrideReason: null })),
  charges: [],
  items: order.items.map((item) => ({ ...item, value: null })),
});

const forDriver = ({
  lateEvidence: _,
  proofPieces: _pieces,
  requests: _asked,
  rating: _rating,
  ...order
}: OrderView): OrderView => ({
  ...withoutOffice(order),
  correctableTo: null,
});
