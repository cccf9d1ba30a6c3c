import { type AccountingMonth, accountingMonth } from '@quickfleet/shared/delivery/accounting/accounting';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { amountSql } from '../../http/money.ts';

/** Ten years. */
const MONTHS_MAX = 120;

const money = (amount: string) => `${amountSql(`sum(${amount})`, 's.currency')}::text`;
const columns = select({
  month: c.text('m.month'),
  closedAt: c.time('a.closed_at').nullable(),
  closedBy: c.text('a.closed_by').nullable(),
  totals: c.json(
    accountingMonth.shape.totals,
    `coalesce((select json_agg(x order by x.currency) from (
       select s.currency, sum(s.invoices)::int as invoices, sum(s.notes)::int as "creditNotes", ${money('s.net')} as net,
         ${money('s.tax')} as tax, ${money('s.gross')} as gross, ${money('s.discount')} as discount, ${money('s.paid')} as paid
       from sums s where s.month = m.month group by s.currency) x), '[]')`,
  ),
});
/** What counts in which month: issued papers, payments and what was taken off for them, each by its day. */
const SUMS = `sums as (
  select to_char(i.issued_on, 'YYYY-MM') as month, i.currency, (i.kind = 'invoice')::int as invoices,
    (i.kind = 'credit_note')::int as notes, g.sign * i.net as net, g.sign * i.tax as tax,
    g.sign * (i.gross + i.rounding) as gross, 0 as discount, 0 as paid
  from invoices i cross join lateral (select case i.kind when 'invoice' then 1 else -1 end as sign) g
  where i.state <> 'draft'
  union all
  select to_char(d.taken_on, 'YYYY-MM'), i.currency, 0, 0, -d.net, d.net - d.amount, -d.amount, d.amount, 0
  from invoice_discounts d join invoices i on i.id = d.invoice_id
  union all
  select to_char(p.paid_on, 'YYYY-MM'), i.currency, 0, 0, 0, 0, 0, 0, p.amount
  from invoice_payments p join invoices i on i.id = p.invoice_id)`;
const read = (ctx: AppContext, months: string, params: unknown[]): Promise<AccountingMonth[]> =>
  readRows(
    ctx.em,
    columns,
    `with ${SUMS}, months as (${months})
     select $columns from months m left join accounting_months a on a.month = m.month order by m.month desc`,
    params,
  );

/** Months in which something happened, or that are closed; newest first. */
export const findMonths = (ctx: AppContext): Promise<AccountingMonth[]> =>
  read(
    ctx,
    `select distinct month from (select month from sums union select month from accounting_months) all_of_them
      order by month desc limit ${MONTHS_MAX}`,
    [],
  );

const monthColumn = select({ month: c.text('m.month') });
/** The first month before this one, and after the last closed one, in which something is booked. */
export async function firstOpenMonth(ctx: AppContext, month: string): Promise<string | undefined> {
  const row = await readRow(
    ctx.em,
    monthColumn,
    `with ${SUMS} select $columns from (select min(month) as month from sums
       where month < ? and month > coalesce((select max(month) from accounting_months), '')) m where m.month is not null`,
    [month],
  );
  return row?.month;
}

export async function readMonth(ctx: AppContext, month: string): Promise<AccountingMonth> {
  const [row] = await read(ctx, 'select ?::text as month', [month]);
  return row ?? { month, closedAt: null, closedBy: null, totals: [] };
}
