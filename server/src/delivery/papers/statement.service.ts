import { toCsv } from '@quickfleet/shared/base/csv';
import { amountOf, formatAmount, unitsOf } from '@quickfleet/shared/base/money/money';
import { dayAt, nextMonth, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { chargeName } from '@quickfleet/shared/delivery/charges/charge-rates';
import { orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import { linesOf, plainDayWords } from '../../company/papers/money-words.ts';
import { aboutPaper, type Paper, paperOf } from '../../company/papers/paper.ts';
import { inPaperLanguage } from '../../company/papers/words.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, type Row, readRows, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { amountSql } from '../../http/money.ts';
import { readCustomer } from '../../people/customers/customers.queries.ts';
import { heavy } from '../../process/heavy/heavy.ts';
import { paperKind } from '../../process/heavy/kinds.ts';
import { bytesFrom } from '../../process/outside/streams.ts';
import { senderOf } from '../../quoting/papers/quote-paper.service.ts';
import { currencyColumn } from '../../quoting/quotes/quotes.queries.ts';
import { planned } from '../orders/orders.filters.ts';
import { orderCurrency } from '../orders/orders.money.ts';
import type { Statement } from './statement.ts';

const drawing = heavy<typeof import('./statement.ts')>(paperKind, new URL('./statement.ts', import.meta.url));

const lineColumns = select({
  at: c.date('l.at'),
  kind: c.oneOf(['order', 'quote', 'charge'], 'l.kind'),
  number: c.text('l.number'),
  label: c.text('l.label').nullable(),
  minutes: c.int('l.minutes').nullable(),
  pickupAddress: c.text('l.pickup_address'),
  deliveryAddress: c.text('l.delivery_address'),
  amount: c.digits(amountSql('l.amount', 'l.currency')).nullable(),
  currency: c.text('l.currency'),
  paid: c.digits(
    amountSql(
      `(select coalesce(sum(p.amount), 0) from payments p where p.quote_id = l.quote_id and p.state = 'matched')`,
      'l.currency',
    ),
  ),
});
type Line = Row<typeof lineColumns>;

/**
 * A customer's orders on account in a month, by the day of delivery. An undelivered order counts on its planned day, or
 * today if that is over or unknown: it cannot be delivered earlier. So the statement of a past month has each delivery
 * exactly once. Approved charges of all of the customer's orders are in the month in which they were approved, however
 * the orders themselves were paid.
 */
function readLines(ctx: AppContext, id: number, month: string): Promise<Line[]> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  return readRows(
    ctx.em,
    lineColumns,
    `with asked as (select ?::int as customer, ?::timestamptz as since, ?::timestamptz as until, ?::timestamptz as present),
       lines as (
         select case when o.status in (${quoted(orderStatusesThat('isDelivered'))}) then o.delivered_at else greatest(${planned}, asked.present) end as at,
           'order' as kind, o.tracking_number as number, null as label, null::int as minutes, o.pickup_address, o.delivery_address, o.quote_price as amount, o.quote_id, ${orderCurrency} as currency
         from asked, orders o where o.customer_id = asked.customer and o.on_account and o.status in (${quoted(orderStatusesThat('counts'))})
         union all
         select asked.present, 'quote', coalesce(q.reference, q.id::text), null, null, q.pickup_address, q.delivery_address, coalesce(q.price, 0), q.id, ${currencyColumn}
         from asked, quotes q where q.customer_id = asked.customer and q.on_account and q.status in ('accepted', 'paid') and q.outcome is null
         union all
         select g.decided_at, 'charge', o.tracking_number, g.label, g.minutes, o.pickup_address, o.delivery_address, g.amount, null, ${orderCurrency}
         from asked, orders o join charges g on g.order_id = o.id and g.state = 'approved' where o.customer_id = asked.customer)
     select $columns from lines l, asked where l.at >= asked.since and l.at < asked.until order by l.amount is not null, l.at, l.number`,
    [id, startOfDay(`${month}-01`, zone), startOfDay(nextMonth(month), zone), now(ctx)],
  );
}

const sum = (lines: readonly Pick<Line, 'amount' | 'paid'>[], of: 'amount' | 'paid', currency: string): bigint =>
  lines.reduce((units, line) => units + unitsOf(line[of] ?? '0', currency), 0n);
const onOneLine = (address: string) => linesOf(address).join(', ');
const monthWords = (month: string) =>
  new Intl.DateTimeFormat(localeOf(language()), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T12:00:00Z`),
  );

interface Asked {
  id: number;
  /** YYYY-MM; the company's present one when absent. */
  month?: string | undefined;
}
async function readStatement(ctx: AppContext, { id, month = todayOf(ctx).slice(0, 7) }: Asked) {
  const customer = await readCustomer(ctx, id);
  const company = await readCompany(ctx.em);
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const lines = (await readLines(ctx, id, month)).map(({ at, ...line }) => ({ ...line, day: dayAt(at, zone) }));
  return { customer, company, month, lines };
}

type DayLine = Omit<Line, 'at'> & { day: string };
const cellsOf = ({ day, kind, number, ...line }: DayLine): string[] => [
  plainDayWords(day),
  kind === 'quote' ? number : formatTracking(number),
  kind === 'charge'
    ? chargeName({ label: line.label ?? '', minutes: line.minutes })
    : `${onOneLine(line.pickupAddress)}\n${onOneLine(line.deliveryAddress)}`,
];

function inOneCurrency(lines: readonly DayLine[], currency: string): Statement['priced'][number] {
  const words = (amount: string) => formatAmount(amount, currency, { isBare: true });
  const [amount, paid] = [sum(lines, 'amount', currency), sum(lines, 'paid', currency)];
  return {
    rows: lines.map((line) => [...cellsOf(line), words(line.amount ?? ''), words(line.paid)]),
    totals: [
      [t('Sum'), words(amountOf(amount, currency))],
      [t('Paid'), words(amountOf(paid, currency))],
      [t('Open {currency}', { currency }), words(amountOf(amount - paid, currency))],
    ],
  };
}

/** A customer's statement of a month as PDF. Rejects with 404. */
export const printStatement = (ctx: AppContext, asked: Asked): Promise<Paper> =>
  inPaperLanguage(ctx, language(), () => statementPaper(ctx, asked));

async function statementPaper(ctx: AppContext, asked: Asked): Promise<Paper> {
  const { customer, company, month, lines } = await readStatement(ctx, asked);
  const sender = await senderOf(ctx, company);
  const head = {
    sender,
    kind: t('Statement'),
    number: monthWords(month),
    facts: [t('Date: {day}', { day: plainDayWords(todayOf(ctx)) })],
  };
  const about = aboutPaper(ctx, t('Statement {month} {customer}', { month, customer: customer.name }), sender.name);
  const priced = lines.filter(({ amount }) => amount !== null);
  const statement: Statement = {
    head,
    to: [customer.company, customer.name, customer.email].flatMap(linesOf),
    unpriced: lines.filter(({ amount }) => amount === null).map(cellsOf),
    priced: [...new Set(priced.map((line) => line.currency))].sort().map((currency) =>
      inOneCurrency(
        priced.filter((line) => line.currency === currency),
        currency,
      ),
    ),
    paymentTerms: company.company.paymentTerms,
    foot: `${sender.name} · ${t('Statement {month}', { month: monthWords(month) })}`,
  };
  const name = `statement-${month}-${customer.id}.pdf`;
  return paperOf(ctx, name, (to) => drawing.write('drawStatement', { about, statement }, to));
}

/** The same as a table for a spreadsheet; a paper of text. Rejects with 404. */
export async function exportStatement(ctx: AppContext, asked: Asked): Promise<Paper> {
  const { customer, month, lines } = await readStatement(ctx, asked);
  const text = toCsv(
    ['date', 'kind', 'number', 'from', 'to', 'amount', 'paid', 'currency', 'warning', 'charge'],
    lines.map((line) => [
      line.day,
      line.kind,
      line.number,
      onOneLine(line.pickupAddress),
      onOneLine(line.deliveryAddress),
      line.amount ?? '',
      line.paid,
      line.currency,
      line.amount === null ? 'No price yet' : '',
      line.label === null ? '' : chargeName({ label: line.label, minutes: line.minutes }),
    ]),
  );
  return { name: `statement-${month}-${customer.id}.csv`, bytes: bytesFrom([Buffer.from(text)]) };
}
