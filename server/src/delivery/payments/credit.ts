import type { Credit } from '@quickfleet/shared/delivery/invoices/credit';
import { isStaff } from '@quickfleet/shared/roles';
import { c, readRow, select } from '../../db/rows.ts';
import { merchantOf } from '../../http/caller/merchant.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { amountSql, companyCurrency } from '../../http/money.ts';
import { DUE } from '../invoices/invoice.entity.ts';
import { orderCurrency } from '../orders/orders.money.ts';

const inCompanys = (amount: string) => c.digits(amountSql(amount, companyCurrency));
const limit = `(k.billing ->> 'creditLimit')::numeric`;
/** Open invoices, and orders that no issued invoice asks for yet; in the company's currency. */
const owed = `(coalesce((select sum(${DUE}) from invoices i
    where i.customer_id = k.id and i.kind = 'invoice' and i.state in ('issued', 'part_paid') and i.currency = ${companyCurrency}), 0)
  + coalesce((select sum(o.quote_price) from orders o
    where o.customer_id = k.id and o.payment in ('open', 'account') and o.status <> 'cancelled' and ${orderCurrency} = ${companyCurrency}
      and not exists (select 1 from invoice_sources s where s.kind = 'order' and s.source_id = o.id and s.is_held)), 0))`;
const columns = select({
  limit: inCompanys(limit).nullable(),
  owed: inCompanys(owed),
  currency: c.text(companyCurrency),
  isOver: c.bool(`coalesce(${owed} > ${limit}, false)`),
});

/** What a customer may owe, and what they owe now. Rejects with 404. */
export async function readCredit(ctx: AppContext, customerId: number): Promise<Credit> {
  const row = await readRow(ctx.em, columns, 'select $columns from customers k where k.id = ?', [customerId]);
  if (!row) throw notFound('Customer');
  return row;
}

/** For the office, where a customer has passed the limit; undefined otherwise. */
export async function creditWarning(ctx: AppContext, customerId: number | null): Promise<Credit | undefined> {
  const { user, key } = ctx.caller;
  const isOffice = isStaff(user?.role) || (key !== undefined && merchantOf(ctx) === undefined);
  if (customerId === null || !isOffice || ctx.isBulk) return undefined;
  const credit = await readCredit(ctx, customerId);
  return credit.isOver ? credit : undefined;
}
