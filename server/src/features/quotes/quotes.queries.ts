import { companyDefaults } from '@quickfleet/shared/company';
import { BARE_LIST_MAX } from '@quickfleet/shared/limits';
import { PROMISE_SOON_MINUTES } from '@quickfleet/shared/promise-clock';
import { PRICE_LINE } from '@quickfleet/shared/quote-lines';
import type { ListQuotes, Quote as QuoteView } from '@quickfleet/shared/quotes';
import { isStaff } from '@quickfleet/shared/roles';
import { type AppContext, now, todayOf } from '../../context.ts';
import { dayIn } from '../../lib/clock.ts';
import { notFound } from '../../lib/errors.ts';
import type { Listing } from '../../lib/page-statement.ts';
import { answerPage, type Page } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { iso, searchFor, Where } from '../../lib/sql.ts';
import { withFields } from '../../lib/wire-text.ts';
import { customerUrlOf } from './quotes.link.ts';
import { outcomeColumn } from './quotes.outcome.ts';

/** Their numbers are given by the papers, which stand above the quotes. */
type PaperKind = 'quote' | 'receipt';

const signature = (signer: string) => `left join lateral (
  select image_url, signer_name, captured_at from signatures where order_id = o.id and signer = '${signer}' order by captured_at desc, id desc limit 1
) ${signer} on true`;

/** The columns that a quote and the order made of it share: the latest signature of customer and driver. */
export const signatureColumns = `customer.image_url as "signatureUrl", customer.signer_name as "signatureCustomerName", ${iso('customer.captured_at')} as "signatureCapturedAt",
  driver.image_url as "driverSignatureUrl", driver.signer_name as "driverSignatureName", ${iso('driver.captured_at')} as "driverSignatureCapturedAt"`;

/** What the company's prices are in, where a quote does not say. */
export const currencyColumn = `coalesce(q.currency, (select settings -> 'quoting' ->> 'currency' from company), '${companyDefaults.quoting.currency}')`;
/** Versions of what an earlier release sent are kept with the first change: until then it is the first one. */
export const revisionColumn = `case when q.status = 'draft' then q.revision else greatest(q.revision, 1) end`;
export const linesColumn = `coalesce(q.lines, case when q.price is null then '[]'::jsonb else jsonb_build_array(
  jsonb_build_object('label', '${PRICE_LINE}', 'quantity', '1', 'unitPrice', q.price::text, 'taxRate', '0')) end)`;

/** How much of a quote is paid: what counts of its payments against its price. */
export const paymentColumn = `(select json_build_object(
    'state', case when paid > due then 'over' when paid = due and (paid > 0 or q.status in ('paid', 'converted')) then 'paid' when paid > 0 then 'part' else 'none' end,
    'paid', paid::text, 'open', greatest(due - paid, 0.00)::text, 'over', greatest(paid - due, 0.00)::text)
  from (select coalesce(sum(amount), 0)::numeric(14, 2) as paid, coalesce(q.price, 0)::numeric(14, 2) as due from payments where quote_id = q.id and state = 'matched') p)`;
/** Of a quote that is not paid yet, whether its customer is trusted now. */
export const onAccountColumn = `case when q.status in ('paid', 'converted') then q.on_account
  else coalesce((select c.on_account from customers c where c.id = q.customer_id), false) end`;
const number = (kind: PaperKind) =>
  `(select number from papers where quote_id = q.id and kind = '${kind}' and voided_at is null)`;
const money = `${paymentColumn} as payment, ${onAccountColumn} as "onAccount", ${iso('q.due_at')} as "dueAt", q.due_kind as "dueKind",
  ${number('quote')} as "quoteNumber", ${number('receipt')} as "receiptNumber"`;

