import { amountOf } from '@quickfleet/shared/base/money/money';
import type { QuoteLine } from '@quickfleet/shared/base/money/quote-lines';
import type { CustomerQuote, PageState } from '@quickfleet/shared/quoting/quote-page';
import { isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import { dayOfSpeed } from '@quickfleet/shared/quoting/speed';
import { bankAccountOf } from '../../company/settings/billing.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { query } from '../../db/query.ts';
import { iso } from '../../db/sql.ts';
import { type AppContext, todayOf } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { priceOf } from '../quotes/quote-content.ts';
import {
  currencyColumn,
  linesColumn,
  onAccountColumn,
  payByColumn,
  paymentColumn,
  priceColumn,
  revisionColumn,
} from '../quotes/quotes.queries.ts';
import { outcomeColumn } from './quotes.outcome.ts';

type Row = Omit<
  CustomerQuote,
  | 'state'
  | 'bankAccount'
  | 'lines'
  | 'net'
  | 'taxes'
  | 'taxTotal'
  | 'company'
  | 'changes'
  | 'acceptsByMail'
  | `can${string}`
> & {
  lines: QuoteLine[];
};

const columns = `coalesce(q.reference, q.id::text) as reference, q.status, ${outcomeColumn} as outcome, q.outcome_reason as "outcomeReason", ${revisionColumn} as revision,
  ${iso('q.created_at')} as "createdAt", ${iso('q.sent_at')} as "sentAt", case when q.due_kind = 'price' then ${iso('q.due_at')} end as "dueAt", to_char(q.valid_until, 'YYYY-MM-DD') as "validUntil", ${iso('q.accepted_at')} as "acceptedAt", ${iso('q.paid_at')} as "paidAt",
  (select json_build_object('name', a.name, 'at', ${iso('a.accepted_at')}, 'revision', a.revision, 'onBehalf', a.by = 'staff')
   from quote_acceptances a where a.quote_id = q.id and q.status in ('accepted', 'paid', 'converted') order by a.id desc limit 1) as acceptance,
  q.estimate, ${currencyColumn} as currency, coalesce(q.prices_include_tax, true) as "pricesIncludeTax", ${linesColumn} as lines, ${priceColumn}::text as total, q.terms, q.payment_url as "paymentUrl",
  (select coalesce(json_agg(json_build_object('revision', r.revision, 'at', ${iso('r.made_at')}, 'lines', r.content -> 'lines', 'total', r.content -> 'total', 'taxTotal', r.content -> 'taxTotal',
     'currency', r.content -> 'currency', 'validUntil', r.content -> 'validUntil', 'terms', r.content -> 'terms', 'changes', r.changes, 'isOwn', r.made_by = q.customer_name) order by r.revision desc), '[]')
   from quote_revisions r where r.quote_id = q.id) as revisions,
  q.customer_name as "customerName", q.customer_company as "customerCompany", q.pickup_address as "pickupAddress", q.delivery_address as "deliveryAddress", q.notes, q.language,
  q.speed_type as "speedType", to_char(q.speed_date, 'YYYY-MM-DD') as "speedDate", to_char(q.wanted_day, 'YYYY-MM-DD') as "wantedDay",
  (select coalesce(json_agg(json_build_object('name', i.name, 'description', i.description, 'quantity', i.quantity, 'imageUrls', i.image_urls) order by i.position, i.id), '[]')
   from quote_items i where i.quote_id = q.id) as items,
  (select coalesce(json_agg(json_build_object('id', a.id, 'text', a.text, 'askedAt', ${iso('a.asked_at')}, 'answer', a.answer, 'answeredAt', ${iso('a.answered_at')}) order by a.id), '[]')
   from quote_questions a where a.quote_id = q.id) as questions,
  ${paymentColumn.sql} as payment, ${onAccountColumn} as "onAccount", ${payByColumn} as "payBy", o.tracking_number as "trackingNumber"`;

const pageStates: Record<Row['status'], PageState> = {
  draft: 'received',
  sent: 'priced',
  accepted: 'accepted',
  paid: 'paid',
  converted: 'booked',
};
/** How a customer names the state of a quote. */
export function pageStateOf({ status, outcome }: Pick<Row, 'status' | 'outcome'>): PageState {
  return outcome && !isPaidQuote(status) ? outcome : pageStates[status];
}

/** A customer reads of no price, and of no payment, while it is being made. */
const unpriced = ({ currency }: Row) => ({
  payment: nothingPaid(currency),
  lines: [],
  net: null,
  taxes: [],
  taxTotal: null,
  total: null,
  terms: null,
  validUntil: null,
});
function nothingPaid(currency: string) {
  const nothing = amountOf(0n, currency);
  return { state: 'none' as const, paid: nothing, open: nothing, over: nothing, refunded: nothing };
}

/** Everything that the customer of a quote may know, and nothing more. Rejects with 404. */
export async function readCustomerQuote(ctx: AppContext, id: number): Promise<CustomerQuote> {
  const [row] = await query<Row>(
    ctx.em,
    `select ${columns} from quotes q left join orders o on o.quote_id = q.id where q.id = ?`,
    [todayOf(ctx), id],
  );
  if (!row) throw notFound('Quote');
  const settings = await readCompany(ctx.em);
  const { company } = settings;
  const { name, address, taxNumber, phone } = company;
  const state = pageStateOf(row);
  const isOpen = state === 'priced';
  const isToPay = isOpen || state === 'accepted';
  // What is still being priced is the office's alone.
  const price =
    row.status === 'draft'
      ? unpriced(row)
      : { ...priceOf({ ...row, price: row.total }, row.currency), terms: row.terms };
  return {
    ...row,
    ...price,
    wantedDay: dayOfSpeed(row, ctx.services.config.BUSINESS_TIMEZONE),
    state,
    paymentUrl: row.payBy === 'link' && isToPay ? row.paymentUrl : null,
    bankAccount: row.payBy === 'transfer' && isToPay ? bankAccountOf(ctx, settings) : null,
    changes: row.revisions[0]?.changes ?? [],
    company: { name, address, taxNumber, phone },
    canAccept: isOpen,
    acceptsByMail: false,
    canDecline: isOpen,
    canAsk: true,
    canChangeDate: isOpen || state === 'received',
  };
}
