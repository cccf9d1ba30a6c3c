import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import { sameDayDelivery, workingDay } from '@quickfleet/shared/company/business-hours';
import { SAMPLE_DOMAIN, sampleAddresses, samplePerson } from '@quickfleet/shared/company/samples';
import { createOrder as orderInput } from '@quickfleet/shared/delivery/orders/orders';
import type { Setup } from '@quickfleet/shared/operations/setup';
import { createQuote as quoteInput } from '@quickfleet/shared/quoting/quotes';
import { windowOn } from '@quickfleet/shared/quoting/window-rules';
import { onlyId, readRows, run } from '../../db/rows.ts';
import { createOrder } from '../../delivery/orders/orders.create.ts';
import { deleteOrder } from '../../delivery/orders/orders.service.ts';
import { deleteRecurring } from '../../delivery/recurring/recurring.service.ts';
import { type AppContext, now, withoutIfMatch } from '../../http/context.ts';
import { captureMails } from '../../messages/outbox/outbox.service.ts';
import { deleteCustomer } from '../../people/customers/customers.service.ts';
import { deleteQuote } from '../../quoting/quotes/quotes.delete.ts';
import { createQuote, updateQuote } from '../../quoting/quotes/quotes.service.ts';
import { isSample, readSetup } from './setup.service.ts';

const nora = samplePerson('Nora Lindqvist');
const samuel = samplePerson('Samuel Okafor');
const hana = samplePerson('Hana Suzuki');

const quotes = [
  {
    customer: nora,
    pickupAddress: '14 Harbour Lane, Unit 3\nPort Ellis',
    deliveryAddress: '8 Mill Court\nShelbyville',
    notes: 'Please ring twice.',
    items: [{ name: 'Box of contact lenses', description: 'Temperature sensitive', quantity: 2 }],
    price: null,
  },
  {
    customer: samuel,
    pickupAddress: '220 Market Street\nSpringfield',
    deliveryAddress: '301 Station Road\nPort Ellis',
    notes: null,
    items: [{ name: 'Printed brochures', description: '4 cartons, shrink-wrapped', quantity: 4 }],
    price: '64.00',
  },
];
/** Deliveries of the next working days: `day` from the first one on, `at` in hours after opening. */
const orders = [
  {
    customer: hana,
    pickupAddress: '77 Kingsway, 2nd floor\nSpringfield',
    deliveryAddress: '9 Abbey Square\nShelbyville',
    items: [{ name: 'Coffee machine part', quantity: 1 }],
    quotePrice: '38.50',
    day: 0,
    at: 2,
  },
  {
    customer: samuel,
    pickupAddress: '220 Market Street\nSpringfield',
    deliveryAddress: '160 Riverside Drive\nWestbrook',
    items: [{ name: 'Contract documents', description: 'Signature on delivery', quantity: 1 }],
    quotePrice: '22.00',
    day: 0,
    at: 4,
  },
  {
    customer: nora,
    pickupAddress: '14 Harbour Lane, Unit 3\nPort Ellis',
    deliveryAddress: '27 Quarry Hill\nNorth Haven',
    items: [{ name: 'Framed picture', description: 'Glass', quantity: 1 }],
    quotePrice: '45.00',
    day: 1,
    at: 1,
  },
];

async function make(ctx: AppContext): Promise<void> {
  const { BUSINESS_TIMEZONE: zone, hours } = ctx.services.config;
  for (const { price, ...quote } of quotes) {
    const { id } = await createQuote(ctx, quoteInput.parse({ ...quote, speedType: 'let_quickfleet_choose' }));
    await ctx.em.flush();
    if (price !== null)
      await updateQuote(ctx, { id, price, paymentUrl: `https://pay.${SAMPLE_DOMAIN}/${id}`, notes: undefined });
  }
  for (const { customer, day: after, at, ...order } of orders) {
    const windowOf = (day: string) => {
      const opens = workingDay(day, hours).from;
      return windowOn(day, opens + at * 60, opens + (at + 2) * 60, zone);
    };
    const day = addDays(sameDayDelivery(now(ctx), zone, hours).day, after);
    // Late in the day the first windows are over.
    const isOver = Date.parse(windowOf(day).to) <= now(ctx).getTime();
    const deliveryWindow = windowOf(isOver ? addDays(day, 1) : day);
    await createOrder(
      ctx,
      orderInput.parse({ ...order, customerName: customer.name, customerEmail: customer.email, deliveryWindow }),
    );
  }
}

const lockSamples = (ctx: AppContext) =>
  readRows(ctx.em, onlyId, `select $columns from customers where ${isSample} order by id for update`);

/** Through the same services as what staff type in; the mails to their customers are left out. Once while they are there. */
export async function addSamples(ctx: AppContext): Promise<Setup> {
  // A second press waits for the first one, and finds what it made.
  await run(ctx.em, 'select 1 from company for update');
  if ((await lockSamples(ctx)).length === 0) {
    await captureMails(ctx, { keepsHistory: true }, () => make({ ...withoutIfMatch(ctx), isBulk: true }));
    await ctx.em.flush();
  }
  return readSetup(ctx);
}

/** All that was done for the sample customers, by the rules of every deletion, and then they themselves. */
export async function removeSamples(ctx: AppContext): Promise<Setup> {
  const inner = withoutIfMatch(ctx);
  const customers = await lockSamples(ctx);
  const ids = customers.map(({ id }) => id);
  // What was typed in with other details than the customer's knows them by the address alone.
  const of = (table: string, address: string) =>
    readRows(
      ctx.em,
      onlyId,
      `select $columns from ${table} where customer_id = any(?) or lower(${address}) = any(?) order by id`,
      [ids, sampleAddresses],
    );
  await captureMails(ctx, { keepsHistory: true }, async () => {
    for (const { id } of await of('recurring_orders', `content ->> 'customerEmail'`))
      await deleteRecurring(inner, { id });
    await ctx.em.flush();
    for (const { id } of await of('orders', 'customer_email')) await deleteOrder(inner, id);
    await ctx.em.flush();
    for (const { id } of await of('quotes', 'customer_email')) await deleteQuote(inner, id);
    await ctx.em.flush();
    for (const { id } of customers) await deleteCustomer(inner, id);
    await ctx.em.flush();
  });
  return readSetup(ctx);
}