const agreement = `q.reference, ${linesColumn} as lines, case when q.price is not null then coalesce(q.tax_total, 0)::numeric(12, 2)::text end as "taxTotal",
  ${currencyColumn} as currency, coalesce(q.prices_include_tax, true) as "pricesIncludeTax", q.terms, to_char(q.valid_until, 'YYYY-MM-DD') as "validUntil", ${iso('q.sent_at')} as "sentAt",
  ${revisionColumn} as revision, ${outcomeColumn} as outcome, q.outcome_reason as "outcomeReason", ${iso('q.outcome_at')} as "outcomeAt",
  q.views, ${iso('q.last_viewed_at')} as "lastViewedAt",
  (select count(*)::int from quote_questions a where a.quote_id = q.id and a.answered_at is null) as "openQuestions",
  (select json_build_object('name', a.name, 'at', ${iso('a.accepted_at')}, 'revision', a.revision, 'onBehalf', a.by = 'staff', 'by', a.actor, 'reason', a.reason,
     'address', a.address, 'signatureUrl', a.signature_url, 'contentHash', a.content_hash)
   from quote_acceptances a where a.quote_id = q.id order by a.id desc limit 1) as acceptance`;
/** Of a quote by itself. */
const details = `,
  (select coalesce(json_agg(json_build_object('revision', r.revision, 'at', ${iso('r.made_at')}, 'by', r.made_by, 'lines', r.content -> 'lines', 'total', r.content -> 'total',
     'taxTotal', r.content -> 'taxTotal', 'currency', r.content -> 'currency', 'validUntil', r.content -> 'validUntil', 'terms', r.content -> 'terms', 'changes', r.changes) order by r.revision desc), '[]')
   from quote_revisions r where r.quote_id = q.id) as revisions,
  (select coalesce(json_agg(json_build_object('id', a.id, 'text', a.text, 'askedAt', ${iso('a.asked_at')}, 'answer', a.answer, 'answeredAt', ${iso('a.answered_at')}, 'answeredBy', a.answered_by) order by a.id), '[]')
   from quote_questions a where a.quote_id = q.id) as questions,
  (select coalesce(json_agg(json_build_object('id', p.id, 'at', ${iso('p.paid_at')}, 'amount', p.amount::text, 'currency', p.currency, 'reference', p.reference,
     'provider', p.provider_reference, 'by', case when p.source = 'hand' then p.decided_by_name end,
     'isFinal', p.source <> 'hand' and p.decided_at is null) order by p.paid_at, p.id), '[]')
   from payments p where p.quote_id = q.id and p.state = 'matched') as payments`;

/** The columns of a quote in a list. With one parameter: today where the company is. */
export const quoteColumns = `q.id, q.status, q.price::text as price, q.price::text as total, q.payment_url as "paymentUrl", q.pickup_address as "pickupAddress", q.delivery_address as "deliveryAddress", q.notes,
  q.speed_type as "speedType", to_char(q.speed_date, 'YYYY-MM-DD') as "speedDate", q.version, ${iso('q.created_at')} as "createdAt", ${iso('q.updated_at')} as "updatedAt",
  json_build_object('id', q.customer_id, 'name', q.customer_name, 'email', q.customer_email, 'phone', q.customer_phone, 'company', q.customer_company) as customer,
  (select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name, 'description', i.description, 'quantity', i.quantity, 'value', i.value::text, 'imageUrls', i.image_urls) order by i.position, i.id), '[]')
     from quote_items i where i.quote_id = q.id) as items,
  ${agreement}, ${money},
  o.id as "orderId", o.tracking_number as "trackingNumber", ${signatureColumns}`;
/** Who may look at the quote with its link; no part of any answer. */
export const quoteSealed = 'q.token_sealed';
/** What `quoteColumns` read beside the quote. */
export const quoteJoins = `left join orders o on o.quote_id = q.id ${signature('customer')} ${signature('driver')}`;
const from = `from quotes q ${quoteJoins}`;
const sorts = {
  newest: 'q.created_at desc, q.id desc',
  oldest: 'q.created_at, q.id',
  price: 'q.price desc nulls last, q.id desc',
  updated: 'q.updated_at desc, q.id desc',
  due: 'q.due_at, q.id desc',
  seen: 'q.last_viewed_at desc nulls last, q.id desc',
};

