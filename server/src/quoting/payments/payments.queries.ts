import { normaliseReference } from '@quickfleet/shared/base/pasted';
import type { ErrorCode } from '@quickfleet/shared/error-codes';
import {
  type PaymentEvent,
  type PaymentRow,
  type PaymentState,
  paymentStates,
} from '@quickfleet/shared/quoting/payments';
import { z } from 'zod';
import { type Said, saidInWords } from '../../company/history/detail-words.ts';
import { keyset } from '../../db/keyset.ts';
import type { Listing } from '../../db/page-statement.ts';
import { type Page, type PageInput, readPage } from '../../db/paginate.ts';
import { c, onlyId, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { amountSql } from '../../http/money.ts';

const columns = select({
  id: c.int('p.id'),
  eventId: c.text('p.event_id'),
  type: c.text('p.type'),
  state: c.oneOf(paymentStates, `case p.state when 'undone' then 'set_aside' else p.state end`),
  code: c.text('p.code').nullable(),
  problem: c.text('p.problem').nullable(),
  problemSaid: c.json(z.unknown(), 'p.problem_said'),
  quoteId: c.int('p.quote_id').nullable(),
  invoiceId: c.int('(select x.invoice_id from invoice_payments x where x.payment_id = p.id)').nullable(),
  reference: c.text('p.reference').nullable(),
  amount: c.digits(amountSql('p.amount', 'p.currency')),
  currency: c.text('p.currency'),
  paidAt: c.time('p.paid_at'),
  receivedAt: c.time('p.received_at'),
  providerReference: c.text('p.provider_reference').nullable(),
  by: c.text('p.decided_by_name').nullable(),
  reason: c.text('p.reason').nullable(),
});

const newest = keyset('p', 'newest', { by: 'p.received_at', as: 'timestamptz', turn: 'desc', idTurn: 'desc' });

function listingOfPayments(state: PaymentState | undefined): Listing<Row<typeof columns>> {
  const where = new Where();
  where.and(`p.source = 'event'`);
  if (state) where.and('p.state = ?', state);
  return {
    table: 'payments',
    alias: 'p',
    joins: '',
    columns,
    where,
    order: newest.order,
    keyset: newest,
    isSearch: false,
  };
}

/** A row as this caller reads it, what stands against it in their words. */
const shown = ({ services }: AppContext, { problem, problemSaid, ...row }: Row<typeof columns>): PaymentRow => ({
  ...row,
  problem: saidInWords(problem, problemSaid, services.config),
});

export async function findPayments(
  ctx: AppContext,
  { state, ...page }: PageInput & { state?: PaymentState | undefined },
): Promise<Page<PaymentRow>> {
  const { data, ...rest } = await readPage(ctx.em, listingOfPayments(state), page);
  return { ...rest, data: data.map((row) => shown(ctx, row)) };
}

export async function readPayment(ctx: AppContext, id: number): Promise<PaymentRow> {
  const row = await readRow(ctx.em, columns, `select $columns from payments p where p.id = ? and p.source = 'event'`, [
    id,
  ]);
  if (!row) throw notFound('Payment event');
  return shown(ctx, row);
}

export type Found = { id: number } | { id: null; code: ErrorCode; problem: Said };
/** The quote that an event names, by number, by public reference or by the number of its paper. */
export async function findQuoteOf(ctx: AppContext, { quoteId, reference }: PaymentEvent['data']): Promise<Found> {
  const named = [quoteId ? `#${quoteId}` : null, reference || null].filter((name) => name !== null);
  const lacks = (code: ErrorCode, found: number): Found => ({
    ...{ id: null, code },
    problem: { is: 'quote_not_found', named, found },
  });
  if (named.length === 0) return lacks('QUOTE_NOT_FOUND', 0);
  const wanted = reference ? normaliseReference(reference) : null;
  const rows = await readRows(
    ctx.em,
    onlyId,
    `select $columns from (select id from quotes where id = ?::int or reference = ?::text
     union select quote_id from papers where number = ?::text and kind = 'quote') found order by id limit 2`,
    [quoteId ?? null, wanted, wanted],
  );
  if (rows.length > 1) return lacks('QUOTE_UNCLEAR', rows.length);
  return rows[0] ?? lacks('QUOTE_NOT_FOUND', 0);
}
