import { momentCell, type TableColumn, yesOrNo } from '@quickfleet/shared/base/table';
import { nextMonth, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { chargeName } from '@quickfleet/shared/delivery/charges/charge-rates';
import { orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import { t } from '@quickfleet/shared/words/t';
import { c, type Row, readRows, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import { amountColumns, orderCurrency } from '../../delivery/orders/orders.money.ts';
import type { AppContext } from '../../http/context.ts';
import { amountSql } from '../../http/money.ts';
import type { Table } from './table-answer.ts';

const paper = (of: string) =>
  `(select ${of} from papers p where p.quote_id = o.quote_id and p.voided_at is null order by p.kind = 'receipt' desc limit 1)`;
/** Of an order, or of one of its charges. */
const commonColumns = {
  id: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  customer: c.text('o.customer_name'),
  company: c.text('o.customer_company').nullable(),
  email: c.text('o.customer_email').nullable(),
  onAccount: c.bool('o.on_account'),
};
const columns = select({
  ...commonColumns,
  ...amountColumns,
  at: c.time('o.delivered_at'),
  number: c.text(paper('p.number')).nullable(),
  document: c.text(paper('p.kind')).nullable(),
});
const inCurrency = (amount: string) => c.digits(amountSql(amount, orderCurrency));
const chargeColumns = select({
  ...commonColumns,
  id: c.int('g.id'),
  quotePrice: inCurrency('g.amount'),
  netTotal: inCurrency('g.amount - g.tax_total'),
  taxTotal: inCurrency('g.tax_total'),
  currency: c.text(orderCurrency),
  at: c.time('g.decided_at'),
  label: c.text('g.label'),
  minutes: c.int('g.minutes').nullable(),
});
type Entry = Row<typeof columns> & { charge?: string };
const BATCH = 500;

const accountingTable = (zone: string): readonly TableColumn<Entry>[] => [
  { name: t('Delivered'), of: ({ at }) => momentCell(at, zone), kind: 'moment' },
  { name: t('Tracking number'), of: ({ trackingNumber }) => trackingNumber },
  { name: t('Customer'), of: ({ customer }) => customer },
  { name: t('Company'), of: ({ company }) => company },
  { name: t('E-mail'), of: ({ email }) => email },
  { name: t('Net'), of: ({ netTotal }) => netTotal, isNumber: true, kind: 'amount' },
  { name: t('Tax'), of: ({ taxTotal }) => taxTotal, isNumber: true, kind: 'amount' },
  { name: t('Gross'), of: ({ quotePrice }) => quotePrice, isNumber: true, kind: 'amount' },
  { name: t('Currency'), of: ({ currency }) => currency },
  { name: t('On account'), of: ({ onAccount }) => yesOrNo(onAccount) },
  { name: t('Document'), of: ({ document }) => document },
  { name: t('Document number'), of: ({ number }) => number },
  { name: t('Charge'), of: ({ charge }) => charge ?? null },
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
    after = { at: new Date(last.at), id: last.id };
  }
}

/** The charges that were approved in the month, whenever their orders were delivered. */
async function* chargesOf(ctx: AppContext, month: string): AsyncGenerator<Entry> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  let after = { at: startOfDay(`${month}-01`, zone), id: 0 };
  const until = startOfDay(nextMonth(month), zone);
  for (;;) {
    const rows = await readRows(
      ctx.em,
      chargeColumns,
      `select $columns from charges g join orders o on o.id = g.order_id
        where g.state = 'approved' and (g.decided_at, g.id) > (?::timestamptz, ?::int) and g.decided_at < ?
        order by g.decided_at, g.id limit ${BATCH}`,
      [after.at, after.id, until],
    );
    for (const { label, minutes, ...row } of rows)
      yield { ...row, number: null, document: null, charge: chargeName({ label, minutes }) };
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = { at: new Date(last.at), id: last.id };
  }
}

/**
 * What was delivered in a month (YYYY-MM) where the company is, one row for each order, and then the charges that were
 * approved in it.
 */
export function accountingOf(ctx: AppContext, month: string): Table {
  const shown = accountingTable(ctx.services.config.BUSINESS_TIMEZONE);
  async function* rows() {
    for await (const entry of entriesOf(ctx, month)) yield shown.map(({ of }) => of(entry));
    for await (const entry of chargesOf(ctx, month)) yield shown.map(({ of }) => of(entry));
  }
  return { name: `accounting-${month}`, columns: shown, rows: rows() };
}
