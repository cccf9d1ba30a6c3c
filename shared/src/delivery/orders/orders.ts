import { z } from 'zod';
import { stopContact } from '../../base/contact/stop-contact.ts';
import { schemasOf } from '../../base/fields.ts';
import { lateEvidence } from '../../base/late-evidence.ts';
import { notifyIn } from '../../base/notify.ts';
import { byExternalId } from '../../base/own-numbers.ts';
import { placeOut } from '../../base/place/places.ts';
import {
  address,
  afterId,
  count,
  createdBetween,
  day,
  flag,
  id,
  integer,
  knownEmail,
  notes,
  optionalEmail,
  optionalText,
  pageInput,
  pieces,
  queryFlag,
  search,
  seenVersion,
  takenAt,
  textOrNull,
  timestamp,
} from '../../base/primitives.ts';
import { cursorPageOf, syncInput } from '../../base/sync.ts';
import { windowsIn } from '../../base/time/windows.ts';
import { proofPiece, proofState } from '../../company/proof/proof-rules.ts';
import { errorOfOne } from '../../errors.ts';
import { example } from '../../examples.ts';
import { BATCH_MAX, CONTACTS_OFFERED, ITEMS_MAX, NAME_MAX, NOTES_MAX, PARCELS_MAX, PARCELS_MIN } from '../../limits.ts';
import { quoteChanges, quoteItemInput, quoteOfOrder } from '../../quoting/quotes.ts';
import { message, t } from '../../words/t.ts';
import { chargeRate } from '../charges/charges.ts';
import { credit } from '../invoices/credit.ts';
import { failureReason } from '../proof/failure-reasons.ts';
import { strokesOut } from '../proof/strokes-schema.ts';
import { requestsOut } from '../tracking/delivery-requests.ts';
import { orderRating } from '../tracking/ratings.ts';
import { orderFields } from './order-fields.ts';
import type { orderItem } from './order-leaves.ts';
import { orderPayments } from './order-payment.ts';
import { orderStatuses } from './order-status.ts';
import { orderStatus, orderStatusInput } from './order-status-schema.ts';

/** How many parcels an order is when nobody said it. */
export const countParcels = (items: readonly { quantity: number }[]): number =>
  Math.min(
    PARCELS_MAX,
    Math.max(
      PARCELS_MIN,
      items.reduce((sum, { quantity }) => sum + quantity, 0),
    ),
  );

const { externalId, metadata, partnerCodes, fixedStops, driverId, items, pickupPlace, deliveryPlace, ...requested } =
  schemasOf(orderFields, 'input');
const { quotePrice, proofRules, deliveryDate, pickupWindow, deliveryWindow, ...content } = requested;
/** In the order in which the description shows them. */
const fields = { ...content, quotePrice, proofRules, deliveryDate, pickupWindow, deliveryWindow };
/** What every order that is made without a quote says, one of a recurring job too. */
export const newOrder = z.object({ ...fields, driverId, items }).meta({
  example: {
    customerName: example.name,
    customerEmail: example.email,
    pickupAddress: example.pickupAddress,
    deliveryAddress: example.deliveryAddress,
    quotePrice: example.price,
    items: [{ name: example.item, quantity: 2 }],
  },
});
/** An order made without a quote. */
export const createOrder = newOrder
  .extend({ pickupPlace, deliveryPlace, externalId, metadata, partnerCodes, fixedStops, ...notifyIn })
  .meta({ ...newOrder.meta() });
export type CreateOrder = z.infer<typeof createOrder>;
/** The same by a program: a key of one customer may leave out who the customer is. */
export const createOrderByCall = createOrder
  .extend({
    customerName: orderFields.customerName.input.optional().meta({
      description: 'Required, but for a key of one customer: it is that customer then',
      example: example.name,
    }),
  })
  .meta({ ...createOrder.meta() });
export type CreateOrderByCall = z.infer<typeof createOrderByCall>;

export const contactsAt = z.object({
  address: address(message('An address is required')).meta({ example: example.deliveryAddress }),
});
/** Who was at an address before. */
export const contactList = z.object({
  contacts: z.array(stopContact).meta({ description: `Most recent first, at most ${CONTACTS_OFFERED}` }),
});

