import { LockMode } from '@mikro-orm/postgresql';
import { roundAmount } from '@quickfleet/shared/base/money/money';
import type {
  BankLine as BankLineView,
  BankStatementForm,
  BankStatement as BankStatementView,
  BookBankLine,
} from '@quickfleet/shared/operations/bank-statements';
import { t } from '@quickfleet/shared/words/t';
import { actorOf, record } from '../../company/history/history.service.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { LOCKS } from '../../db/advisory-locks.ts';
import { c, onlyId, readRow, readRows, run, select } from '../../db/rows.ts';
import { receiveMoney, takePaymentBack } from '../../delivery/invoices/invoices.money.ts';
import { type FormFile, fileNameOf } from '../../http/bodies/multipart.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { Crashed, heavy } from '../../process/heavy/heavy.ts';
import { readingKind } from '../../process/heavy/kinds.ts';
import { unreadable } from '../imports/reading/unreadable.ts';
import { BankLine, BankStatement } from './bank.entity.ts';
import { type KnownLine, type NewLine, sortOut } from './bank.lines.ts';
import { payersOf } from './bank.proposals.ts';
import { readLine, readStatement } from './bank.queries.ts';
import { namesNumber } from './bank.words.ts';
import type { ReadStatement } from './reading/bank-line.ts';

const reading = heavy<typeof import('./reading/read-statement.ts')>(
  readingKind,
  new URL('./reading/read-statement.ts', import.meta.url),
);
/** Of a payment. */
const REFERENCE_MAX = 200;

/**
 * The bookings of a file, read in a process apart.
 *
 * @throws 400 IMPORT_UNREADABLE with a sentence, 413 for one that is too much
 */
export async function readFile({ path, size }: FormFile, { mapping = {} }: BankStatementForm): Promise<ReadStatement> {
  try {
    return await reading.run('readStatement', { path, size, mapping });
  } catch (error) {
    if (error instanceof Crashed) throw unreadable(t('This file cannot be read. Download it from the bank again'));
    throw error;
  }
}

const knownColumns = select({
  id: c.int('l.id'),
  bookedOn: c.day('l.booked_on'),
  amount: c.digits('l.amount'),
  currency: c.text('l.currency'),
  name: c.text('l.name').nullable(),
  reference: c.text('l.reference').nullable(),
  account: c.text('l.account').nullable(),
  entryRef: c.text('l.entry_ref').nullable(),
  paymentRef: c.text('l.payment_ref').nullable(),
});
/** The lines that some of these can be. */
const findKnown = (ctx: AppContext, lines: readonly NewLine[]): Promise<KnownLine[]> =>
  readRows(
    ctx.em,
    knownColumns,
    `select $columns from bank_lines l where l.id in (
       select k.id from json_to_recordset(?::json) as given ("bookedOn" date, amount numeric, currency text, "entryRef" text)
         join bank_lines k on k.booked_on = given."bookedOn" and k.amount = given.amount and k.currency = given.currency
       union select k.id from bank_lines k where k.entry_ref = any(?)) order by l.id`,
    [JSON.stringify(lines), lines.flatMap(({ entryRef }) => entryRef ?? [])],
  );

async function addLines(ctx: AppContext, fresh: readonly NewLine[]): Promise<number[]> {
  const rows = await readRows(
    ctx.em,
    onlyId,
    `with given as (select * from json_to_recordset(?::json) as x("bookedOn" date, amount numeric, currency text,
       name text, reference text, account text, "entryRef" text, "paymentRef" text, nth int)),
     added as (insert into bank_lines (booked_on, amount, currency, name, reference, account, entry_ref, payment_ref, created_at)
       select "bookedOn", amount, currency, name, reference, account, "entryRef", "paymentRef", ? from given order by nth
       returning id)
     select $columns from added order by id`,
    [JSON.stringify(fresh.map((line, nth) => ({ ...line, nth }))), now(ctx)],
  );
  return rows.map(({ id }) => id);
}

