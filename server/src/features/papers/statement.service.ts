import { Readable } from 'node:stream';
import { centsOf, moneyOfCents } from '@quickfleet/shared/quote-totals';
import { formatTracking } from '@quickfleet/shared/tracking';
import { type AppContext, now, todayOf } from '../../context.ts';
import { toCsv } from '../../lib/csv.ts';
import { createDocument, streamPages } from '../../lib/pdf/document.ts';
import { query } from '../../lib/query.ts';
import { readCompany } from '../company/company.service.ts';
import { readCustomer } from '../customers/customers.queries.ts';
import type { Paper } from './labels.service.ts';
import { amountWords, linesOf, plainDayWords } from './money-words.ts';
import { senderOf } from './quote-paper.service.ts';
import {
  A4,
  beginSheet,
  drawBlocks,
  drawTable,
  drawText,
  drawTotals,
  endSheet,
  type TableColumn,
  WIDTH,
} from './sheet.ts';

interface Line {
  /** Where the company is. */
  day: string;
  kind: 'order' | 'quote';
  number: string;
  pickupAddress: string;
  deliveryAddress: string;
  amount: string;
  paid: string;
  currency: string;
}

/**
 * What a customer has on account of a month: orders that were not cancelled by the day they were made, and accepted
 * quotes that are no orders yet by the day they were accepted.
 */
const readLines = (ctx: AppContext, id: number, month: string, currency: string): Promise<Line[]> =>
  query<Line>(
    ctx.em,
    `with asked as (select ?::int as customer, ?::text as zone, ?::date as first, ?::text as currency),
       span as (select *, first::timestamp at time zone zone as since, (first + interval '1 month') at time zone zone as until from asked),
       lines as (
         select o.created_at as at, 'order' as kind, o.tracking_number as number, o.pickup_address, o.delivery_address, coalesce(o.quote_price, 0) as amount, o.quote_id, q.currency
         from span, orders o left join quotes q on q.id = o.quote_id
         where o.customer_id = span.customer and o.on_account and o.status <> 'cancelled' and o.created_at >= span.since and o.created_at < span.until
         union all
         select q.accepted_at, 'quote', coalesce(q.reference, q.id::text), q.pickup_address, q.delivery_address, coalesce(q.price, 0), q.id, q.currency
         from span, quotes q
         where q.customer_id = span.customer and q.on_account and q.status in ('accepted', 'paid') and q.outcome is null and q.accepted_at >= span.since and q.accepted_at < span.until)
     select to_char(l.at at time zone span.zone, 'YYYY-MM-DD') as day, l.kind, l.number, l.pickup_address as "pickupAddress", l.delivery_address as "deliveryAddress",
       l.amount::numeric(12, 2)::text as amount, coalesce(l.currency, span.currency) as currency,
       (select coalesce(sum(p.amount), 0)::numeric(12, 2)::text from payments p where p.quote_id = l.quote_id and p.state = 'matched') as paid
     from lines l, span order by l.at, l.number`,
    [id, ctx.services.config.BUSINESS_TIMEZONE, `${month}-01`, currency],
  );

const sum = (lines: readonly Line[], of: 'amount' | 'paid'): bigint =>
  lines.reduce((cents, line) => cents + centsOf(line[of]), 0n);
const onOneLine = (address: string) => linesOf(address).join(', ');
const monthWords = (month: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T12:00:00Z`),
  );

const columns: TableColumn[] = [
  { title: 'Date', width: WIDTH * 0.17 },
  { title: 'Number', width: WIDTH * 0.2 },
  { title: 'From and to', width: WIDTH * 0.33 },
  { title: 'Amount', width: WIDTH * 0.15, align: 'end' },
  { title: 'Paid', width: WIDTH * 0.15, align: 'end' },
];

interface Asked {
  id: number;
  /** YYYY-MM; the company's present one when absent. */
  month?: string | undefined;
}
async function readStatement(ctx: AppContext, { id, month = todayOf(ctx).slice(0, 7) }: Asked) {
  const customer = await readCustomer(ctx, id);
  const company = await readCompany(ctx.em);
  return { customer, company, month, lines: await readLines(ctx, id, month, company.quoting.currency) };
}

/** A customer's statement of a month as PDF. Rejects with 404. */
export async function printStatement(ctx: AppContext, asked: Asked): Promise<Paper> {
  const { customer, company, month, lines } = await readStatement(ctx, asked);
  const sender = senderOf(ctx, company);
  const head = {
    sender,
    kind: 'Statement',
    number: monthWords(month),
    facts: [`Date: ${plainDayWords(todayOf(ctx))}`],
  };
  const about = { title: `Statement ${month} ${customer.name}`, author: sender.name, at: now(ctx) };
  const doc = createDocument(about, A4, { keepsPages: true });
  async function* pages() {
    const sheet = await beginSheet(doc, head);
    const to = [customer.company, customer.name, customer.email].flatMap(linesOf);
    await drawBlocks(sheet, [{ caption: 'CUSTOMER', lines: to }]);
    const currencies = [...new Set(lines.map(({ currency }) => currency))].sort();
    if (lines.length === 0) yield* drawText(sheet, 'ON ACCOUNT', 'Nothing in this month.', 10);
    for (const currency of currencies) {
      const own = lines.filter((line) => line.currency === currency);
      const rows = own.map((line) => [
        plainDayWords(line.day),
        line.kind === 'order' ? formatTracking(line.number) : line.number,
        `${onOneLine(line.pickupAddress)}\n${onOneLine(line.deliveryAddress)}`,
        amountWords(line.amount),
        amountWords(line.paid),
      ]);
      yield* drawTable(sheet, columns, rows);
      const [amount, paid] = [sum(own, 'amount'), sum(own, 'paid')];
      await drawTotals(sheet, [
        ['Sum', amountWords(moneyOfCents(amount))],
        ['Paid', amountWords(moneyOfCents(paid))],
        [`Open ${currency}`, amountWords(moneyOfCents(amount - paid))],
      ]);
    }
    if (company.company.paymentTerms) yield* drawText(sheet, 'PAYMENT', company.company.paymentTerms);
    await endSheet(sheet, `${sender.name} · Statement ${monthWords(month)}`);
  }
  return { name: `statement-${month}-${customer.id}.pdf`, bytes: streamPages(doc, pages()) };
}

/** The same as a table for a spreadsheet; a paper of text. Rejects with 404. */
export async function exportStatement(ctx: AppContext, asked: Asked): Promise<Paper> {
  const { customer, month, lines } = await readStatement(ctx, asked);
  const text = toCsv(
    ['date', 'kind', 'number', 'from', 'to', 'amount', 'paid', 'currency'],
    lines.map((line) => [
      line.day,
      line.kind,
      line.number,
      onOneLine(line.pickupAddress),
      onOneLine(line.deliveryAddress),
      line.amount,
      line.paid,
      line.currency,
    ]),
  );
  return { name: `statement-${month}-${customer.id}.csv`, bytes: Readable.from([Buffer.from(text)]) };
}
