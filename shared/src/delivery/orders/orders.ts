import { z } from 'zod';
import { contactsIn, contactsOut, stopContact } from '../../base/contact/stop-contact.ts';
import { lateEvidence } from '../../base/late-evidence.ts';
import { notifyIn } from '../../base/notify.ts';
import { byExternalId, ownNumbersIn, ownNumbersOut } from '../../base/own-numbers.ts';
import {
  address,
  afterId,
  company,
  count,
  createdBetween,
  currencyOut,
  day,
  flag,
  id,
  integer,
  knownEmail,
  moment,
  moneyOut,
  notes,
  notesOut,
  optionalEmail,
  optionalMoney,
  optionalText,
  pageInput,
  personName,
  personOut,
  phone,
  pieces,
  queryFlag,
  routeOut,
  rowId,
  rowVersion,
  search,
  seenVersion,
  takenAt,
  textOrNull,
  timestamp,
  trackingNumberOut,
  whole,
} from '../../base/primitives.ts';
import { cursorPageOf, syncInput } from '../../base/sync.ts';
import { windowsIn, windowsOut } from '../../base/time/windows.ts';
import { proofPiece, proofRulesIn, proofRulesOut, proofState } from '../../company/proof/proof-rules.ts';
import { example } from '../../examples.ts';
import { CONTACTS_OFFERED, ITEMS_MAX, NAME_MAX, PARCELS_MAX, PARCELS_MIN } from '../../limits.ts';
import { customerIdOut, quoteChanges, quoteItem, quoteItemInput, quoteOfOrder } from '../../quoting/quotes.ts';
import { languageIn, languageOut } from '../../words/fields.ts';
import { message, t } from '../../words/t.ts';
import { chargeRate, chargesOut } from '../charges/charges.ts';
import { delay, eta } from '../eta/eta.ts';
import { attemptsOut, outcomeOut } from '../proof/attempts.ts';
import { failureReason } from '../proof/failure-reasons.ts';
import { strokesOut } from '../proof/strokes-schema.ts';
import { requestsOut } from '../tracking/delivery-requests.ts';
import { orderRating } from '../tracking/ratings.ts';
import { orderStatuses } from './order-status.ts';
import { orderStatus, orderStatusInput } from './order-status-schema.ts';

/** A day, or a moment as an order that was read has it: the server knows in which zone its day lies. */
const deliveryDate = z
  .union([z.literal('').transform(() => null), z.null(), day(), moment], {
    error: () => t('Must be a date like 2026-03-01'),
  })
  .optional()
  .meta({ description: 'The planned day', example: '2026-03-02' });

const parcels = z
  .union(
    [
      z.null(),
      whole(PARCELS_MIN, PARCELS_MAX, () =>
        t('Parcels must be a whole number from {min} to {max}', { min: PARCELS_MIN, max: PARCELS_MAX }),
      ),
    ],
    {
      error: () =>
        t('Parcels must be a whole number from {parcelsMin} to {parcelsMax}', {
          parcelsMin: PARCELS_MIN,
          parcelsMax: PARCELS_MAX,
        }),
    },
  )
  .optional()
  .meta({ description: 'Parcels to carry and to label; null counts the pieces of all items', example: 3 });

/** How many parcels an order is when nobody said it. */
export const countParcels = (items: readonly { quantity: number }[]): number =>
  Math.min(
    PARCELS_MAX,
    Math.max(
      PARCELS_MIN,
      items.reduce((sum, { quantity }) => sum + quantity, 0),
    ),
  );

const fields = z.object({
  customerName: personName(message('Customer name is required')),
  customerEmail: optionalEmail().meta({ description: 'null or absent: the customer is sent no e-mails' }),
  customerPhone: phone,
  customerCompany: company,
  pickupAddress: address(message('Pickup address is required')),
  deliveryAddress: address(message('Delivery address is required')),
  ...contactsIn,
  notes,
  language: languageIn,
  driverNotes: notes.meta({
    description: 'From the office to the driver',
    example: 'Use the yard gate',
  }),
  officeNotes: notes.meta({
    description: 'For the office alone: no driver and no customer reads it',
    example: 'Pays late',
  }),
  parcels,
  onAccount: flag.meta({ description: 'The customer pays later, with an invoice' }).optional(),
  quotePrice: optionalMoney(message('The price must be a number of at least 0')).meta({
    description: 'Decimal string: the total of the order',
  }),
  proofRules: proofRulesIn,
  deliveryDate,
  ...windowsIn,
});

/** What every order that is made without a quote says, one of a recurring job too. */
export const newOrder = fields
  .extend({
    driverId: z
      .union([z.null(), id])
      .optional()
      .meta({ description: 'null while nobody carries it', example: example.driverId }),
    items: z
      .array(quoteItemInput.omit({ id: true }), { error: () => t('At least one item is required') })
      .min(1, { error: () => t('At least one item is required') })
      .max(ITEMS_MAX, { error: () => t('At most {itemsMax} items', { itemsMax: ITEMS_MAX }) }),
  })
  .meta({
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
export const createOrder = newOrder.extend({ ...ownNumbersIn, ...notifyIn }).meta({ ...newOrder.meta() });
export type CreateOrder = z.infer<typeof createOrder>;

export const contactsAt = z.object({
  address: address(message('An address is required')).meta({ example: example.deliveryAddress }),
});
/** Who was at an address before. */
export const contactList = z.object({
  contacts: z.array(stopContact).meta({ description: `Most recent first, at most ${CONTACTS_OFFERED}` }),
});

/** What is new about an order that is done again; everything else is copied, the photos of its items too. */
export const duplicateOrder = z
  .object({ id, deliveryDate, ...windowsIn, ...notifyIn })
  .meta({ example: { deliveryDate: '2026-03-09' } });
export type DuplicateOrder = z.infer<typeof duplicateOrder>;

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
export const updateOrder = fields
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
    ...ownNumbersIn,
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
  overdue: queryFlag
    .meta({ description: 'true: open orders of which a window, or else the planned day, is over' })
    .optional(),
});
export type ListOrders = z.infer<typeof listOrders>;
export const listOrdersOfDriver = listOrders
  .omit({ customerId: true, unassigned: true, chargesProposed: true })
  .extend({ driverId: id.meta({ example: example.driverId }) });
