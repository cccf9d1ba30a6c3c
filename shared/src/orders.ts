import { z } from 'zod';
import { lateEvidence } from './late-evidence.ts';
import { ITEMS_MAX } from './limits.ts';
import { orderStatuses } from './order-status.ts';
import { orderStatus, orderStatusInput } from './order-status-schema.ts';
import {
  address,
  company,
  day,
  email,
  flag,
  id,
  moment,
  moneyOut,
  notes,
  optionalMoney,
  pageInput,
  pageOf,
  personName,
  phone,
  search,
  timestamp,
} from './primitives.ts';
import { quoteItemInput, quoteOfOrder } from './quotes.ts';

/** A day, or a moment as an order that was read has it: the server knows in which zone its day lies. */
const deliveryDate = z
  .union([z.literal('').transform(() => null), z.null(), day(), moment], {
    error: 'Must be a date like 2026-03-01',
  })
  .optional();

const fields = z.object({
  customerName: personName('Customer name is required'),
  customerEmail: email(),
  customerPhone: phone,
  customerCompany: company,
  pickupAddress: address('Pickup address is required'),
  deliveryAddress: address('Delivery address is required'),
  notes,
  quotePrice: optionalMoney('The price must be a number of at least 0 with at most 2 decimals'),
  /** The planned day. */
  deliveryDate,
});

/** An order made without a quote. */
export const createOrder = fields.extend({
  driverId: z.union([z.null(), id]).optional(),
  items: z
    .array(quoteItemInput.omit({ id: true }), { error: 'At least one item is required' })
    .min(1, { error: 'At least one item is required' })
    .max(ITEMS_MAX, { error: `At most ${ITEMS_MAX} items` }),
});
export type CreateOrder = z.infer<typeof createOrder>;

/** Partial update of what staff may correct; status, code and tracking number have calls of their own. */
export const updateOrder = fields.partial().extend({ id, version: id.optional() });
export type UpdateOrder = z.infer<typeof updateOrder>;

export const assignDriver = z.object({ id, driverId: id, reassign: flag.optional() });
/** `takenAt`: when it happened by the phone's clock, for a move that was sent later. */
export const setOrderStatus = z.object({ id, status: orderStatusInput, takenAt: moment.optional() });

export const orderSorts = ['newest', 'oldest', 'total', 'updated'] as const;
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
    .optional(),
  sort: z.enum(orderSorts).default('newest'),
  from: day().optional(),
  to: day().optional(),
  /** Planned for this day or delivered on it, or later. */
  deliveredFrom: day().optional(),
  customerId: id.optional(),
});
export type ListOrders = z.infer<typeof listOrders>;
export const listOrdersOfDriver = listOrders.omit({ customerId: true }).extend({ driverId: id });
export type ListOrdersOfDriver = z.infer<typeof listOrdersOfDriver>;

export const orderItem = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string().nullable(),
    quantity: z.number().int(),
    value: moneyOut.nullable(),
    imageUrls: z.array(z.string()),
    pickupImageUrls: z.array(z.string()),
    transitImageUrls: z.array(z.string()),
    deliveryImageUrls: z.array(z.string()),
    isPickedUp: z.boolean(),
    isInTransit: z.boolean(),
    isDelivered: z.boolean(),
    updatedAt: timestamp,
  })
  .meta({ id: 'OrderItem' });
export type OrderItem = z.infer<typeof orderItem>;

export const signatureOut = z
  .object({
    kind: z.enum(['pickup', 'delivery']),
    signer: z.enum(['customer', 'driver']),
    signerName: z.string().nullable(),
    url: z.string(),
    /** When the server stored it. */
    capturedAt: timestamp,
    /** When the phone took it, by its own clock. */
    signedAt: timestamp.nullable(),
  })
  .meta({ id: 'Signature' });
export type Signature = z.infer<typeof signatureOut>;

export const orderDriver = z.object({
  id: z.number().int(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
});

/** A row of a list: never the access code, which only the single order shows to staff. */
export const orderRow = z
  .object({
    id: z.number().int(),
    trackingNumber: z.string(),
    status: orderStatus,
    driverId: z.number().int().nullable(),
    driver: orderDriver.nullable(),
    customerId: z.number().int().nullable(),
    customerName: z.string(),
    customerEmail: z.string().nullable(),
    customerPhone: z.string().nullable(),
    customerCompany: z.string().nullable(),
    quotePrice: moneyOut.nullable(),
    pickupAddress: z.string(),
    deliveryAddress: z.string(),
    notes: z.string().nullable(),
    deliveryDate: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    deliveredAt: timestamp.nullable(),
    actualDelivery: timestamp.nullable(),
    quoteId: z.number().int().nullable(),
    items: z.array(orderItem),
    version: z.number().int(),
  })
  .meta({ id: 'OrderRow' });
export type OrderRow = z.infer<typeof orderRow>;
export const orderPage = pageOf(orderRow).meta({ id: 'OrderPage' });

/** One order, as GET /api/v1/orders/{id} gives it; `accessCode` is null for whoever may not see it. */
export const order = orderRow
  .extend({
    accessCode: z.string().nullable(),
    quote: quoteOfOrder.nullable(),
    signatures: z.array(signatureOut),
    pickupSignature: signatureOut.nullable(),
    deliverySignature: signatureOut.nullable(),
    /** What came too late to move the order; only for staff and API keys. */
    lateEvidence: z.array(lateEvidence).optional(),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof order>;

/** Orders by state, for the cards over the table; `created` counts pending orders. */
export const orderCounts = z.object({
  total: z.number().int(),
  created: z.number().int(),
  assigned: z.number().int(),
  pickedUp: z.number().int(),
  inTransit: z.number().int(),
  delivered: z.number().int(),
  cancelled: z.number().int(),
});
