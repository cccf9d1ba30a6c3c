import { defineEntity, type EventArgs, p } from '@mikro-orm/core';
import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import type { Collect } from '@quickfleet/shared/base/money/collect-words';
import type { PartnerCode } from '@quickfleet/shared/base/scan/partner-code';
import type { StopKind } from '@quickfleet/shared/base/time/day-rules';
import { type OrderOutcome, orderOutcomes } from '@quickfleet/shared/company/proof/failure-words';
import type { ProofRulesIn } from '@quickfleet/shared/company/proof/proof-rules';
import { type OrderPayment, orderPayments, type PaymentMethod } from '@quickfleet/shared/delivery/orders/order-payment';
import {
  displayOrderStatus,
  findOrderMove,
  type MoveBy,
  type Mover,
  mayMoveOrder,
  type OrderMove,
  type OrderStatus,
  openOrderStatuses,
  orderFacts,
  orderStatuses,
  orderStatusesThat,
} from '@quickfleet/shared/delivery/orders/order-status';
import type { PriceBasis } from '@quickfleet/shared/quoting/pricing/price-basis';
import type { Language } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { amount, formerSearch, key, ownNumbers, ownNumbersIndexes, stamps } from '../../db/base.ts';
import { searchedBy, searchIndex, wordlessIndex, words } from '../../db/schema/search-index.ts';
import { conflict, forbidden } from '../../http/errors.ts';
import { Customer } from '../../people/customers/customer.entity.ts';
import { User } from '../../people/users/user.entity.ts';
import { Quote } from '../../quoting/quotes/quote.entity.ts';

const windowCheck = (kind: 'pickup' | 'delivery') => ({
  name: `orders_${kind}_window_check`,
  expression: `(${kind}_from is null) = (${kind}_to is null) and ${kind}_to >= ${kind}_from`,
});
/** When an order is to be done, as far as it was said (orders.filters.ts). */
const PLANNED = 'coalesce("delivery_from", "delivery_date", "pickup_from")';
const isIn = (statuses: readonly OrderStatus[]) => `status in (${statuses.map((status) => `'${status}'`).join(', ')})`;
const OPEN = isIn(openOrderStatuses);
const BEFORE_PICKUP = isIn(orderStatusesThat('isBeforePickup'));

/** An order that begins with a driver is written once, and both of its states count as versions. */
const countAssignment = ({ entity, changeSet }: EventArgs<object>): void => {
  if (changeSet && 'status' in entity && entity.status === 'assigned') Object.assign(changeSet.payload, { version: 2 });
};