type Filters = Pick<
  ListQuotes,
  'q' | 'status' | 'outcome' | 'from' | 'to' | 'customerId' | 'due' | 'seen' | 'olderThan'
>;
const REFERENCE = /^[0-9a-z]{3}-[0-9a-z]{3}$/i;

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

function filter(zone: string, input: Filters, today: string, at: Date): Where {
  const where = new Where();
  if (input.q) {
    const [found, pattern] = searchFor('q', input.q.replace(/^#/, ''));
    if (REFERENCE.test(input.q)) where.andSelective(`q.reference = upper(?) or ${found}`, input.q, pattern);
    else where.andSelective(found, pattern);
  }
  where.andStates('q.status', input.status);
  if (input.outcome?.length) filterOutcome(where, input.outcome, today);
  if (input.from) where.andSelective('q.created_at >= (?::date)::timestamp at time zone ?', input.from, zone);
  if (input.to) where.andSelective('q.created_at < (?::date + 1)::timestamp at time zone ?', input.to, zone);
  if (input.olderThan)
    where.andSelective('q.created_at <= ?::timestamptz - make_interval(days => ?::int)', at, input.olderThan);
  if (input.seen === 'yes') where.andSelective('q.views > 0 and q.last_viewed_at is not null');
  if (input.seen === 'no')
    where.andSelective(
      `q.status = 'sent' and q.outcome is null and q.views = 0 and coalesce(q.valid_until >= ?::date, true)`,
      today,
    );
  if (input.customerId) where.and('q.customer_id = ?', input.customerId);
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

/** The list of quotes with customer, items and signatures; the search is that of promise U03, or a whole reference. */
export const listingOfQuotes = (
  zone: string,
  input: Omit<ListQuotes, 'page' | 'limit'>,
  today = dayIn(zone, new Date()),
  at = new Date(),
): Listing => ({
  table: 'quotes',
  alias: 'q',
  joins: quoteJoins,
  columns: quoteColumns,
  columnParams: [today],
  sealed: quoteSealed,
  where: filter(zone, input, today, at),
  order: sorts[input.sort],
  isSearch: Boolean(input.q),
});

type Row = Omit<QuoteView, 'customerUrl'> & { sealed: string | null };
/** The link is for whoever may send it: staff, and keys that manage quotes. */
function linkFor(ctx: AppContext, sealed: string | null): Pick<QuoteView, 'customerUrl'> {
  const { user, key } = ctx.caller;
  const mayHold = isStaff(user?.role) || key?.scopes.includes('quotes:manage');
  return { customerUrl: mayHold ? customerUrlOf(ctx.services, sealed) : null };
}
const viewOf = (ctx: AppContext, { sealed, ...row }: Row): QuoteView => ({ ...row, ...linkFor(ctx, sealed) });

export function findQuotes(ctx: AppContext, input: ListQuotes): Promise<Page<QuoteView>> {
  const listing = listingOfQuotes(ctx.services.config.BUSINESS_TIMEZONE, input, todayOf(ctx), now(ctx));
  return answerPage(ctx, listing, input, { row: (text, sealed) => withFields(text, linkFor(ctx, sealed)) });
}

/** GET /api/quotes: the same rows as a bare array (docs/rest-compat.md). */
export async function allQuotes(ctx: AppContext, limit = BARE_LIST_MAX): Promise<QuoteView[]> {
  const rows = await query<Row>(
    ctx.em,
    `select ${quoteColumns}, ${quoteSealed} as sealed ${from} order by ${sorts.newest} limit ?`,
    [todayOf(ctx), limit],
  );
  return rows.map((row) => viewOf(ctx, row));
}

/** One quote, with its versions and questions. */
export async function readQuote(ctx: AppContext, id: number): Promise<QuoteView> {
  const [row] = await query<Row>(
    ctx.em,
    `select ${quoteColumns}, ${quoteSealed} as sealed ${details} ${from} where q.id = ?`,
    [todayOf(ctx), id],
    { lane: 'brief' },
  );
  if (!row) throw notFound('Quote');
  return viewOf(ctx, row);
}
