import { isNothing } from '@quickfleet/shared/base/money/money';
import type { PaymentMethod } from '@quickfleet/shared/delivery/orders/order-payment';
import { c, readRows, select } from '../../db/rows.ts';
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

/** Counts what was noted at an order as a payment of its invoice: its share. */
export async function payInvoiceOfOrder(
  ctx: AppContext,
  invoice: Invoice,
  { id, ...noted }: { id: number; method: PaymentMethod; reference: string | null },
): Promise<void> {
  const others = await ctx.em.find(InvoicePayment, { invoice: invoice.id, orderId: { $ne: null } });
  const amount = shareOf(
    invoice,
    others.flatMap(({ orderId }) => orderId ?? []),
    id,
  );
  if (isNothing(amount)) return;
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
