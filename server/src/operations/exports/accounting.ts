import { momentCell, type TableColumn } from '@quickfleet/shared/base/table';
import { nextMonth, startOfDay } from '@quickfleet/shared/base/zoned-time';
import { orderStatusesThat } from '@quickfleet/shared/delivery/order-status';
import { c, type Row, readRows, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import { amountColumns } from '../../delivery/orders/orders.money.ts';
import type { AppContext } from '../../http/context.ts';
import type { Table } from './table-answer.ts';

const paper = (of: string) =>
  `(select ${of} from papers p where p.quote_id = o.quote_id and p.voided_at is null order by p.kind = 'receipt' desc limit 1)`;
const columns = select({
  id: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  customer: c.text('o.customer_name'),
  company: c.text('o.customer_company').nullable(),
  email: c.text('o.customer_email').nullable(),
  ...amountColumns,
  onAccount: c.bool('o.on_account'),
  deliveredAt: c.time('o.delivered_at'),
  number: c.text(paper('p.number')).nullable(),
  document: c.text(paper('p.kind')).nullable(),
});
type Entry = Row<typeof columns>;
const BATCH = 500;

const accountingTable = (zone: string): readonly TableColumn<Entry>[] => [
  { name: 'Delivered', of: ({ deliveredAt }) => momentCell(deliveredAt, zone) },
  { name: 'Tracking number', of: ({ trackingNumber }) => trackingNumber },
  { name: 'Customer', of: ({ customer }) => customer },
  { name: 'Company', of: ({ company }) => company },
  { name: 'E-mail', of: ({ email }) => email },
  { name: 'Net', of: ({ netTotal }) => netTotal, isNumber: true },
  { name: 'Tax', of: ({ taxTotal }) => taxTotal, isNumber: true },
  { name: 'Gross', of: ({ quotePrice }) => quotePrice, isNumber: true },
  { name: 'Currency', of: ({ currency }) => currency },
  { name: 'On account', of: ({ onAccount }) => (onAccount ? 'yes' : 'no') },
  { name: 'Document', of: ({ document }) => document },
  { name: 'Document number', of: ({ number }) => number },
];

async function* entriesOf(ctx: AppContext, month: string): AsyncGenerator<Entry> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  let after = { at: startOfDay(`${month}-01`, zone), id: 0 };
  const until = startOfDay(nextMonth(month), zone);
  for (;;) {
    const rows = await readRows(
      ctx.em,
      columns,
      `select $columns from orders o
        where (o.delivered_at, o.id) > (?::timestamptz, ?::int) and o.delivered_at < ? and o.status in (${quoted(orderStatusesThat('isDelivered'))})
        order by o.delivered_at, o.id limit ${BATCH}`,
      [after.at, after.id, until],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = { at: new Date(last.deliveredAt), id: last.id };
  }
}

/** What was delivered in a month (YYYY-MM) where the company is, one row for each order. */
export function accountingOf(ctx: AppContext, month: string): Table {
  const shown = accountingTable(ctx.services.config.BUSINESS_TIMEZONE);
  async function* rows() {
    for await (const entry of entriesOf(ctx, month)) yield shown.map(({ of }) => of(entry));
  }
  return { name: `accounting-${month}`, columns: shown, rows: rows() };
}