/** What is new about an order that is done again; everything else is copied, the photos of its items too. */
export const duplicateOrder = z
  .object({ id, deliveryDate, pickupWindow, deliveryWindow, ...notifyIn })
  .meta({ example: { deliveryDate: '2026-03-09' } });
export type DuplicateOrder = z.infer<typeof duplicateOrder>;
/** When the way back is; everything else is copied, with the two ends changed. */
export const returnOrder = duplicateOrder.extend({ notes }).meta({ example: { notes: 'Wrong size' } });
export type ReturnOrder = z.infer<typeof returnOrder>;
export const cancelOrder = z
  .object({
    id,
    reason: optionalText(NOTES_MAX).meta({ description: 'It is history', example: 'The buyer changed their mind' }),
    ...notifyIn,
    version: seenVersion,
  })
  .meta({ example: { reason: 'The buyer changed their mind' } });
export type CancelOrder = z.infer<typeof cancelOrder>;

/** Making the order of a quote; without windows nothing is promised but the day of the quote's speed. */
export const convertQuote = z.object({ id, ...windowsIn, ...notifyIn });
export type ConvertQuote = z.infer<typeof convertQuote>;

/** Pricing, marking as paid and converting in one call: what these three take. */
export const bookQuote = quoteChanges
  .omit({ status: true })
  .extend(windowsIn)
  .meta({ example: { price: example.price, paymentUrl: example.paymentUrl, paymentReference: 'Order 1001' } });
export type BookQuote = z.infer<typeof bookQuote>;

/** An item as the office corrects it: a new one has no `id`, and what is not named of a known one stays as it is. */
const changedItem = quoteItemInput.omit({ imageUrls: true }).extend({ quantity: pieces.optional() });
export type ChangedOrderItem = z.infer<typeof changedItem>;

/** Partial update of what staff may correct; status, code and tracking number have separate calls. */
export const updateOrder = z
  .object(fields)
  .partial()
  .extend({
    id,
    items: z
      .array(changedItem, { error: () => t('At least one item is required') })
      .min(1, { error: () => t('At least one item is required') })
      .max(ITEMS_MAX, { error: () => t('At most {itemsMax} items', { itemsMax: ITEMS_MAX }) })
      .optional()
      .meta({
        description:
          'All items: what is absent is removed, photos stay with their item. A piece that is picked up cannot be changed: 409 ITEM_PICKED_UP',
      }),
    customerEmail: optionalEmail(knownEmail()),
    pickupPlace,
    deliveryPlace,
    externalId,
    metadata,
    partnerCodes,
    fixedStops,
    ...notifyIn,
    version: seenVersion,
    status: z
      .union([z.string().max(40), z.null()])
      .optional()
      .meta({
        override: { type: ['string', 'null'], anyOf: undefined },
        description: 'The present one changes nothing; any other is 409, because `/status` is the call for it',
      }),
  })
  .meta({ example: { notes: 'Leave it with the porter' } });
export type UpdateOrder = z.infer<typeof updateOrder>;
/** The same by a call. */
export const updateOrderByCall = updateOrder
  .extend({
    acceptPrice: flag
      .meta({ description: 'By a key of one customer: a new price of the change is accepted', example: true })
      .optional(),
  })
  .meta({ ...updateOrder.meta() });
export type UpdateOrderByCall = z.infer<typeof updateOrderByCall>;

export const assignDriver = z
  .object({
    id,
    driverId: id,
    reassign: flag.meta({ description: 'Take the order away from the driver who has it' }).optional(),
    ...notifyIn,
  })
  .meta({ example: { driverId: example.driverId } });
/** `takenAt`: when it happened by the phone's clock, for a move that was sent later. */
export const setOrderStatus = z.object({
  id,
  status: orderStatusInput.meta({ example: 'in_transit' }),
  overrideReason: optionalText(NAME_MAX).meta({
    description: 'Staff only: why proof that the rules ask for may be missing; it is history',
  }),
  takenAt,
  ...notifyIn,
});

