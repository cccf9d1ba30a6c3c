import { amountOf, unitsOf } from '@quickfleet/shared/base/money/money';
import { dueOf } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import type { PaymentMethod } from '@quickfleet/shared/delivery/orders/order-payment';
import { c, readOne, readRows, select } from '../../db/rows.ts';
import { type AppContext, todayOf } from '../../http/context.ts';
import { bookedOn } from '../accounting/months.service.ts';
import { type Invoice, InvoicePayment } from './invoice.entity.ts';
import { shareOf } from './invoices.issue.ts';
import { dropPayment, notePayment } from './invoices.money.ts';
import { lockInvoice } from './invoices.service.ts';

// Money that is noted at an order which is on an issued invoice is money for that invoice: it is asked for once.

const invoiceColumn = select({ id: c.int('i.id') });
async function lockAll(ctx: AppContext, sql: string, orderId: number): Promise<Invoice[]> {
  const rows = await readRows(ctx.em, invoiceColumn, sql, [orderId]);
  const invoices: Invoice[] = [];
  for (const { id } of rows) invoices.push(await lockInvoice(ctx, id));
  return invoices;
}

/** The invoice that asks for the money of an order, locked before the order as payments of invoices lock the two. */
export async function lockInvoiceOfOrder(ctx: AppContext, orderId: number): Promise<Invoice | undefined> {
  const [invoice] = await lockAll(
    ctx,
    `select $columns from invoices i join invoice_sources s on s.invoice_id = i.id
      where s.kind = 'order' and s.source_id = ? and i.state in ('issued', 'part_paid')`,
    orderId,
  );
  return invoice;
}

const quoteMoney = select({ sum: c.digits('coalesce(sum(p.amount), 0)') });
/** What an invoice has of the money that came for the quote of an order. */
const readQuoteMoney = (ctx: AppContext, invoice: Invoice, orderId: number) =>
  readOne(
    ctx.em,
    quoteMoney,
    `select $columns from invoice_payments p join payments m on m.id = p.payment_id join orders o on o.quote_id = m.quote_id
      where p.invoice_id = ? and o.id = ?`,
    [invoice.id, orderId],
  );

/** Counts what was noted at an order as a payment of its invoice: what its share and the invoice still lack. */
export async function payInvoiceOfOrder(
  ctx: AppContext,
  invoice: Invoice,
  { id, ...noted }: { id: number; method: PaymentMethod; reference: string | null },
): Promise<void> {
  const others = await ctx.em.find(InvoicePayment, { invoice: invoice.id, orderId: { $ne: null } });
  const share = shareOf(
    invoice,
    others.flatMap(({ orderId }) => orderId ?? []),
    id,
  );
  const { currency } = invoice;
  const { sum } = await readQuoteMoney(ctx, invoice, id);
  let units = unitsOf(share, currency) - unitsOf(sum, currency);
  const due = unitsOf(dueOf(invoice, currency), currency);
  if (due < units) units = due;
  if (units <= 0n) return;
  const amount = amountOf(units, currency);
  const paidOn = await bookedOn(ctx, todayOf(ctx), todayOf(ctx));
  await notePayment(ctx, invoice, { ...noted, amount, paidOn, paymentId: null, orderId: id });
}

/** The invoices that have money which was noted at an order, locked before it. */
export const lockInvoicesPaidBy = (ctx: AppContext, orderId: number): Promise<Invoice[]> =>
  lockAll(
    ctx,
    `select $columns from invoices i
      where i.id in (select p.invoice_id from invoice_payments p where p.order_id = ?) order by i.id`,
    orderId,
  );

/** Takes it back there too. */
export async function unpayInvoicesOfOrder(ctx: AppContext, invoices: readonly Invoice[], orderId: number) {
  for (const invoice of invoices)
    for (const payment of await ctx.em.find(InvoicePayment, { invoice: invoice.id, orderId }))
      await dropPayment(ctx, invoice, payment);
}
