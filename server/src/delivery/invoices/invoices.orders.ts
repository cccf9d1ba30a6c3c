import { record } from '../../company/history/history.service.ts';
import { c, readRows, run, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { publish } from '../../http/streams/events.ts';
import { payQuoteOfOrder, unpayQuoteOfOrder } from '../payments/quote-of-order.ts';
import type { Invoice } from './invoice.entity.ts';

// Whether the orders of an invoice are paid. They wait for the invoice once it is issued, so that their money is owed
// once; they are paid with it, and are what they were before when it is credited.

const orderColumns = select({ id: c.int('o.id'), trackingNumber: c.text('o.tracking_number') });
const ofQuote = select({ quoteId: c.int('o.quote_id'), paidAt: c.date('o.paid_at').nullable() });
const OF_INVOICE = `s.kind = 'order' and s.source_id = o.id and s.invoice_id = ?`;

async function tell(
  ctx: AppContext,
  orders: readonly { id: number; trackingNumber: string }[],
  action?: 'order.paid' | 'order.unpaid',
) {
  for (const { id, trackingNumber } of orders) {
    if (action) record(ctx, { subject: 'order', subjectId: id, action });
    await publish(ctx.em, { topic: 'order', id, trackingNumber });
  }
}

/** Takes over the orders that are not paid: their price is asked for by the invoice. */
async function hold(ctx: AppContext, { id }: Invoice): Promise<void> {
  await run(
    ctx.em,
    `update invoice_sources s set is_held = true, payment_before = o.payment from orders o
      where ${OF_INVOICE} and not s.is_held and coalesce(o.payment, 'open') <> 'paid' returning s.source_id`,
    [id],
  );
  const orders = await readRows(
    ctx.em,
    orderColumns,
    `update orders o set payment = 'account', updated_at = ?, version = o.version + 1 from invoice_sources s
      where ${OF_INVOICE} and s.is_held and o.payment is distinct from 'account' and o.payment is distinct from 'paid'
      returning $columns`,
    [now(ctx), id],
  );
  await tell(ctx, orders);
}

async function pay(ctx: AppContext, { id, number }: Invoice): Promise<void> {
  const reference = number ?? null;
  const at = now(ctx);
  // The quotes first: a payment event locks a quote before its order.
  const quotes = await readRows(
    ctx.em,
    ofQuote,
    `select $columns from orders o join invoice_sources s on ${OF_INVOICE}
      where s.is_held and o.quote_id is not null and o.payment is distinct from 'paid' order by o.quote_id`,
    [id],
  );
  for (const { quoteId } of quotes) await payQuoteOfOrder(ctx, quoteId, at, reference);
  const orders = await readRows(
    ctx.em,
    orderColumns,
    `update orders o set payment_before = o.payment, payment = 'paid', payment_method = 'other', payment_reference = ?,
       paid_at = ?, updated_at = ?, version = o.version + 1 from invoice_sources s
      where ${OF_INVOICE} and s.is_held and o.payment is distinct from 'paid' returning $columns`,
    [reference, at, at, id],
  );
  await run(
    ctx.em,
    `update invoice_sources set is_paid = true where kind = 'order' and source_id = any(?) returning source_id`,
    [orders.map((order) => order.id)],
  );
  await tell(ctx, orders, 'order.paid');
}

async function unpay(ctx: AppContext, { id }: Invoice): Promise<void> {
  const quotes = await readRows(
    ctx.em,
    ofQuote,
    `select $columns from orders o join invoice_sources s on ${OF_INVOICE}
      where s.is_paid and o.quote_id is not null order by o.quote_id`,
    [id],
  );
  for (const { quoteId, paidAt } of quotes) if (paidAt) await unpayQuoteOfOrder(ctx, quoteId, paidAt);
  const orders = await readRows(
    ctx.em,
    orderColumns,
    `update orders o set payment = 'account', payment_before = null, payment_method = null, payment_reference = null,
       paid_at = null, updated_at = ?, version = o.version + 1 from invoice_sources s
      where ${OF_INVOICE} and s.is_paid returning $columns`,
    [now(ctx), id],
  );
  await run(ctx.em, 'update invoice_sources set is_paid = false where invoice_id = ? and is_paid returning source_id', [
    id,
  ]);
  await tell(ctx, orders, 'order.unpaid');
}

async function release(ctx: AppContext, { id }: Invoice): Promise<void> {
  const orders = await readRows(
    ctx.em,
    orderColumns,
    `update orders o set payment = s.payment_before, updated_at = ?, version = o.version + 1 from invoice_sources s
      where ${OF_INVOICE} and s.is_held and o.payment = 'account' returning $columns`,
    [now(ctx), id],
  );
  await run(ctx.em, 'update invoice_sources set is_held = false where invoice_id = ? and is_held returning source_id', [
    id,
  ]);
  await tell(ctx, orders);
}

/** Brings the orders of an invoice to what its state means for them. */
export async function settleOrders(ctx: AppContext, invoice: Invoice): Promise<void> {
  if (invoice.kind !== 'invoice' || invoice.state === 'draft') return;
  await ctx.em.flush();
  if (invoice.state !== 'paid') await unpay(ctx, invoice);
  if (invoice.state === 'credited') return release(ctx, invoice);
  await hold(ctx, invoice);
  if (invoice.state === 'paid') await pay(ctx, invoice);
}