export const orderSorts = ['newest', 'oldest', 'total', 'updated', 'planned'] as const;
export const listOrders = pageInput.extend({
  q: search.optional(),
  status: z
    .string()
    .max(120)
    .transform((list) =>
      list
        .split(',')
        .filter(Boolean)
        .map((status) => (status === 'created' ? 'pending' : status)),
    )
    .pipe(z.array(z.enum(orderStatuses)))
    .meta({ description: 'One state or several, with commas between them', example: 'assigned,in_transit' })
    .optional(),
  sort: z
    .enum(orderSorts)
    .default('newest')
    .meta({ description: '`planned`: the next to do first, what has no day last' }),
  ...createdBetween,
  deliveredFrom: day().meta({ description: 'Planned for this day or delivered on it, or later' }).optional(),
  deliveredOn: day().meta({ description: 'Delivered on this day, where the company is' }).optional(),
  onTime: queryFlag
    .meta({
      description: 'With `deliveredOn`, true: before the end of its window, or else on its planned day; false: later',
    })
    .optional(),
  failedOn: day().meta({ description: 'An attempt failed on this day, and was not taken back' }).optional(),
  afterId: afterId.optional(),
  customerId: id.meta({ example: example.customerId }).optional(),
  externalId: byExternalId,
  ...syncInput,
  driverId: id.meta({ description: 'Carried by this driver', example: example.driverId }).optional(),
  unassigned: queryFlag.meta({ description: 'true: open orders that have no driver' }).optional(),
  plannedOn: day()
    .meta({
      description:
        'A stop is on this day, where the company is: the delivery by its window, else `deliveryDate`; the pickup by its window, else with the delivery',
    })
    .optional(),
  unplanned: queryFlag.meta({ description: 'true: open orders that have no day yet' }).optional(),
  carriedOver: queryFlag
    .meta({ description: 'true: open orders with a stop that was to be made before today' })
    .optional(),
  failed: queryFlag
    .meta({ description: 'true: an attempt failed, and nobody has decided what happens next' })
    .optional(),
  chargesProposed: queryFlag
    .meta({ description: 'true: a charge at a stop waits for the office to approve or drop it' })
    .optional(),
  payment: z
    .enum(orderPayments, { error: () => t('payment must be open, paid or account') })
    .meta({ description: '`open`: nobody has paid yet; without what was cancelled', example: 'open' })
    .optional(),
  overdue: queryFlag
    .meta({ description: 'true: open orders of which a window, or else the planned day, is over' })
    .optional(),
});
export type ListOrders = z.infer<typeof listOrders>;
export const listOrdersOfDriver = listOrders
  .omit({ customerId: true, unassigned: true, chargesProposed: true, payment: true })
  .extend({ driverId: id.meta({ example: example.driverId }) });
export type ListOrdersOfDriver = z.infer<typeof listOrdersOfDriver>;

export const signatureOut = z
  .object({
    kind: z.enum(['pickup', 'delivery']),
    signer: z.enum(['customer', 'driver']),
    signerName: textOrNull.meta({ example: example.name }),
    signerRelation: textOrNull.meta({ description: 'Who they are to the recipient', example: null }),
    url: z.string().meta({ example: example.signature }),
    capturedAt: timestamp.meta({ description: 'By the server’s clock' }),
    signedAt: timestamp.nullable().meta({ description: 'By the phone’s clock' }),
    strokes: strokesOut
      .nullable()
      .optional()
      .meta({ description: 'What it was drawn from, where the phone sent it', example: null }),
  })
  .meta({ id: 'Signature' });
export type Signature = z.infer<typeof signatureOut>;

/** A row of a list: never the access code, which only the single order shows to staff. */
export const orderRow = z.object(schemasOf(orderFields, 'output')).meta({ id: 'OrderRow' });
export type OrderItem = z.infer<typeof orderItem>;
export type OrderRow = z.infer<typeof orderRow>;
export const orderPage = cursorPageOf(orderRow).meta({ id: 'OrderPage' });