export type ListOrdersOfDriver = z.infer<typeof listOrdersOfDriver>;

const stagePhotos = z.array(z.string()).meta({ example: [] });
const stageFlag = z.boolean().meta({ example: false });
export const orderItem = quoteItem
  .extend({
    pickupImageUrls: stagePhotos,
    transitImageUrls: stagePhotos,
    deliveryImageUrls: stagePhotos,
    isPickedUp: stageFlag,
    isInTransit: stageFlag,
    isDelivered: stageFlag,
    updatedAt: timestamp,
  })
  .meta({ id: 'OrderItem' });
export type OrderItem = z.infer<typeof orderItem>;

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

export const orderDriver = z.object({
  id: integer.meta({ example: example.driverId }),
  firstName: textOrNull.meta({ example: 'Robin' }),
  lastName: textOrNull.meta({ example: 'Driver' }),
  phone: textOrNull.meta({ example: '+1 555 0142' }),
});

export const deliveryDateOut = timestamp.nullable().meta({
  description: 'The planned day until delivery, then the moment of delivery',
  example: '2026-03-02T12:00:00.000Z',
});
export const plannedDayOut = textOrNull.meta({
  description: 'The planned day as a day, where the company is; it stays after the delivery',
  format: 'date',
  example: example.day,
});
export const deliveredOut = {
  deliveredAt: timestamp.nullable().meta({ description: 'null until delivery', example: null }),
  actualDelivery: timestamp.nullable().meta({ description: 'Same as deliveredAt', example: null }),
};

/** A row of a list: never the access code, which only the single order shows to staff. */
export const orderRow = z
  .object({
    id: rowId,
    trackingNumber: trackingNumberOut,
    status: orderStatus.meta({ example: 'assigned' }),
    driverId: integer.nullable().meta({ description: 'null while nobody carries it', example: example.driverId }),
    driver: orderDriver.nullable(),
    customerId: customerIdOut,
    customerName: personOut.name,
    customerEmail: textOrNull.meta({ description: 'null: the customer is sent no e-mails', example: example.email }),
    customerPhone: personOut.phone,
    customerCompany: personOut.company,
    quotePrice: moneyOut.nullable().meta({ description: 'Decimal string: the total of the order' }),
    netTotal: moneyOut.nullable().meta({ description: '`quotePrice` without its tax', example: '100.84' }),
    taxTotal: moneyOut.nullable().meta({
      description: 'The tax in `quotePrice`, as its quote says it; zero where nobody said',
      example: '19.16',
    }),
    currency: currencyOut,
    ...routeOut,
    ...contactsOut,
    notes: notesOut,
    language: languageOut,
    driverNotes: textOrNull.meta({
      description: 'From the office to the driver',
      example: 'Use the yard gate',
    }),
    officeNotes: textOrNull.meta({ description: 'null for drivers, who never read it', example: null }),
    placePhotoUrl: textOrNull.optional().meta({
      description: 'A photo of the place where to leave it; for staff who signed in and drivers, null for keys',
      example: null,
    }),
    parcels: integer.meta({ description: 'The pieces of all items, unless it was said', example: 2 }),
    onAccount: z
      .boolean()
      .nullable()
      .meta({ description: 'The customer pays later, with an invoice; null for drivers', example: false }),
    deliveryDate: deliveryDateOut,
    plannedDay: plannedDayOut,
    ...windowsOut,
    eta,
    delay,
    createdAt: timestamp,
    updatedAt: timestamp,
    ...deliveredOut,
    outcome: outcomeOut,
    failedAt: timestamp.nullable().meta({
      description: 'Since when an attempt that did not work out waits for a decision',
      example: null,
    }),
    correctedAt: timestamp.nullable().meta({
      description: 'When the office last took back its delivery: what proved that one does not prove the next',
      example: null,
    }),
    attempts: attemptsOut,
    charges: chargesOut,
    proofRules: proofRulesOut,
    quoteId: rowId.nullable(),
    ...ownNumbersOut,
    items: z.array(orderItem),
    version: rowVersion,
  })
  .meta({ id: 'OrderRow' });
export type OrderRow = z.infer<typeof orderRow>;
export const orderPage = cursorPageOf(orderRow).meta({ id: 'OrderPage' });

/** One order, as GET /api/v1/orders/{id} gives it; `accessCode` is null for callers who may not see it. */
export const order = orderRow
  .extend({
    accessCode: textOrNull.meta({
      description: 'Opens the order at /driver. null for callers who may not see it; a key needs `orders:codes`',
      example: example.accessCode,
    }),
    correctableTo: orderStatus.nullable().meta({
      description:
        'What `POST /orders/{id}/correction` takes it back to; null where there is nothing to take back, and for drivers',
      example: null,
    }),
    quote: quoteOfOrder.nullable(),
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
});
export type OrderCounts = z.infer<typeof orderCounts>;
