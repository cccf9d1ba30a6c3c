import { LockMode } from '@mikro-orm/postgresql';
import { type FieldsThat, fieldsThat } from '@quickfleet/shared/base/fields';
import { readParcel, readPartnerCode } from '@quickfleet/shared/base/scan/partner-code';
import { closedInWords, closedOn } from '@quickfleet/shared/company/days/closed-days';
import { orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import { type CreateOrder, createOrder as schema } from '@quickfleet/shared/delivery/orders/orders';
import type { PartnerCodeIn } from '@quickfleet/shared/delivery/orders/partner-codes';
import { dayOfWindow } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { c, readRows, select } from '../../../db/rows.ts';
import { Order } from '../../../delivery/orders/order.entity.ts';
import {
  createOrder,
  createOrdersTogether,
  findOrderFaults,
  type OrderCall,
} from '../../../delivery/orders/orders.create.ts';
import { deleteOrder } from '../../../delivery/orders/orders.service.ts';
import { wrongDigitWords } from '../../../delivery/orders/partner-codes.ts';
import { type AppContext, now } from '../../../http/context.ts';
import { type Issue, invalid, toDomainError } from '../../../http/errors.ts';
import { findDriver } from '../choices/imports.constants.ts';
import {
  amountOf,
  dayOf,
  endFrom,
  flagOf,
  foreignCurrency,
  momentFrom,
  timesOf,
  weightOf,
  wholeOf,
} from '../imports.cells.ts';
import { customersAmong, hasCustomer, isKnownIn } from './common.ts';
import { type Kind, kept } from './kind.ts';
import type { RowCells } from './row-cells.ts';

/** Two moments; one alone lacks the other, which is said at its own cell. */
function windowIn(cells: RowCells, kind: 'pickup' | 'delivery', day: string | undefined) {
  const both = cells.text(`${kind}To`) !== undefined ? undefined : cells.read(`${kind}From`, timesOf);
  const from = cells.read(`${kind}From`, (text) => momentFrom(both?.from ?? text, cells.clocks, day));
  const to = both
    ? cells.read(`${kind}From`, () => endFrom(both.to, cells.clocks, from, day))
    : cells.read(`${kind}To`, (text) => endFrom(text, cells.clocks, from, day));
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) {
    const missing = from === undefined ? `${kind}From` : `${kind}To`;
    const isSaid = cells.faults.some(({ path }) => path === missing);
    if (!isSaid)
      cells.faults.push({
        path: missing,
        message: t(
          'A window needs both times: write when the {kind, select, pickup {pickup} other {delivery}} {edge, select, from {begins} other {ends}}',
          { kind, edge: from === undefined ? 'from' : 'to' },
        ),
      });
    return undefined;
  }
  return { from: from.toISOString(), to: to.toISOString() };
}

/** What parts several codes in a cell. */
const CODES_END = /[;,\n|]/;
/** A code of a cell, with the number of its parcel; one with a wrong check digit is kept as it is, and said. */
function partnerCodeIn(text: string): { given: PartnerCodeIn; doubt: string | null } {
  const given = readParcel(text);
  const isWrong = readPartnerCode(given.code)?.isWrong ?? false;
  return isWrong ? { given: { ...given, kind: 'other' }, doubt: wrongDigitWords(given.code) } : { given, doubt: null };
}

const existing = select({ id: c.int('o.id'), number: c.text('o.tracking_number') });
const noDriver = (name: string) => t('There is no active driver with the user name {name}', { name });

/** A price that its cell says in another currency: nothing is converted. */
function foreignPrice(price: string, currency: string): Issue[] {
  const foreign = foreignCurrency(price, currency);
  if (!foreign) return [];
  return [
    { path: 'quotePrice', message: t('The price is in {foreign}, and is read as {currency}', { foreign, currency }) },
  ];
}

const CANCELLED = /cancel|refunded|voided|storn|annul|rembours|anulad|reembols/i;
/** What a shop says of an order that nobody waits for any more. */
const cancelledInShop = (said: string): Issue[] =>
  CANCELLED.test(said) && !/partial/i.test(said)
    ? [{ path: 'shopPaid', message: t('The shop says “{said}” of this order', { said: said.slice(0, 100) }) }]
    : [];

/** The days of a row on which the company is closed: staff may choose them, and are told. */
function closedDays(ctx: AppContext, { deliveryDate, pickupWindow, deliveryWindow }: CreateOrder): Issue[] {
  const { hours, BUSINESS_TIMEZONE: zone } = ctx.services.config;
  const days = [
    { path: 'pickupFrom', day: pickupWindow && dayOfWindow(pickupWindow, zone) },
    { path: 'deliveryFrom', day: deliveryWindow && dayOfWindow(deliveryWindow, zone) },
    // With a window the day follows that.
    { path: 'deliveryDate', day: deliveryWindow ? null : deliveryDate?.slice(0, '2026-03-01'.length) },
  ];
  return days.flatMap(({ path, day }) => {
    const closed = day ? closedOn(day, now(ctx), zone, hours) : null;
    return day && closed ? [{ path, message: closedInWords(day, closed) }] : [];
  });
}

