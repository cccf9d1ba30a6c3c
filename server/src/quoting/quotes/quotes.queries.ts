import { demandsOut } from '@quickfleet/shared/base/demands';
import { collect } from '@quickfleet/shared/base/money/collect';
import { payWays } from '@quickfleet/shared/base/money/pay-by';
import { PRICE_LINE } from '@quickfleet/shared/base/money/price-line';
import { quoteLine } from '@quickfleet/shared/base/money/quote-lines';
import { normaliseReference } from '@quickfleet/shared/base/pasted';
import { orderNumberIn } from '@quickfleet/shared/base/scan/parcel-number';
import { endOfDay, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { BARE_LIST_MAX } from '@quickfleet/shared/limits';
import { PROMISE_SOON_MINUTES, promiseKinds } from '@quickfleet/shared/quoting/due-times';
import { quoteRevision, shownEstimate } from '@quickfleet/shared/quoting/quote-page';
import { quoteOutcomes, quoteStatuses, quoteStatusesThat } from '@quickfleet/shared/quoting/quote-status';
import type { ListQuotes, Quote as QuoteView } from '@quickfleet/shared/quoting/quotes';
import { dayOfSpeed, speedTypes } from '@quickfleet/shared/quoting/speed';
import { isStaff } from '@quickfleet/shared/roles';
import { languages } from '@quickfleet/shared/words/languages';
import { z } from 'zod';
import { placeOf, withPlaces } from '../../company/places/places.queries.ts';
import { keyset } from '../../db/keyset.ts';
import type { Listing } from '../../db/page-statement.ts';
import { type Page, readPage, withIds } from '../../db/paginate.ts';
import { c, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { settledUntil } from '../../db/settled.ts';
import { type Condition, quoted, rowNumberIn, searchIn, Where } from '../../db/sql.ts';
import { isForeign, merchantOf, onlyOwn, withOwnNumbers } from '../../http/caller/merchant.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { amountSql, companyCurrency } from '../../http/money.ts';
import { ownNumberColumns } from '../../http/own-numbers.ts';
import { contactColumns } from '../../people/customers/stop-contacts.ts';
import { dayIn } from '../../process/clock.ts';
import { outcomeColumn } from '../quote-page/quotes.outcome.ts';
import { customerUrlOf } from './quotes.link.ts';

/** The papers assign these numbers; they may call the quotes, and not the reverse. */
type PaperKind = 'quote' | 'receipt';

const signature = (signer: string) => `left join lateral (
  select image_url, signer_name, captured_at from signatures s where order_id = o.id and signer = '${signer}'
    and (s.kind = 'pickup' or o.corrected_at is null or s.captured_at > o.corrected_at) order by captured_at desc, id desc limit 1
) ${signer} on true`;

/** What the company's prices are in, where a quote does not say. */
export const currencyColumn = `coalesce(q.currency, ${companyCurrency})`;
const inCurrency = (amount: string) => amountSql(amount, currencyColumn);
export const priceColumn = inCurrency('q.price');
/** Versions of what an earlier release sent are kept with the first change: until then it is the first one. */
export const revisionColumn = `case when q.status = 'draft' then q.revision else greatest(q.revision, 1) end`;
export const linesColumn = `coalesce(q.lines, case when q.price is null then '[]'::jsonb else jsonb_build_array(
  jsonb_build_object('label', '${PRICE_LINE}', 'quantity', '1', 'unitPrice', ${priceColumn}::text, 'taxRate', '0')) end)`;

// Each of the two statuses has a separate index.
const sumOf = (state: string) =>
  `(select coalesce(sum(amount), 0) from payments where quote_id = q.id and state = '${state}')`;
const moved = ['matched', 'refunded']
  .map((state) => `select * from payments where quote_id = q.id and state = '${state}'`)
  .join(' union all ');
const paidStates = quoted(quoteStatusesThat('isPaid'));
/** How much of a quote is paid: what counts of its payments against its price. */
export const paymentColumn = c
  .object({
    state: c.oneOf(
      ['none', 'part', 'paid', 'over'],
      `case when paid > due then 'over' when paid = due and (paid > 0 or q.status in (${paidStates})) then 'paid' when paid > 0 then 'part' else 'none' end`,
    ),
    paid: c.digits('paid'),
    open: c.digits('case when due > paid then due - paid else paid - paid end'),
    over: c.digits('case when paid > due then paid - due else paid - paid end'),
    refunded: c.digits('refunded'),
  })
  .within(
    (payment) => `(select ${payment}
  from (select ${inCurrency(sumOf('matched'))} as paid, ${inCurrency(sumOf('refunded'))} as refunded, ${inCurrency('coalesce(q.price, 0)')} as due) p)`,
  );
/** Of a quote that is not paid yet, whether its customer is trusted now. */
export const onAccountColumn = `case when q.status in (${paidStates}) then q.on_account
  when q.pay_by is not null then q.pay_by = 'account'
  else coalesce((select c.on_account from customers c where c.id = q.customer_id), false) end`;
/** How its customer pays: as it was said, else as they are trusted. */
export const payByColumn = `coalesce(q.pay_by, case when ${onAccountColumn} then 'account' else 'link' end)`;
const number = (kind: PaperKind) =>
  c.text(`(select number from papers where quote_id = q.id and kind = '${kind}' and voided_at is null)`).nullable();
const money = {
  payment: paymentColumn,
  onAccount: c.bool(onAccountColumn),
  payBy: c.oneOf(payWays, payByColumn),
  dueAt: c.time('q.due_at').nullable(),
  dueKind: c.oneOf(promiseKinds, 'q.due_kind').nullable(),
  quoteNumber: number('quote'),
  receiptNumber: number('receipt'),
};

const agreement = {
  estimate: c.json(shownEstimate, 'q.estimate'),
  reference: c.text('q.reference').nullable(),
  lines: c.json(z.array(quoteLine), linesColumn),
  taxTotal: c.digits(`case when q.price is not null then ${inCurrency('coalesce(q.tax_total, 0)')} end`).nullable(),
  currency: c.text(currencyColumn),
  pricesIncludeTax: c.bool('coalesce(q.prices_include_tax, true)'),
  terms: c.text('q.terms').nullable(),
  validUntil: c.day('q.valid_until').nullable(),
  sentAt: c.time('q.sent_at').nullable(),
  revision: c.int(revisionColumn),
  outcome: c.oneOf(quoteOutcomes, outcomeColumn).nullable(),
  outcomeReason: c.text('q.outcome_reason').nullable(),
  outcomeAt: c.time('q.outcome_at').nullable(),
  views: c.int('q.views'),
  lastViewedAt: c.time('q.last_viewed_at').nullable(),
  openQuestions: c.int(
    '(select count(*)::int from quote_questions a where a.quote_id = q.id and a.answered_at is null)',
  ),
  acceptance: c.first(
    {
      name: c.text('a.name'),
      at: c.time('a.accepted_at'),
      revision: c.int('a.revision'),
      onBehalf: c.bool(`a.by = 'staff'`),
      by: c.text('a.actor').nullable(),
      reason: c.text('a.reason').nullable(),
      address: c.text('a.address').nullable(),
      signatureUrl: c.text('a.signature_url').nullable(),
      contentHash: c.text('a.content_hash'),
    },
    'from (select * from quote_acceptances where quote_id = q.id order by id desc limit 1) a',
  ),
};

/** The columns of a quote in a list. With one parameter: today where the company is. */
const quoteColumns = {
  id: c.int('q.id'),
  status: c.oneOf(quoteStatuses, 'q.status'),
  price: c.digits(priceColumn).nullable(),
  total: c.digits(priceColumn).nullable(),
  paymentUrl: c.text('q.payment_url').nullable(),
  pickupAddress: c.text('q.pickup_address'),
  deliveryAddress: c.text('q.delivery_address'),
  ...contactColumns('q'),
  notes: c.text('q.notes').nullable(),
  collect: c.json(collect.nullable(), 'q.collect'),
  weightKg: c.float('q.weight_kg').nullable(),
  needs: c.json(demandsOut.needs, 'q.needs'),
  language: c.oneOf(languages, 'q.language').nullable(),
  speedType: c.oneOf(speedTypes, 'q.speed_type'),
  speedDate: c.day('q.speed_date').nullable(),
  wantedDay: c.day('q.wanted_day').nullable(),
  version: c.int('q.version'),
  createdAt: c.time('q.created_at'),
  updatedAt: c.time('q.updated_at'),
  customer: c.object({
    id: c.int('q.customer_id').nullable(),
    name: c.text('q.customer_name'),
    email: c.text('q.customer_email'),
    phone: c.text('q.customer_phone').nullable(),
    company: c.text('q.customer_company').nullable(),
  }),
  items: c.list(
    {
      id: c.int('i.id'),
      name: c.text('i.name'),
      description: c.text('i.description').nullable(),
      quantity: c.int('i.quantity'),
      value: c.digits(inCurrency('i.value')).nullable(),
      imageUrls: c.texts('i.image_urls'),
    },
    'from quote_items i where i.quote_id = q.id',
    'i.position, i.id',
  ),
  ...agreement,
  ...money,
  ...ownNumberColumns('q'),
  orderId: c.int('o.id').nullable(),
  trackingNumber: c.text('o.tracking_number').nullable(),
  signatureUrl: c.text('customer.image_url').nullable(),
  signatureCustomerName: c.text('customer.signer_name').nullable(),
  signatureCapturedAt: c.time('customer.captured_at').nullable(),
  driverSignatureUrl: c.text('driver.image_url').nullable(),
  driverSignatureName: c.text('driver.signer_name').nullable(),
  driverSignatureCapturedAt: c.time('driver.captured_at').nullable(),
  /** Who may look at the quote with its link; no part of any answer. */
  sealed: c.text('q.token_sealed').nullable(),
};
export const listedQuote = select(quoteColumns);
/** One quote alone. */
const inFull = select({
  ...quoteColumns,
  pickupPlace: placeOf('q.pickup_address'),
  deliveryPlace: placeOf('q.delivery_address'),
  revisions: c.list(
    {
      revision: c.int('r.revision'),
      at: c.time('r.made_at'),
      by: c.text('r.made_by'),
      lines: c.json(quoteRevision.shape.lines, `r.content -> 'lines'`),
      total: c.json(quoteRevision.shape.total, `r.content -> 'total'`),
      taxTotal: c.json(quoteRevision.shape.taxTotal, `r.content -> 'taxTotal'`),
      currency: c.json(quoteRevision.shape.currency, `r.content -> 'currency'`),
      validUntil: c.json(quoteRevision.shape.validUntil, `r.content -> 'validUntil'`),
      terms: c.json(quoteRevision.shape.terms, `r.content -> 'terms'`),
      changes: c.json(quoteRevision.shape.changes, 'r.changes'),
    },
    'from quote_revisions r where r.quote_id = q.id',
    'r.revision desc',
  ),
  questions: c.list(
    {
      id: c.int('a.id'),
      text: c.text('a.text'),
      askedAt: c.time('a.asked_at'),
      answer: c.text('a.answer').nullable(),
      answeredAt: c.time('a.answered_at').nullable(),
      answeredBy: c.text('a.answered_by').nullable(),
    },
    'from quote_questions a where a.quote_id = q.id',
    'a.id',
  ),
  payments: c.list(
    {
      id: c.int('p.id'),
      at: c.time('p.paid_at'),
      amount: c.digits(amountSql('p.amount', 'p.currency')),
      currency: c.text('p.currency'),
      reference: c.text('p.reference').nullable(),
      provider: c.text('p.provider_reference').nullable(),
      by: c.text(`case when p.source = 'hand' then p.decided_by_name end`).nullable(),
      isRefund: c.bool(`p.state = 'refunded'`),
      isFinal: c.bool(`p.source <> 'hand' and p.decided_at is null and p.state = 'matched'`),
    },
    `from (${moved}) p`,
    'p.paid_at, p.id',
  ),
});
/** What `quoteColumns` read in addition to the quote. */
export const quoteJoins = `left join orders o on o.quote_id = q.id ${signature('customer')} ${signature('driver')}`;
const from = `from quotes q ${quoteJoins}`;
const down = { turn: 'desc', idTurn: 'desc' } as const;
const orders = {
  newest: keyset('q', 'newest', { by: 'q.created_at', as: 'timestamptz', ...down }),
  oldest: keyset('q', 'oldest', { by: 'q.created_at', as: 'timestamptz' }),
  price: keyset('q', 'price', { by: 'q.price', as: 'numeric', ...down, isNullable: true }),
  updated: keyset('q', 'updated', { by: 'q.updated_at', as: 'timestamptz', ...down }),
  due: keyset('q', 'due', { by: 'q.due_at', as: 'timestamptz', idTurn: 'desc', isNullable: true }),
  seen: keyset('q', 'seen', { by: 'q.last_viewed_at', as: 'timestamptz', ...down, isNullable: true }),
};
const byId = keyset('q', 'id', { by: 'q.id', as: 'int' });
const byChange = keyset('q', 'change', { by: 'q.updated_at', as: 'timestamptz' });

type Filters = Omit<ListQuotes, 'page' | 'limit' | 'sort' | 'cursor'> & { merchant?: number | undefined };
const REFERENCE = /^[0-9A-Z]{3}-[0-9A-Z]{3}$/;
const PAPER = /^[A-Z]-\d{4}-\d{4,}$/;

/** Rows that ended are few, and are found by what they end with; the others are most of what a list has anyway. */
function filterOutcome(where: Where, outcomes: readonly string[], today: string): void {
  if (!outcomes.includes('none'))
    where.andSelective(
      `q.outcome = any(?) or (q.status = 'sent' and q.outcome is null and q.valid_until < ?::date)`,
      outcomes,
      today,
    );
  where.andSelective(`coalesce(${outcomeColumn}, 'none') = any(?)`, today, outcomes);
}

/** By its words, its number, its reference, the number of a paper, or the tracking number of its order. */
function searchQuotes(q: string, merchant: number | undefined): Condition {
  const id = rowNumberIn(q);
  if (id !== undefined) return { sql: 'q.id = ?', params: [id] };
  const number = rowNumberIn(`#${q}`);
  const reference = normaliseReference(q);
  const tracking = orderNumberIn(q);
  const exact: Condition[] = [];
  if (number !== undefined) exact.push({ sql: 'q.id = ?', params: [number] });
  if (REFERENCE.test(reference)) exact.push({ sql: 'q.reference = ?', params: [reference] });
  if (PAPER.test(reference))
    exact.push({ sql: 'q.id = any(array(select quote_id from papers where number = ?))', params: [reference] });
  if (tracking)
    exact.push({ sql: 'q.id = any(array(select quote_id from orders where tracking_number = ?))', params: [tracking] });
  return searchIn('q', q, merchant === undefined ? 'office' : { merchant }, { exact });
}

function filter(zone: string, input: Filters, today: string, at: Date, until: string): Where {
  const where = new Where();
  if (input.q) {
    const { sql, params } = searchQuotes(input.q, input.merchant);
    where.andSelective(sql, ...params);
  }
  where.andStates('q.status', input.status);
  if (input.outcome?.length) filterOutcome(where, input.outcome, today);
  if (input.from) where.andSelective('q.created_at >= ?', startOfDay(input.from, zone));
  if (input.to) where.andSelective('q.created_at < ?', endOfDay(input.to, zone));
  if (input.olderThan)
    where.andSelective('q.created_at <= ?::timestamptz - make_interval(days => ?::int)', at, input.olderThan);
  if (input.seen === 'yes') where.andSelective('q.views > 0 and q.last_viewed_at is not null');
  if (input.seen === 'no')
    where.andSelective(
      `q.status = 'sent' and q.outcome is null and q.views = 0 and coalesce(q.valid_until >= ?::date, true)`,
      today,
    );
  if (input.afterId !== undefined) where.and('q.id > ?', input.afterId);
  if (input.customerId) where.and('q.customer_id = ?', input.customerId);
  onlyOwn(where, 'q', input.merchant);
  if (input.externalId) where.and('q.external_id = ?', input.externalId);
  if (input.externalId && input.merchant !== undefined) where.and('q.external_scope = ?', input.merchant);
  if (input.ids) where.and('q.id = any(?)', input.ids);
  if (input.updatedSince)
    where.andSelective('q.updated_at >= ? and q.updated_at < ?', new Date(input.updatedSince), until);
  if (input.due === 'waiting') where.andSelective('q.due_at is not null');
  if (input.due === 'overdue') where.andSelective('q.due_at < ?', at);
  if (input.due === 'soon')
    where.andSelective(
      `q.due_at >= ? and q.due_at < ?::timestamptz + make_interval(mins => ${PROMISE_SOON_MINUTES})`,
      at,
      at,
    );
  return where;
}

function orderOf({ afterId, updatedSince, sort }: Pick<ListQuotes, 'afterId' | 'updatedSince' | 'sort'>) {
  const order = afterId !== undefined ? byId : updatedSince ? byChange : orders[sort];
  return { order: order.order, keyset: order };
}

/** The list of quotes with customer, items and signatures; the search is that of promise U03, or a whole reference. */
export const listingOfQuotes = (
  zone: string,
  input: Omit<ListQuotes, 'page' | 'limit'> & { merchant?: number | undefined },
  today = dayIn(zone, new Date()),
  at = new Date(),
  until = 'infinity',
): Listing<Row<typeof listedQuote>> => ({
  table: 'quotes',
  alias: 'q',
  joins: quoteJoins,
  columns: listedQuote,
  columnParams: [today],
  where: filter(zone, input, today, at, until),
  ...orderOf(input),
  isSearch: Boolean(input.q),
});

type QuoteRow = Row<typeof listedQuote> & Partial<Omit<Row<typeof inFull>, 'pickupPlace' | 'deliveryPlace'>>;
/** The link, for callers who may send it: staff, and keys that manage quotes. */
function linkFor(ctx: AppContext, sealed: string | null): Pick<QuoteView, 'customerUrl'> {
  const { user, key } = ctx.caller;
  const mayHold = isStaff(user?.role) || key?.scopes.includes('quotes:manage');
  return { customerUrl: mayHold ? customerUrlOf(ctx.services, sealed) : null };
}
const viewOf = (ctx: AppContext, { sealed, ...row }: QuoteRow): QuoteView => ({
  ...withOwnNumbers(ctx, row),
  wantedDay: dayOfSpeed(row, ctx.services.config.BUSINESS_TIMEZONE),
  ...linkFor(ctx, sealed),
});

export async function findQuotes(ctx: AppContext, input: ListQuotes): Promise<Page<QuoteView>> {
  const until = input.updatedSince ? await settledUntil(ctx.em) : undefined;
  const asked = { ...input, merchant: merchantOf(ctx) };
  const listing = listingOfQuotes(ctx.services.config.BUSINESS_TIMEZONE, asked, todayOf(ctx), now(ctx), until);
  const page = await readPage(ctx.em, listing, withIds(input));
  return { ...page, data: page.data.map((row) => viewOf(ctx, row)) };
}

/** GET /api/quotes: the same rows as a bare array (docs/rest-compat.md). */
export async function allQuotes(ctx: AppContext, limit = BARE_LIST_MAX): Promise<QuoteView[]> {
  const where = new Where();
  onlyOwn(where, 'q', merchantOf(ctx));
  const sql = `select $columns ${from} ${where.sql} order by ${orders.newest.order} limit ${limit}`;
  const rows = await readRows(ctx.em, listedQuote, sql, [todayOf(ctx), ...where.params]);
  return rows.map((row) => viewOf(ctx, row));
}

/** Who reads where addresses are: staff, and their programs and jobs. */
export const mayReadPlaces = ({ caller }: Pick<AppContext, 'caller'>): boolean =>
  isStaff(caller.user?.role) || (caller.key !== undefined && caller.key.customerId === null);

/** One quote, with its versions and questions; `isOfEvent`: for the feed, which removes what its reader may not know. */
export async function readQuote(ctx: AppContext, id: number, isOfEvent = false): Promise<QuoteView> {
  const row = await readRow(ctx.em, inFull, `select $columns ${from} where q.id = ?`, [todayOf(ctx), id]);
  if (!row || isForeign(ctx, row.customer.id)) throw notFound('Quote');
  const { pickupPlace, deliveryPlace, ...rest } = row;
  const quote = viewOf(ctx, rest);
  // Where somebody lives is no business of another program's, nor of a visitor.
  if (!isOfEvent && (merchantOf(ctx) !== undefined || !mayReadPlaces(ctx))) return quote;
  const [placed] = await withPlaces(ctx, [{ ...quote, pickupPlace, deliveryPlace }]);
  return placed ?? quote;
}
