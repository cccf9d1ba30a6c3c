import type { QuoteLine } from '@quickfleet/shared/base/money/quote-lines';
import { dayAt, endOfDay, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import {
  INVOICE_LINES_MAX,
  type InvoiceRun,
  type leftOutReasons,
  type RunInvoices,
} from '@quickfleet/shared/delivery/invoices/invoices';
import { orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import { LOCKS } from '../../db/advisory-locks.ts';
import { c, readRows, run, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { amountSql } from '../../http/money.ts';
import { inLanguage } from '../../words/speak.ts';
import { claimReference } from '../incidents/incidents.queries.ts';
import { amountColumns, orderCurrency } from '../orders/orders.money.ts';
import type { SourceKind } from './invoice.entity.ts';
import {
  type Between,
  type Delivered,
  lineOfCharge,
  lineOfClaim,
  linesOfOrder,
  type NewLine,
} from './invoices.lines.ts';
import { type Billed, readBilled, readSeller } from './invoices.parties.ts';
import { findInvoicesById } from './invoices.queries.ts';
import { draftInvoices, type NewDraft } from './invoices.service.ts';

const LEFT_OUT_MAX = 200;

/** On no invoice, or on one that was credited: what it was for is to be paid again. */
const isFree = (kind: SourceKind, id: string) =>
  `not exists (select 1 from invoice_sources s join invoices i on i.id = s.invoice_id
     where s.kind = '${kind}' and s.source_id = ${id} and i.state <> 'credited')`;
const delivered = quoted(orderStatusesThat('isDelivered'));
/** When an order was done: delivered, or given back to its sender. */
const DONE_AT = `case when o.status in (${delivered}) then o.delivered_at else o.cancelled_at end`;
const IS_DONE = `(o.status in (${delivered}) or (? and o.outcome = 'returned'))`;
/** Not paid already: before it was booked, or at the door. */
const IS_OPEN = `(o.payment in ('open', 'account') or (o.payment is null and (o.on_account or o.quote_id is null)))`;
const BETWEEN = `>= ?::timestamptz and $at < ?::timestamptz`;
const within = (at: string) => `${at} ${BETWEEN.replace('$at', at)}`;

const ofOrder = {
  orderId: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  customerId: c.int('o.customer_id').nullable(),
  at: c.date('x.at').nullable(),
  currency: c.text(orderCurrency),
};
const isSamePrice = 'q.id = o.quote_id and q.price = o.quote_price';
const orderColumns = select({
  ...ofOrder,
  quotePrice: amountColumns.quotePrice,
  taxTotal: amountColumns.taxTotal,
  deliveryAddress: c.text('o.delivery_address'),
  isReturned: c.bool(`coalesce(o.outcome = 'returned', false)`),
  lines: c.stored<QuoteLine[] | null>(`(select q.lines from quotes q where ${isSamePrice})`),
  pricesIncludeTax: c.bool(`(select q.prices_include_tax from quotes q where ${isSamePrice})`).nullable(),
});
const inCurrency = (amount: string) => c.digits(amountSql(amount, orderCurrency));
const chargeColumns = select({
  ...ofOrder,
  id: c.int('g.id'),
  label: c.text('g.label'),
  minutes: c.int('g.minutes').nullable(),
  amount: inCurrency('g.amount'),
  taxTotal: inCurrency('g.tax_total'),
});
const claimColumns = select({
  ...ofOrder,
  id: c.int('n.id'),
  reference: c.text(claimReference),
  amount: inCurrency('n.amount'),
  quotePrice: amountColumns.quotePrice,
  taxTotal: amountColumns.taxTotal,
});

interface Asked {
  since: Date;
  until: Date;
  chargesFailed: boolean;
  customerIds: readonly number[] | null;
}
const OF_CUSTOMERS = '(?::int[] is null or o.customer_id = any(?::int[]))';
const at = (moment: string) => `cross join lateral (select ${moment} as at) x`;

async function readSources(ctx: AppContext, { since, until, chargesFailed, customerIds }: Asked) {
  const ids = customerIds === null ? null : [...customerIds];
  return [
    await readRows(
      ctx.em,
      orderColumns,
      `select $columns from orders o ${at(DONE_AT)} where ${IS_DONE} and ${within(DONE_AT)} and ${IS_OPEN}
         and ${isFree('order', 'o.id')} and ${OF_CUSTOMERS} order by x.at, o.id`,
      [chargesFailed, since, until, ids, ids],
    ),
    await readRows(
      ctx.em,
      chargeColumns,
      `select $columns from charges g join orders o on o.id = g.order_id ${at('g.decided_at')}
        where g.state = 'approved' and ${within('g.decided_at')} and ${isFree('charge', 'g.id')} and ${OF_CUSTOMERS}
        order by g.decided_at, g.id`,
      [since, until, ids, ids],
    ),
    await readRows(
      ctx.em,
      claimColumns,
      `select $columns from incidents n join orders o on o.id = n.order_id ${at('n.settled_at')}
        where n.state = 'settled' and n.amount > 0 and ${within('n.settled_at')} and ${isFree('claim', 'n.id')}
          and ${OF_CUSTOMERS} order by n.settled_at, n.id`,
      [since, until, ids, ids],
    ),
  ] as const;
}

/** What one customer has in one currency, each with how its lines are made. */
interface Item {
  customerId: number;
  orderId: number;
  currency: string;
  linesIn: (between: Between) => NewLine[];
}
type OfOrder = { orderId: number; trackingNumber: string; at: Date | null };

type Sources = Awaited<ReturnType<typeof readSources>>;
function itemsOf([orders, charges, claims]: Sources, zone: string): { items: Item[]; leftOut: InvoiceRun['leftOut'] } {
  const leftOut: InvoiceRun['leftOut'] = [];
  const leave = ({ orderId, trackingNumber }: OfOrder, reason: (typeof leftOutReasons)[number]) =>
    leftOut.push({ orderId, trackingNumber, reason });
  const items: Item[] = [];
  const about = ({ orderId, trackingNumber, at: done }: OfOrder, kind: SourceKind, id: number): Delivered => ({
    orderId,
    trackingNumber,
    deliveredOn: done && dayAt(done, zone),
    source: { kind, id },
  });
  const add = (row: OfOrder & { customerId: number | null; currency: string }, linesIn: Item['linesIn']) => {
    const { customerId, orderId, currency } = row;
    if (customerId === null) leave(row, 'no_customer');
    else items.push({ customerId, orderId, currency, linesIn });
  };
  for (const row of orders) {
    const { quotePrice, taxTotal } = row;
    if (quotePrice === null) leave(row, 'no_price');
    else
      add(row, (between) =>
        linesOfOrder(between, about(row, 'order', row.orderId), { ...row, quotePrice, taxTotal: taxTotal ?? '0' }),
      );
  }
  for (const row of charges) add(row, (between) => [lineOfCharge(between, about(row, 'charge', row.id), row)]);
  for (const row of claims)
    add(row, (between) => [
      lineOfClaim(between, about(row, 'claim', row.id), { ...row, taxTotal: row.taxTotal ?? '0' }),
    ]);
  return { items, leftOut: leftOut.slice(0, LEFT_OUT_MAX) };
}

/** The lines of whole items, as many as one invoice takes. */
function* inParts(items: readonly NewLine[][]): Generator<NewLine[]> {
  let lines: NewLine[] = [];
  for (const own of items) {
    if (lines.length > 0 && lines.length + own.length > INVOICE_LINES_MAX) {
      yield lines;
      lines = [];
    }
    lines = [...lines, ...own];
  }
  if (lines.length > 0) yield lines;
}

/** What two items have in common that are on one invoice. */
function groupOf({ customerId, orderId, currency }: Item, billed: Billed, by: RunInvoices['by']): string {
  const { buyer, billing } = billed;
  const kind = by ?? (billing.cycle === 'order' ? 'order' : 'customer');
  if (kind === 'order') return JSON.stringify([currency, customerId, orderId]);
  // An invoice is one customer's: its key reads every line of it.
  return JSON.stringify(kind === 'address' ? [currency, customerId, buyer.address] : [currency, customerId]);
}

/**
 * Drafts of what was delivered in these days and is on no invoice yet: orders that are not paid, approved charges, and
 * what settled claims take off.
 */
export async function runInvoices(ctx: AppContext, { from, to, customerIds, by }: RunInvoices): Promise<InvoiceRun> {
  await run(ctx.em, 'select pg_advisory_xact_lock(?)', [LOCKS.invoiceRuns]);
  const { settings, seller } = await readSeller(ctx);
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const sources = await readSources(ctx, {
    since: startOfDay(from, zone),
    until: endOfDay(to, zone),
    chargesFailed: settings.billing.failedAttempts === 'charged',
    customerIds: customerIds ?? null,
  });
  const { items, leftOut } = itemsOf(sources, zone);
  const customers = await readBilled(ctx, [...new Set(items.map(({ customerId }) => customerId))]);
  const groups = new Map<string, { billed: Billed; items: Item[] }>();
  for (const item of items) {
    const billed = customers.get(item.customerId);
    if (!billed) continue;
    const key = groupOf(item, billed, by);
    const group = groups.get(key) ?? { billed, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  const drafts: NewDraft[] = [];
  for (const { billed, items: own } of groups.values()) {
    const between = { settings, seller, buyer: billed.buyer, currency: own[0]?.currency ?? settings.quoting.currency };
    const parts = inLanguage(billed.language, () => own.map(({ linesIn }) => linesIn(between)));
    for (const lines of inParts(parts)) drafts.push({ between, billed, lines });
  }
  const made = await draftInvoices(ctx, drafts);
  return {
    data: await findInvoicesById(
      ctx,
      made.map(({ id }) => id),
    ),
    leftOut,
  };
}