type Days = FieldsThat<typeof orderFields, { imported: { cell: 'day' } }>;
type SeveralCells = FieldsThat<typeof orderFields, { imported: 'several cells' }>;
// Looked up once, and not for each row.
const fields = {
  text: fieldsThat(orderFields, { imported: { cell: 'text' } }),
  whole: fieldsThat(orderFields, { imported: { cell: 'whole' } }),
  flag: fieldsThat(orderFields, { imported: { cell: 'flag' } }),
  amount: fieldsThat(orderFields, { imported: { cell: 'amount' } }),
  weight: fieldsThat(orderFields, { imported: { cell: 'weight' } }),
};
/** Each field of one cell, as the table of fields says how it is read. */
const cellsOf = (cells: RowCells) => ({
  ...readCells(fields.text, (name) => cells.text(name)),
  ...readCells(fields.whole, (name) => cells.read(name, wholeOf)),
  ...readCells(fields.flag, (name) => cells.read(name, flagOf)),
  ...readCells(fields.amount, (name) => cells.read(name, amountOf)),
  ...readCells(fields.weight, (name) => cells.read(name, weightOf)),
});
const readCells = (names: readonly string[], read: (name: string) => unknown) =>
  Object.fromEntries(names.map((name) => [name, read(name)]));

export const ordersKind: Kind = {
  action: 'orders.create',
  table: 'orders',
  word: 'order',
  numbered: 'order',
  read(cells) {
    const day = cells.read('deliveryDate', (text) => dayOf(text, cells.clocks));
    const codes = cells.texts('partnerCodes', CODES_END).map(partnerCodeIn);
    const parsed = schema.safeParse({
      ...cellsOf(cells),
      // A shop may know nobody but the recipient.
      customerName: cells.text('customerName') ?? cells.text('deliveryName'),
      ...({
        deliveryDate: day,
        pickupContact: cells.contact('pickup'),
        deliveryContact: cells.contact('delivery'),
        pickupWindow: windowIn(cells, 'pickup', day),
        deliveryWindow: windowIn(cells, 'delivery', day),
        items: cells.items(),
        ...cells.numbers(),
        collect: cells.collect(),
        partnerCodes: codes.length > 0 ? codes.map(({ given }) => given) : undefined,
      } satisfies Record<SeveralCells | Days, unknown>),
    });
    if (!parsed.success) return { issues: toDomainError(parsed.error).issues ?? [] };
    const order = parsed.data;
    const driver = cells.text('driver');
    const orderCall = async (ctx: AppContext): Promise<OrderCall> => {
      const found = driver === undefined ? undefined : await findDriver(ctx, driver);
      if (driver !== undefined && !found) throw invalid('driver', noDriver(driver));
      return { ctx, input: { ...order, ...(found && { driverId: found.id }) } };
    };
    const price = cells.text('quotePrice') ?? '';
    const doubts = [
      ...codes.flatMap(({ doubt }) => (doubt ? [{ path: 'partnerCodes', message: doubt }] : [])),
      ...cancelledInShop(cells.text('shopPaid') ?? ''),
    ];
    return {
      input: {
        content: order,
        email: order.customerEmail?.toLowerCase() ?? null,
        externalId: order.externalId ?? null,
        doubts,
        findDoubts: (ctx, { currency }) => [...closedDays(ctx, order), ...foreignPrice(price, currency)],
        summary: t('New order for {customer}, {count, plural, one {# item} other {# items}}', {
          customer: order.customerName,
          count: order.items.length,
        }),
        async findFaults(ctx, quoting) {
          const faults = await findOrderFaults(ctx, order, quoting);
          const isUnknown = driver !== undefined && !(await findDriver(ctx, driver));
          return isUnknown ? [...faults, { path: 'driver', message: noDriver(driver) }] : faults;
        },
        orderCall,
        async make(ctx) {
          const isOld = !order.customerEmail || (await hasCustomer(ctx, order.customerEmail));
          const { id, version, customerId } = await createOrder(ctx, (await orderCall(ctx)).input);
          return { id, version, isKnown: isKnownIn(ctx), customerId: isOld ? null : customerId };
        },
      },
    };
  },
  async makeTogether(rows) {
    const [first] = rows;
    if (!first) return [];
    const calls: OrderCall[] = [];
    for (const { ctx, input } of rows) if (input.orderCall) calls.push(await input.orderCall(ctx));
    const known = await customersAmong(
      first.ctx,
      rows.flatMap(({ input: { email } }) => email ?? []),
    );
    const orders = await createOrdersTogether(calls);
    return orders.map(({ id, version, customerId }, at) => {
      const { ctx, email } = { ctx: rows[at]?.ctx ?? first.ctx, email: rows[at]?.input.email ?? null };
      const isKnown = isKnownIn(ctx);
      const isOld = email === null || known.has(email);
      if (email !== null && !isKnown) known.add(email);
      return { id, version, isKnown, customerId: isOld ? null : customerId };
    });
  },
  async findExisting(ctx, rows) {
    const numbers = rows.map((values) => (values.get('trackingNumber') ?? '').trim().toUpperCase());
    const wanted = numbers.filter(Boolean);
    if (wanted.length === 0) return new Map();
    const found = await readRows(ctx.em, existing, 'select $columns from orders o where o.tracking_number = any(?)', [
      wanted,
    ]);
    const ids = new Map(found.map(({ id, number }) => [number, id]));
    return new Map(
      [...numbers.entries()].flatMap(([at, number]) => {
        const id = ids.get(number);
        return id === undefined ? [] : [[at, t('Exists already as order #{id}', { id })] as const];
      }),
    );
  },
  async takeBack(ctx, id, version) {
    const order = await ctx.em.findOne(Order, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!order) return null;
    if (order.status !== 'pending') return t('Kept: a driver has it, or it is over');
    if (order.version !== version) return kept.changed;
    await deleteOrder(ctx, id);
    return null;
  },
};