const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'orders',
  hooks: { ...searchedBy('orders'), beforeCreate: [...searchedBy('orders').beforeCreate, countAssignment] },
  properties: {
    id: key,
    // One order for a quote, ever: whatever two clicks do, this constraint has the last word.
    quote: () => p.oneToOne(Quote).owner().nullable().deleteRule('no action').unique('orders_quote_id_unique'),
    customer: () => p.manyToOne(Customer).nullable().deleteRule('set null').index(),
    /** The order that this one brings back. No foreign key: it stays a way back when that one is gone. */
    returnOfId: p.integer().nullable(),
    driver: () => p.manyToOne(User).nullable().deleteRule('no action'),
    trackingNumber: p.text().unique(),
    /** Keyed hash to look the code up by, and the sealed code for staff to read. */
    accessCodeHash: p.text().unique().hidden(),
    accessCodeSealed: p.text().hidden(),
    customerName: p.text(),
    /** null: the customer is sent no mails. */
    customerEmail: p.text().nullable(),
    customerPhone: p.text().nullable(),
    customerCompany: p.text().nullable(),
    /** What the customer is written to in; null is the company's. */
    language: p.text().$type<Language>().nullable(),
    pickupAddress: p.text(),
    deliveryAddress: p.text(),
    /** The area of its delivery by the company's prices, else the town, as it was when the order was made; null before that was kept. */
    zone: p.text().nullable(),
    /** Who is at a stop; null is the customer. */
    pickupContact: p.json<StopContact>().nullable(),
    deliveryContact: p.json<StopContact>().nullable(),
    /** Of an earlier release; no longer written. */
    contactSearch: p.text().nullable().lazy().hidden(),
    notes: p.text().nullable(),
    /** From the office to the driver. */
    driverNotes: p.text().nullable(),
    /** For the office alone. */
    officeNotes: p.text().nullable(),
    /** null counts the pieces of all items. */
    parcels: p.integer().nullable().check('parcels >= 1 and parcels <= 999'),
    onAccount: p.boolean().default(false),
    /** With its tax. */
    quotePrice: amount.nullable(),
    /** The tax in its price; null is what its quote says, or none. */
    taxTotal: amount.nullable(),
    /** Of its amounts; null for one that has none, and for one of a quote, which says it. */
    currency: p.text().nullable(),
    /** What its price is made by; null without one, and from before this was kept. */
    priceBasis: p.json<PriceBasis>().nullable(),
    /** null: from before this was said. */
    payment: p
      .text()
      .$type<OrderPayment>()
      .nullable()
      .check(`payment in (${orderPayments.map((payment) => `'${payment}'`).join(', ')})`),
    /** What it was before it was marked as paid. */
    paymentBefore: p.text().$type<OrderPayment>().nullable(),
    paymentMethod: p.text().$type<PaymentMethod>().nullable(),
    paymentReference: p.text().nullable(),
    paidAt: p.datetime(3).nullable(),
    /** What the customer agreed to (quote-acceptance.entity.ts), frozen. */
    acceptanceId: p.integer().nullable(),
    status: p
      .text()
      .$type<OrderStatus>()
      .check(`status in (${orderStatuses.map((status) => `'${status}'`).join(', ')})`),
    /** The day of the delivery window where there is one. */
    deliveryDate: p.datetime(3).nullable(),
    /** The same before the delivery, as a day; null in orders of an earlier release. */
    plannedDay: p.date().nullable(),
    pickupFrom: p.datetime(3).nullable(),
    pickupTo: p.datetime(3).nullable(),
    deliveryFrom: p.datetime(3).nullable(),
    deliveryTo: p.datetime(3).nullable(),
    deliveredAt: p.datetime(3).nullable(),
    actualDelivery: p.datetime(3).nullable(),
    cancelledAt: p.datetime(3).nullable(),
    /** What it was before it was cancelled. */
    cancelledFrom: p.text().$type<OrderStatus>().nullable(),
    /** When its photos, signatures and positions came to the end of their time. */
    photosExpiredAt: p.datetime(3).nullable(),
    signaturesExpiredAt: p.datetime(3).nullable(),
    positionsExpiredAt: p.datetime(3).nullable(),
    /** Its failure or return, next to its status; null while nothing went wrong. */
    outcome: p
      .text()
      .$type<OrderOutcome>()
      .nullable()
      .check(`outcome in (${orderOutcomes.map((outcome) => `'${outcome}'`).join(', ')})`),
    /** Since when an attempt that did not work out waits for the office's decision. */
    failedAt: p.datetime(3).nullable(),
    /** When the office last took back its delivery: what proved that one does not prove the next. */
    correctedAt: p.datetime(3).nullable(),
    /** What its stops must prove, if this order differs from the company's rules. */
    proofRules: p.json<ProofRulesIn>().nullable(),
    weightKg: p.decimal('number').columnType('numeric(9,3)').nullable(),
    /** What its driver must be able to do, in words of the company's list. */
    needs: p.json<string[]>().defaultRaw(`'[]'`),
    /** Stops that keep their place when a day is planned. */
    fixedStops: p.json<StopKind[]>().defaultRaw(`'[]'`),
    /** What other companies print on its parcels. */
    partnerCodes: p.json<PartnerCode[]>().nullable(),
    /** What the driver takes at the door. */
    collect: p.json<Collect>().nullable(),
    words,
    search: formerSearch('tracking_number', 'pickup_address', 'delivery_address', 'customer_name'),
    ...ownNumbers,
    items: () => p.oneToMany(OrderItem).mappedBy('order').orphanRemoval().orderBy({ position: 'asc' }),
    ...stamps,
  },
  checks: [windowCheck('pickup'), windowCheck('delivery')],
  indexes: [
    { name: 'orders_newest', expression: 'create index "orders_newest" on "orders" ("created_at" desc, "id" desc)' },
    {
      name: 'orders_of_status',
      expression: 'create index "orders_of_status" on "orders" ("status", "created_at" desc, "id" desc)',
    },
    {
      name: 'orders_of_driver',
      expression: 'create index "orders_of_driver" on "orders" ("driver_id", "created_at" desc, "id" desc)',
    },
    {
      name: 'orders_of_email',
      expression: 'create index "orders_of_email" on "orders" (lower("customer_email"), "created_at" desc, "id" desc)',
    },
    { name: 'orders_changed', expression: 'create index "orders_changed" on "orders" ("updated_at" desc, "id" desc)' },
    {
      name: 'orders_by_price',
      expression: 'create index "orders_by_price" on "orders" ("quote_price" desc nulls last, "id" desc)',
    },
    ...['photos', 'signatures', 'positions'].map((kind) => ({
      name: `orders_with_${kind}`,
      expression: `create index "orders_with_${kind}" on "orders" (coalesce("delivered_at", "cancelled_at")) where "${kind}_expired_at" is null and status in ('delivered', 'cancelled')`,
    })),
    { name: 'orders_by_day', properties: ['deliveryDate'] },
    {
      name: 'orders_returning',
      expression: 'create index "orders_returning" on "orders" ("return_of_id") where return_of_id is not null',
    },
    {
      name: 'orders_delivered',
      expression: `create index "orders_delivered" on "orders" ("delivered_at", "id") where delivered_at is not null`,
    },
    {
      name: 'orders_cancelled',
      expression: `create index "orders_cancelled" on "orders" ("cancelled_at", "id") where cancelled_at is not null`,
    },
    {
      name: 'orders_by_pickup',
      expression: `create index "orders_by_pickup" on "orders" ("pickup_from", "id") where pickup_from is not null`,
    },
    {
      name: 'orders_open_planned',
      expression: `create index "orders_open_planned" on "orders" (${PLANNED}, "id") where ${OPEN}`,
    },
    {
      name: 'orders_open_pickup',
      expression: `create index "orders_open_pickup" on "orders" ("pickup_from", "id") where ${BEFORE_PICKUP}`,
    },
    { name: 'orders_planned', expression: `create index "orders_planned" on "orders" (${PLANNED}, "id")` },
    {
      name: 'orders_of_driver_planned',
      expression: `create index "orders_of_driver_planned" on "orders" ("driver_id", ${PLANNED}, "id")`,
    },
    {
      name: 'orders_due',
      expression: `create index "orders_due" on "orders" (coalesce("delivery_to", "delivery_date", "pickup_to")) where ${OPEN}`,
    },
    {
      name: 'orders_pickup_due',
      expression: `create index "orders_pickup_due" on "orders" ("pickup_to") where ${BEFORE_PICKUP}`,
    },
    {
      name: 'orders_unassigned',
      expression: `create index "orders_unassigned" on "orders" ("created_at" desc, "id" desc) where driver_id is null and ${OPEN}`,
    },
    {
      name: 'orders_unpaid',
      expression: `create index "orders_unpaid" on "orders" ("created_at" desc, "id" desc) include ("quote_price", "currency") where payment = 'open' and status <> 'cancelled'`,
    },
    {
      name: 'orders_failed',
      expression: 'create index "orders_failed" on "orders" ("failed_at" desc, "id" desc) where failed_at is not null',
    },
    {
      name: 'orders_naming_others',
      expression: `create index "orders_naming_others" on "orders" ("id") where words like '%qf%qf%'`,
    },
    ...['pickup', 'delivery'].map((stop) => ({
      name: `orders_${stop}_contacts`,
      expression: `create index "orders_${stop}_contacts" on "orders" (md5(lower("${stop}_address")), "id" desc) where ${stop}_contact is not null`,
    })),
    ...['pickup', 'delivery'].map((stop) => ({
      name: `orders_${stop}_places`,
      expression: `create index "orders_${stop}_places" on "orders" (md5(lower("${stop}_address")), "id" desc)`,
    })),
    searchIndex('orders'),
    wordlessIndex('orders'),
    ...ownNumbersIndexes('orders'),
  ],
});
/** A delivery that is to be done. */
export class Order extends OrderSchema.class {
  /** Its status as people read it: one without a driver is pending. */
  statusWords(): string {
    return displayOrderStatus(this.status, Boolean(this.driver));
  }

