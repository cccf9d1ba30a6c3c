import {
  type BankLine,
  type BankStatement,
  type BankStatementRow,
  bankFormats,
  bankLineStates,
} from '@quickfleet/shared/operations/bank-statements';
import { keyset } from '../../db/keyset.ts';
import { type Page, type PageInput, readPage } from '../../db/paginate.ts';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import { findOpenInvoices } from '../../delivery/invoices/invoices.queries.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { amountSql } from '../../http/money.ts';
import { type Payer, payersOf, proposalsFor } from './bank.proposals.ts';

const lineState = `case when l.payment_id is not null then 'booked' when l.is_ignored then 'ignored' else 'open' end`;
const head = {
  id: c.int('s.id'),
  fileName: c.text('s.file_name'),
  format: c.oneOf(bankFormats, 's.format'),
  createdBy: c.text('s.created_by_name'),
  createdAt: c.time('s.created_at'),
};
const headColumns = select(head);
const countOf = (condition = '') =>
  c.int(`(select count(*)::int from bank_statement_lines n join bank_lines l on l.id = n.line_id
    where n.statement_id = s.id ${condition})`);
const rowColumns = select({
  ...head,
  lineCount: countOf(),
  openCount: countOf(`and ${lineState} = 'open' and l.amount > 0`),
});
const newest = keyset('s', 'newest', { by: 's.created_at', as: 'timestamptz', turn: 'desc', idTurn: 'desc' });
/** The files that came in, newest first. */
export const findStatements = (ctx: AppContext, input: PageInput): Promise<Page<BankStatementRow>> =>
  readPage(
    ctx.em,
    {
      ...{ table: 'bank_statements', alias: 's', columns: rowColumns, where: new Where() },
      ...{ order: newest.order, keyset: newest, isSearch: false },
    },
    input,
  );

const lineColumns = select({
  id: c.int('l.id'),
  bookedOn: c.day('l.booked_on'),
  amount: c.digits(amountSql('l.amount', 'l.currency')),
  currency: c.text('l.currency'),
  name: c.text('l.name').nullable(),
  reference: c.text('l.reference').nullable(),
  account: c.text('l.account').nullable(),
  rejected: c.stored<number[]>('l.rejected'),
  state: c.oneOf(bankLineStates, lineState),
  invoiceId: c.int('p.invoice_id').nullable(),
  invoiceNumber: c.text('i.number').nullable(),
});
const payerColumns = select({
  payer: c.text('b.payer'),
  customerId: c.int('b.customer_id'),
  isWrong: c.bool('b.is_wrong'),
});

/** The lines of a file with what each is proposed for now. */
export async function readLines(ctx: AppContext, statementId: number): Promise<BankLine[]> {
  const rows = await readRows(
    ctx.em,
    lineColumns,
    `select $columns from bank_statement_lines n join bank_lines l on l.id = n.line_id
       left join invoice_payments p on p.id = l.payment_id left join invoices i on i.id = p.invoice_id
      where n.statement_id = ? order by n.nth`,
    [statementId],
  );
  const open = rows.filter(({ state }) => state === 'open');
  const payers: Payer[] = await readRows(
    ctx.em,
    payerColumns,
    'select $columns from bank_payers b where b.payer = any(?) order by b.payer, b.customer_id',
    [[...new Set(open.flatMap(payersOf))]],
  );
  const proposals = proposalsFor(open, open.length > 0 ? await findOpenInvoices(ctx) : [], payers);
  return rows.map(({ account: _, rejected: _rejected, ...line }) => ({
    ...line,
    proposal: proposals.get(line.id) ?? null,
  }));
}

/** Rejects with 404. */
export async function readStatement(ctx: AppContext, id: number): Promise<BankStatement> {
  const found = await readRow(ctx.em, headColumns, 'select $columns from bank_statements s where s.id = ?', [id]);
  if (!found) throw notFound('Bank statement');
  return { ...found, lines: await readLines(ctx, id) };
}

/** A line of a file. Rejects with 404. */
export async function readLine(ctx: AppContext, statementId: number, lineId: number): Promise<BankLine> {
  const line = (await readLines(ctx, statementId)).find(({ id }) => id === lineId);
  if (!line) throw notFound('Bank line');
  return line;
}
