import { nextMonth } from '@quickfleet/shared/base/time/zoned-time';
import { invoiceKinds } from '@quickfleet/shared/delivery/invoices/invoice-words';
import { paymentMethods } from '@quickfleet/shared/delivery/orders/order-payment';
import { c, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { amountSql } from '../../http/money.ts';
import type { BookedPaper, BookedPayment } from './postings.ts';

const BATCH = 200;
const money = (amount: string) => c.digits(amountSql(amount, 'i.currency'));
const buyer = c.text(`coalesce(i.buyer ->> 'name', '')`);
const paperSource = {
  id: c.int('i.id'),
  kind: c.oneOf(invoiceKinds, 'i.kind'),
  number: c.text('i.number'),
  issuedOn: c.day('i.issued_on'),
  dueOn: c.day('i.due_on').nullable(),
  buyer,
  country: c.text(`coalesce(i.buyer -> 'address' ->> 'country', i.seller -> 'address' ->> 'country')`).nullable(),
  buyerVatId: c.text(`i.buyer ->> 'vatId'`).nullable(),
  currency: c.text('i.currency'),
  lines: c.stored<BookedPaper['lines']>('i.lines'),
  taxes: c.stored<BookedPaper['taxes']>('i.taxes'),
  gross: money('i.gross'),
  rounding: money('i.rounding'),
  pdfHash: c.text(`coalesce(i.pdf_hash, '')`),
};
const paperColumns = select(paperSource);
const paymentColumns = select({
  id: c.int('p.id'),
  number: c.text('i.number'),
  paidOn: c.day('p.paid_on'),
  buyer,
  amount: money('p.amount'),
  currency: c.text('i.currency'),
  method: c.oneOf(paymentMethods, 'p.method'),
  reference: c.text('p.reference').nullable(),
});

interface Place {
  day: string;
  id: number;
}
/** Rows of a month in their order, some at a time. */
async function* byDay<T extends { id: number }>(
  month: string,
  read: (after: Place, until: string) => Promise<T[]>,
  dayOf: (row: T) => string,
): AsyncGenerator<T> {
  const until = nextMonth(month);
  let after: Place = { day: `${month}-01`, id: 0 };
  for (;;) {
    const rows = await read(after, until);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = { day: dayOf(last), id: last.id };
  }
}

/** What was issued in a month, by day and number. */
export const papersOf = ({ em }: Pick<AppContext, 'em'>, month: string): AsyncGenerator<BookedPaper> =>
  byDay(
    month,
    ({ day, id }, until) =>
      readRows(
        em,
        paperColumns,
        `select $columns from invoices i where i.state <> 'draft'
           and (i.issued_on, i.id) > (?::date, ?::int) and i.issued_on < ?::date
          order by i.issued_on, i.id limit ${BATCH}`,
        [day, id, until],
      ),
    ({ issuedOn }) => issuedOn,
  );

const discountColumns = select({
  ...{ id: c.int('d.id'), number: c.text('i.number'), issuedOn: c.day('d.taken_on'), buyer },
  ...{ country: paperSource.country, buyerVatId: paperSource.buyerVatId, currency: c.text('i.currency') },
  lines: c.stored<BookedPaper['lines']>('d.lines'),
  taxes: c.stored<BookedPaper['taxes']>('d.taxes'),
  gross: money('d.amount'),
  pdfHash: paperSource.pdfHash,
});
/** What was taken off in a month for paying early, by day. */
export async function* discountsOf({ em }: Pick<AppContext, 'em'>, month: string): AsyncGenerator<BookedPaper> {
  const rows = byDay(
    month,
    ({ day, id }, until) =>
      readRows(
        em,
        discountColumns,
        `select $columns from invoice_discounts d join invoices i on i.id = d.invoice_id
          where (d.taken_on, d.id) > (?::date, ?::int) and d.taken_on < ?::date
          order by d.taken_on, d.id limit ${BATCH}`,
        [day, id, until],
      ),
    ({ issuedOn }) => issuedOn,
  );
  for await (const row of rows) yield { ...row, kind: 'discount', dueOn: null, rounding: '0' };
}
/** Whatever is booked with its taxes in a month: what was issued, then what was taken off. */
export async function* taxedOf(ctx: Pick<AppContext, 'em'>, month: string): AsyncGenerator<BookedPaper> {
  yield* papersOf(ctx, month);
  yield* discountsOf(ctx, month);
}

/** What was paid in a month, by day. */
export const paymentsOf = ({ em }: Pick<AppContext, 'em'>, month: string): AsyncGenerator<BookedPayment> =>
  byDay(
    month,
    ({ day, id }, until) =>
      readRows(
        em,
        paymentColumns,
        `select $columns from invoice_payments p join invoices i on i.id = p.invoice_id
          where (p.paid_on, p.id) > (?::date, ?::int) and p.paid_on < ?::date
          order by p.paid_on, p.id limit ${BATCH}`,
        [day, id, until],
      ),
    ({ paidOn }) => paidOn,
  );