  /** The only place where an order changes its state. `how` and `mover` say who asks for the move, and in which way. */
  moveTo(to: OrderStatus, how: MoveBy, mover: Mover, now: Date): OrderMove {
    const present = this.statusWords();
    const move = findOrderMove(this.status, to);
    if (!move || (how === 'status' && move.by.unassign))
      throw conflict(
        'ORDER_MOVE_NOT_ALLOWED',
        t('This order is {present} and cannot become {next}', {
          present,
          next: displayOrderStatus(to, true),
        }),
      );
    if (!mayMoveOrder(this.status, to, how, mover)) {
      if (how === 'status' && move.by.signature) {
        throw conflict(
          'SIGNATURE_REQUIRED',
          t("This order is {present} and becomes {next} by the customer's signature", {
            present,
            next: displayOrderStatus(to, true),
          }),
        );
      }
      if (how === 'status' && move.by.assign)
        throw conflict(
          'DRIVER_REQUIRED',
          t('This order is {present} and becomes assigned by assigning a driver', { present }),
        );
      throw forbidden(t('You cannot move this order to {next}', { next: displayOrderStatus(to, true) }));
    }
    if (move.condition === 'driver' && !this.driver) throw conflict('DRIVER_REQUIRED', t('Assign a driver first'));
    if (to === 'cancelled') {
      this.cancelledAt = now;
      this.cancelledFrom = this.status;
    }
    this.status = to;
    if (to === 'delivered') {
      this.deliveryDate = now;
      this.deliveredAt = now;
      this.actualDelivery = now;
    }
    return move;
  }

