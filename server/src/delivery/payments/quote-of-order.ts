import { c, readRow, run, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { publish } from '../../http/streams/events.ts';
import { Payment } from '../../quoting/payments/payment.entity.ts';
import { addHandPayment } from '../../quoting/payments/quotes.payments.ts';
import { lockQuote } from '../../quoting/quotes/quotes.service.ts';

const quoteColumn = select({ quoteId: c.int('quote_id').nullable() });
/** Locks the quote of an order before the order: a payment event locks the two in this order. */
export async function lockQuoteOfOrder(ctx: AppContext, orderId: number): Promise<number | null> {
  const row = await readRow(ctx.em, quoteColumn, 'select $columns from orders where id = ?', [orderId]);
  if (!row?.quoteId) return null;
  await lockQuote(ctx, row.quoteId);
  return row.quoteId;
}

async function showChange(ctx: AppContext, id: number): Promise<void> {
  const quote = await lockQuote(ctx, id);
  quote.updatedAt = now(ctx);
  await publish(ctx.em, { topic: 'quote', id });
}

/** What is paid for the order is paid for its quote: cash at the door, or a bill on account. */
export async function payQuoteOfOrder(ctx: AppContext, id: number, paidAt: Date, reference: string | null) {
  const quote = await lockQuote(ctx, id);
  await addHandPayment(ctx, quote, { paidAt, reference });
  quote.paidAt ??= paidAt;
  await showChange(ctx, id);
}

/** The undo of it: its receipt counts no longer. */
export async function unpayQuoteOfOrder(ctx: AppContext, id: number, paidAt: Date): Promise<void> {
  const quote = await lockQuote(ctx, id);
  const payments = await ctx.em.find(Payment, { quoteId: id, state: 'matched', source: 'hand', paidAt });
  if (payments.length === 0) return;
  for (const payment of payments) payment.state = 'undone';
  if (quote.paidAt?.getTime() === paidAt.getTime()) quote.paidAt = null;
  await run(ctx.em, `update papers set voided_at = ? where quote_id = ? and kind = 'receipt' and voided_at is null`, [
    now(ctx),
    id,
  ]);
  await showChange(ctx, id);
}
