import type { MarkPaid, UnmarkPaid } from '@quickfleet/shared/delivery/orders/order-payment';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { saying } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { wordOf } from '../../company/history/values.ts';
import { exists } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import {
  lockInvoiceOfOrder,
  lockInvoicesPaidBy,
  payInvoiceOfOrder,
  unpayInvoicesOfOrder,
} from '../invoices/invoices.of-order.ts';
import { finishChange, lockOrder } from '../orders/orders.service.ts';
import { lockQuoteOfOrder, payQuoteOfOrder, unpayQuoteOfOrder } from './quote-of-order.ts';

/**
 * Staff or a program say that an order was paid, in whatever state it is. The cash of a quote is the quote's payment
 * too, and on an issued invoice it is the invoice's.
 *
 * @throws 404, 409 ORDER_ALREADY_PAID, 409 STALE_VERSION
 */
export async function markPaid(ctx: AppContext, { id, version, method, reference }: MarkPaid): Promise<OrderView> {
  const invoice = await lockInvoiceOfOrder(ctx, id);
  const quoteId = await lockQuoteOfOrder(ctx, id);
  const order = await lockOrder(ctx, id);
  requireVersion(ctx, 'order', order, version);
  if (order.payment === 'paid') throw conflict('ORDER_ALREADY_PAID', t('This order is paid already'));
  order.paymentBefore = order.payment ?? null;
  order.payment = 'paid';
  order.paymentMethod = method;
  order.paymentReference = reference ?? null;
  order.paidAt = now(ctx);
  if (quoteId !== null) await payQuoteOfOrder(ctx, quoteId, order.paidAt, reference ?? null);
  const says = saying(' · ', wordOf('paymentMethod', method), reference);
  record(ctx, { subject: 'order', subjectId: id, action: 'order.paid', says });
  if (invoice) {
    await payInvoiceOfOrder(ctx, invoice, { id, method, reference: reference ?? null });
    await ctx.em.refresh(order);
  }
  return finishChange(ctx, order);
}

/**
 * The undo of it: the order is what it was before.
 *
 * @throws 404, 409 ORDER_NOT_PAID, 409 PAYMENT_RECEIVED for the order of a quote that was paid itself
 */
export async function undoPaid(ctx: AppContext, { id, version }: UnmarkPaid): Promise<OrderView> {
  const invoices = await lockInvoicesPaidBy(ctx, id);
  const quoteId = await lockQuoteOfOrder(ctx, id);
  const order = await lockOrder(ctx, id);
  requireVersion(ctx, 'order', order, version);
  if (order.payment !== 'paid') throw conflict('ORDER_NOT_PAID', t('This order is not paid'));
  if (await exists(ctx.em, `select 1 from invoice_sources where kind = 'order' and source_id = ? and is_paid`, [id]))
    throw conflict('PAYMENT_RECEIVED', t('This order is paid with its invoice. Take the payment back there'));
  // Nobody marked it: its quote was paid.
  if (!order.paymentMethod || !order.paidAt)
    throw conflict('PAYMENT_RECEIVED', t('This order is paid by its quote, which cannot be undone here'));
  if (quoteId !== null) await unpayQuoteOfOrder(ctx, quoteId, order.paidAt);
  order.payment = order.paymentBefore ?? null;
  order.paymentBefore = null;
  order.paymentMethod = null;
  order.paymentReference = null;
  order.paidAt = null;
  const says = order.payment ? [wordOf('orderPayment', order.payment)] : [];
  record(ctx, { subject: 'order', subjectId: id, action: 'order.unpaid', says });
  if (invoices.length > 0) {
    await unpayInvoicesOfOrder(ctx, invoices, id);
    await ctx.em.refresh(order);
  }
  return finishChange(ctx, order);
}