  /** Back to the state before a mistake, as if it had not been made. Answers whether that was a delivery. */
  takeBack(to: OrderStatus, plannedFor: Date | null, now: Date): boolean {
    const wasDelivered = orderFacts[this.status].isDelivered;
    this.status = to;
    if (wasDelivered) {
      this.deliveryDate = plannedFor;
      this.deliveredAt = null;
      this.actualDelivery = null;
      this.correctedAt = now;
    }
    this.cancelledAt = null;
    this.cancelledFrom = null;
    this.failedAt = null;
    this.outcome = null;
    return wasDelivered;
  }
}
OrderSchema.setClass(Order);

const OrderItemSchema = defineEntity({
  name: 'OrderItem',
  tableName: 'order_items',
  properties: {
    id: key,
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    position: p.integer(),
    name: p.text(),
    description: p.text().nullable(),
    quantity: p.integer().check('quantity >= 1'),
    value: amount.nullable(),
    imageUrls: p.json<string[]>().defaultRaw(`'[]'`),
    pickupImageUrls: p.json<string[]>().defaultRaw(`'[]'`),
    transitImageUrls: p.json<string[]>().defaultRaw(`'[]'`),
    deliveryImageUrls: p.json<string[]>().defaultRaw(`'[]'`),
    isPickedUp: p.boolean().default(false),
    isInTransit: p.boolean().default(false),
    isDelivered: p.boolean().default(false),
    updatedAt: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
});
export class OrderItem extends OrderItemSchema.class {}
OrderItemSchema.setClass(OrderItem);