/** One order, as GET /api/v1/orders/{id} gives it; `accessCode` is null for callers who may not see it. */
export const order = orderRow
  .extend({
    accessCode: textOrNull.meta({
      description: 'Opens the order at /driver. null for callers who may not see it; a key needs `orders:codes`',
      example: example.accessCode,
    }),
    pickupPlace: placeOut.nullable().meta({ description: 'Where the pickup address is; null: nobody knows' }),
    deliveryPlace: placeOut.nullable().meta({ description: 'Where the delivery address is; null: nobody knows' }),
    correctableTo: orderStatus.nullable().meta({
      description:
        'What `POST /orders/{id}/correction` takes it back to; null where there is nothing to take back, and for drivers',
      example: null,
    }),
    quote: quoteOfOrder.nullable(),
    creditWarning: credit.optional(),
    signatures: z.array(signatureOut),
    pickupSignature: signatureOut.nullable().meta({ example: null }),
    deliverySignature: signatureOut.nullable().meta({ example: null }),
    proof: proofState,
    proofPieces: z
      .array(proofPiece)
      .optional()
      .meta({ description: 'When and where each piece was taken, for staff; none for what is older than this' }),
    failureReasons: z
      .array(failureReason)
      .optional()
      .meta({ description: 'What a driver may say when it does not work out; for drivers only' }),
    chargeRates: z
      .array(chargeRate)
      .optional()
      .meta({ description: 'What a driver may charge for at a stop; for drivers only' }),
    requests: requestsOut.optional(),
    rating: orderRating.optional(),
    lateEvidence: z
      .array(lateEvidence)
      .optional()
      .meta({ description: 'Evidence that came too late to move the order; absent for drivers' }),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof order>;

export const batchModes = ['all', 'each'] as const;
/** Several orders in one call. Each is judged as its own call would judge it. */
export const batchOrders = z
  .object({
    orders: z
      .array(z.record(z.string(), z.unknown()), { error: () => t('orders must be a list of orders') })
      .min(1, { error: () => t('At least one order is required') })
      .max(BATCH_MAX, { error: () => t('At most {max} orders', { max: BATCH_MAX }) })
      .meta({
        description: 'Each as the body of `POST /orders`',
        override: { items: { $ref: '#/components/schemas/OrdersCreateBody' } },
      }),
    mode: z.enum(batchModes, { error: () => t('mode is all or each') }).meta({
      description: '`all`: all orders are made, or none. `each`: those that can be made',
      example: 'each',
    }),
  })
  .meta({
    example: {
      mode: 'each',
      orders: [
        {
          customerName: example.name,
          pickupAddress: example.pickupAddress,
          deliveryAddress: example.deliveryAddress,
          externalId: '1001',
          items: [{ name: example.item, quantity: 2 }],
        },
      ],
    },
  });
export type BatchOrders = z.infer<typeof batchOrders>;
export const orderBatch = z
  .object({
    results: z.array(
      z.object({
        index: integer.meta({ description: 'Its place in `orders`', example: 0 }),
        status: integer.meta({
          description: '201 made, 200 there already by its `externalId`, else refused',
          example: 201,
        }),
        order: order.optional(),
        error: errorOfOne.optional(),
      }),
    ),
  })
  .meta({ id: 'OrderBatch' });
export type OrderBatch = z.infer<typeof orderBatch>;

/** Orders by state, for the cards over the table, and by the views of the day; `created` counts pending orders. */
export const orderCounts = z.object({
  total: integer.meta({ example: 57 }),
  created: count,
  assigned: count,
  pickedUp: count,
  inTransit: count,
  delivered: count,
  cancelled: count,
  today: count.meta({
    description: 'With a stop today, where the company is; counted to 10,001, as the others below',
  }),
  tomorrow: count.meta({ description: 'With a stop tomorrow' }),
  overdue: count.meta({ description: 'Open, and a window or planned day of theirs is over' }),
  failed: count.meta({ description: 'An attempt did not work out and waits for a decision' }),
  unassigned: count.meta({ description: 'Open without a driver; 0 for a driver' }),
  unplanned: count.meta({ description: 'Open without a day' }),
  carriedOver: count.meta({ description: 'Open, with a stop that was to be made before today' }),
  chargesProposed: count.meta({ description: 'With a charge that waits for the office; 0 for a driver' }),
  paymentsOpen: count.meta({ description: 'Not paid yet; 0 for a driver' }),
});
export type OrderCounts = z.infer<typeof orderCounts>;