/** Takes a file in: each movement of money is there once, and nothing is booked before somebody says so. */
export async function takeStatement(
  ctx: AppContext,
  file: FormFile,
  { format, lines: read }: ReadStatement,
): Promise<{ statement: BankStatementView; isKnown: boolean }> {
  // Two files with the same money wait for each other.
  await run(ctx.em, 'select pg_advisory_xact_lock(?)', [LOCKS.bankStatements]);
  const before = await ctx.em.findOne(BankStatement, { sha256: file.sha256 });
  if (before) return { statement: await readStatement(ctx, before.id), isKnown: true };
  const own = (await readCompany(ctx.em)).quoting.currency;
  const lines = read.map((line) => {
    const currency = line.currency ?? own;
    return { ...line, currency, amount: roundAmount(line.amount, currency) };
  });
  const { places, fresh, replaced } = sortOut(lines, await findKnown(ctx, lines));
  const added = fresh.length > 0 ? await addLines(ctx, fresh) : [];
  if (replaced.length > 0)
    await run(ctx.em, 'update bank_lines set is_ignored = true where id = any(?) and payment_id is null', [replaced]);
  const statement = ctx.em.create(BankStatement, {
    ...{ fileName: fileNameOf(file), format, sha256: file.sha256 },
    ...{ createdByName: actorOf(ctx).name, createdAt: now(ctx) },
  });
  await ctx.em.flush();
  const ids = places.map((place) => ('id' in place ? place.id : (added[place.fresh] ?? 0)));
  await run(
    ctx.em,
    `insert into bank_statement_lines (statement_id, nth, line_id)
     select ?, nth, id from unnest(?::int[]) with ordinality as x(id, nth)`,
    [statement.id, ids],
  );
  record(ctx, {
    subject: 'bank',
    subjectId: statement.id,
    action: 'bank.read',
    detail: `${statement.fileName} · ${ids.length}`,
  });
  return { statement: await readStatement(ctx, statement.id), isKnown: false };
}

const customerColumns = select({ customerId: c.int('i.customer_id').nullable() });
/** Keeps what somebody said of who pays for whom: the next file is proposed by it. */
async function learn(ctx: AppContext, line: BankLine, invoiceId: number, isWrong: boolean): Promise<void> {
  const found = await readRow(ctx.em, customerColumns, 'select $columns from invoices i where i.id = ?', [invoiceId]);
  const payers = payersOf({ account: line.account ?? null, name: line.name ?? null });
  if (!found?.customerId || payers.length === 0) return;
  await run(
    ctx.em,
    `insert into bank_payers (payer, customer_id, is_wrong) select payer, ?, ? from unnest(?::text[]) payer
     on conflict (payer, customer_id) do update set is_wrong = excluded.is_wrong`,
    [found.customerId, isWrong, payers],
  );
}
/** A reference that names another invoice says nothing of who pays for whom. */
async function reject(ctx: AppContext, line: BankLine, invoiceId: number, number: string | null): Promise<void> {
  line.rejected = [...new Set([...line.rejected, invoiceId])];
  if (number === null || !namesNumber(line.reference ?? '', number)) await learn(ctx, line, invoiceId, true);
}

/**
 * Says for which invoice a line is: its money is a payment of that invoice. null takes a booking back, and sets an open
 * line aside. What was proposed and is wrong is not proposed again.
 *
 * @throws 404, 409 BANK_LINE_OUTGOING, 409 PAYMENT_CURRENCY_MISMATCH, 409 INVOICE_NOT_ISSUED, 409 IS_CREDIT_NOTE
 */
export async function bookLine(ctx: AppContext, { id, lineId, invoiceId }: BookBankLine): Promise<BankLineView> {
  const line = await ctx.em.findOneOrFail(BankLine, lineId, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Bank line'),
  });
  const shown = await readLine(ctx, id, lineId);
  if (invoiceId !== null && shown.invoiceId === invoiceId) return shown;
  if (shown.invoiceId !== null && line.payment) {
    const { payment } = line;
    line.payment = null;
    await ctx.em.flush();
    await takePaymentBack(ctx, payment.id);
    await reject(ctx, line, shown.invoiceId, shown.invoiceNumber);
  } else if (invoiceId === null) line.isIgnored = true;
  const { proposal } = shown;
  if (proposal !== null && proposal.invoiceId !== invoiceId)
    await reject(ctx, line, proposal.invoiceId, proposal.number);
  if (invoiceId !== null) {
    if (line.amount.startsWith('-')) throw conflict('BANK_LINE_OUTGOING', t('This money went out: it pays no invoice'));
    const [paidOn = line.bookedOn] = [line.bookedOn, todayOf(ctx)].toSorted();
    const { amount, currency } = line;
    const reference = [line.name, line.reference].filter(Boolean).join(' · ').slice(0, REFERENCE_MAX) || null;
    line.payment = await receiveMoney(ctx, {
      ...{ invoiceId, amount, currency, paidOn, reference },
      method: 'transfer',
      paymentId: null,
    });
    line.isIgnored = false;
    await learn(ctx, line, invoiceId, false);
    line.rejected = line.rejected.filter((one) => one !== invoiceId);
  }
  await ctx.em.flush();
  return readLine(ctx, id, lineId);
}
