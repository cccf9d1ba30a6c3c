import type { PaymentEvent, PaymentRow, PaymentState } from '@quickfleet/shared/payments';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import type { Listing } from '../../lib/page-statement.ts';
import { answerPage, type Page } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { iso, Where } from '../../lib/sql.ts';

const columns = `p.id, p.event_id as "eventId", p.type, case p.state when 'undone' then 'set_aside' else p.state end as state, p.code, p.problem,
  p.quote_id as "quoteId", p.reference, p.amount::text as amount, p.currency, ${iso('p.paid_at')} as "paidAt", ${iso('p.received_at')} as "receivedAt",
  p.provider_reference as "providerReference", p.decided_by_name as by, p.reason`;

function listingOfPayments(state: PaymentState | undefined): Listing {
  const where = new Where();
  where.and(`p.source = 'event'`);
  if (state) where.and('p.state = ?', state);
  return {
    table: 'payments',
    alias: 'p',
    joins: '',
    columns,
    where,
    order: 'p.received_at desc, p.id desc',
    isSearch: false,
  };
}

export const findPayments = (
  ctx: AppContext,
  { state, ...page }: { state?: PaymentState | undefined; page: number; limit: number },
): Promise<Page<PaymentRow>> => answerPage(ctx, listingOfPayments(state), page);

export async function readPayment(ctx: AppContext, id: number): Promise<PaymentRow> {
  const [row] = await query<PaymentRow>(
    ctx.em,
    `select ${columns} from payments p where p.id = ? and p.source = 'event'`,
    [id],
  );
  if (!row) throw notFound('Payment event');
  return row;
}

type Found = { id: number } | { id: null; code: string; problem: string };
/** The quote that an event names, by number, by public reference or by the number of its paper. */
export async function findQuoteOf(ctx: AppContext, { quoteId, reference }: PaymentEvent['data']): Promise<Found> {
  if (!quoteId && !reference)
    return { id: null, code: 'QUOTE_NOT_FOUND', problem: 'The event names neither quoteId nor reference' };
  const wanted = reference?.toUpperCase().replaceAll(/\s/g, '') ?? null;
  const rows = await query<{ id: number }>(
    ctx.em,
    `select id from quotes where id = ?::int or reference = ?::text
     union select quote_id from papers where number = ?::text and kind = 'quote' order by id limit 2`,
    [quoteId ?? null, wanted, wanted],
  );
  const named = [quoteId ? `#${quoteId}` : null, reference ?? null].filter(Boolean).join(' or ');
  if (rows.length > 1)
    return { id: null, code: 'QUOTE_UNCLEAR', problem: `The event names two different quotes, ${named}` };
  return rows[0] ?? { id: null, code: 'QUOTE_NOT_FOUND', problem: `There is no quote ${named}` };
}
