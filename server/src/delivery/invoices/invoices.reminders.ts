import { formatAmount, isNothing, roundAmount } from '@quickfleet/shared/base/money/money';
import { addDays, minutesAt } from '@quickfleet/shared/base/time/zoned-time';
import { workingDay } from '@quickfleet/shared/company/business-hours';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import type { ByVersion, Invoice as InvoiceView } from '@quickfleet/shared/delivery/invoices/invoices';
import {
  type DueReminder,
  REMINDERS_MAX,
  type Reminded,
  type RemindInvoices,
} from '@quickfleet/shared/delivery/invoices/reminders';
import type { TemplateTrigger } from '@quickfleet/shared/messages/templates';
import { languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { plainDayWords } from '../../company/papers/money-words.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, type Row, readRows, select } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type AppContext, now, type Services, systemContext, todayOf } from '../../http/context.ts';
import { conflict, DomainError, isConnectionError, toDomainError } from '../../http/errors.ts';
import { amountSql } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { previewMail, queueMail } from '../../messages/outbox/outbox.service.ts';
import type { TemplateValues } from '../../messages/templates/render.ts';
import { inLanguageOf } from '../../words/speak.ts';
import { DUE, type Invoice, type KeptReminder } from './invoice.entity.ts';
import { readInvoice } from './invoices.queries.ts';
import { lockInvoice, requireIssued } from './invoices.service.ts';

// Reminders of overdue invoices, in three steps. Nobody is reminded before somebody looked at the list, or set the rule.

/** At most so many in one run of the rule; the next run continues. */
const PER_RUN = 200;
type Steps = CompanySettings['billing']['reminders'];

const overdueColumns = select({
  id: c.int('i.id'),
  number: c.text('i.number'),
  buyerName: c.text(`i.buyer ->> 'name'`),
  email: c.text(`i.buyer ->> 'email'`).nullable(),
  currency: c.text('i.currency'),
  due: c.digits(amountSql(DUE, 'i.currency')),
  dueOn: c.day('i.due_on'),
  language: c.oneOf(languages, 'i.language'),
  reminders: c.stored<KeptReminder[]>('i.reminders'),
});
type Overdue = Row<typeof overdueColumns>;
const readOverdue = (ctx: AppContext): Promise<Overdue[]> =>
  readRows(
    ctx.em,
    overdueColumns,
    `select $columns from invoices i where i.kind = 'invoice' and i.state in ('issued', 'part_paid') and i.due_on < ?
      order by i.buyer ->> 'email' is null, i.due_on, i.id`,
    [todayOf(ctx)],
  );

type Reminder = Pick<Overdue, 'dueOn' | 'reminders'>;
/** The next step and its day: after its days, and not sooner after the one before than the company says. */
function nextStep({ dueOn, reminders }: Reminder, steps: Steps): { step: number; from: string } | undefined {
  const step = reminders.length + 1;
  const rule = steps[step - 1];
  if (!rule) return undefined;
  const last = reminders.at(-1);
  const pause = Math.max(1, rule.afterDays - (steps[step - 2]?.afterDays ?? 0));
  const days = [addDays(dueOn, rule.afterDays), ...(last ? [addDays(last.at.slice(0, 10), pause)] : [])];
  return { step, from: days.toSorted().at(-1) ?? dueOn };
}
/** The step that is due today. */
function stepDue(reminder: Reminder, steps: Steps, today: string): number | undefined {
  const next = nextStep(reminder, steps);
  return next && next.from <= today ? next.step : undefined;
}

const triggers: readonly TemplateTrigger[] = ['invoice_reminder_1', 'invoice_reminder_2', 'invoice_reminder_3'];
const triggerOf = (step: number): TemplateTrigger => triggers[step - 1] ?? 'invoice_reminder_3';
interface Owed {
  number: string;
  buyerName: string;
  due: string;
  dueOn: string;
  currency: string;
}
const valuesOf = ({ number, buyerName, due, dueOn, currency }: Owed, fee: string): TemplateValues => ({
  customerName: buyerName,
  invoiceNumber: number,
  amountDue: formatAmount(due, currency),
  invoiceDueDate: plainDayWords(dueOn),
  reminderFee: isNothing(fee) ? '' : formatAmount(fee, currency),
});
const feeOf = (steps: Steps, step: number, currency: string): string =>
  roundAmount(steps[step - 1]?.fee ?? '0', currency);

/** Whom to remind today, with the words that each would get: as many as one call sends, those who can be sent to first. */
export async function findDueReminders(ctx: AppContext): Promise<{ data: DueReminder[] }> {
  const { reminders: steps } = (await readCompany(ctx.em)).billing;
  const today = todayOf(ctx);
  const data: DueReminder[] = [];
  for (const row of await readOverdue(ctx)) {
    const step = stepDue(row, steps, today);
    if (step === undefined) continue;
    if (data.length === REMINDERS_MAX) break;
    const { reminders: _, language: _language, ...shown } = row;
    const fee = feeOf(steps, step, row.currency);
    const mail = await inLanguageOf(ctx, row, () => previewMail(ctx, triggerOf(step), valuesOf(row, fee)));
    const problem = row.email === null ? noAddress() : mail ? null : switchedOff();
    data.push({ ...shown, step, fee, subject: mail?.subject ?? '', text: mail?.text ?? '', problem });
  }
  return { data };
}
const noAddress = () => t('This customer has no e-mail address for invoices');
const switchedOff = () => t('The template of this reminder is switched off');

/** Writes the mail of the next step and notes it. The fee is said, and not added to what the invoice comes to. */
async function remind(ctx: AppContext, invoice: Invoice, due: string): Promise<void> {
  const { billing } = await readCompany(ctx.em);
  const { currency, number, dueOn, buyer, reminders } = invoice;
  const next = nextStep({ dueOn: dueOn ?? todayOf(ctx), reminders }, billing.reminders);
  if (!next) throw conflict('NO_MORE_REMINDERS', t('All reminders of this invoice were sent'));
  const { step, from } = next;
  if (from > todayOf(ctx))
    throw conflict('NOT_OVERDUE', t('The next reminder of this invoice is due on {day}', { day: plainDayWords(from) }));
  if (buyer.email === null) throw conflict('NO_EMAIL', noAddress());
  const fee = feeOf(billing.reminders, step, currency);
  const owed = { number: number ?? '', buyerName: buyer.name, due, dueOn: dueOn ?? '', currency };
  const mail = await inLanguageOf(ctx, invoice, () =>
    queueMail(ctx, {
      ...{ trigger: triggerOf(step), to: buyer.email, values: valuesOf(owed, fee) },
      ...{ attachment: 'invoice', invoiceId: invoice.id },
    }),
  );
  if (!mail && !ctx.noMailBecause) throw conflict('NO_EMAIL', switchedOff());
  invoice.reminders = [...invoice.reminders, { step, at: now(ctx).toISOString(), fee }];
  record(ctx, { subject: 'invoice', subjectId: invoice.id, action: 'invoice.reminded', detail: String(step) });
  await ctx.em.flush();
}

/**
 * Reminds of an overdue invoice: the next of the company's steps, with its fee.
 *
 * @throws 404, 409 NOT_OVERDUE, 409 NO_MORE_REMINDERS, 409 NO_EMAIL
 */
export async function remindInvoice(ctx: AppContext, { id, version }: ByVersion): Promise<InvoiceView> {
  const invoice = await lockInvoice(ctx, id);
  requireVersion(ctx, 'invoice', invoice, version);
  requireIssued(invoice);
  const { isOverdue, due } = await readInvoice(ctx, id);
  if (!isOverdue) throw conflict('NOT_OVERDUE', t('This invoice isn’t overdue'));
  await remind(ctx, invoice, due);
  return readInvoice(ctx, id);
}

/** One of the list, if it is still due as it was seen there. */
async function remindIfDue(ctx: AppContext, { id, step }: { id: number; step: number }): Promise<boolean> {
  const invoice = await lockInvoice(ctx, id);
  const { isOverdue, due } = await readInvoice(ctx, id);
  if (!isOverdue || invoice.reminders.length + 1 !== step) return false;
  await remind(ctx, invoice, due);
  return true;
}

/** Sends what somebody chose in the list, each once. What was paid or reminded of since is left out, and named. */
export async function remindInvoices(ctx: AppContext, { invoices }: RemindInvoices): Promise<Reminded> {
  const answer: Reminded = { sent: [], leftOut: [] };
  const chosen = [...new Map(invoices.map((one) => [one.id, one])).values()].toSorted((a, b) => a.id - b.id);
  for (const one of chosen) {
    try {
      if (await remindIfDue(ctx, one)) answer.sent.push(one.id);
      else answer.leftOut.push({ id: one.id, reason: t('It was paid or reminded of in the meantime') });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      answer.leftOut.push({ id: one.id, reason: error.message });
    }
  }
  return answer;
}

/** Reminds by the company's rule, in its office hours: each invoice in a separate transaction. */
export async function remindByRule(services: Services): Promise<number> {
  const ctx = systemContext(services);
  const { BUSINESS_TIMEZONE, hours } = services.config;
  const today = todayOf(ctx);
  const { from, to } = workingDay(today, hours);
  const minute = minutesAt(now(ctx), BUSINESS_TIMEZONE);
  if (minute < from || minute >= to) return 0;
  const em = services.orm.em.fork();
  const { billing } = await readCompany(em);
  if (!billing.remindByRule) return 0;
  const overdue = await readOverdue({ ...ctx, em, grant: 'yes' });
  let sent = 0;
  for (const row of overdue) {
    const step = stepDue(row, billing.reminders, today);
    if (step === undefined || row.email === null || sent >= PER_RUN) continue;
    try {
      const isSent = await runInTransaction(ctx, 'invoices.remindByRule', { id: row.id }, (own) =>
        remindIfDue({ ...ctx, em: own, grant: 'yes' }, { id: row.id, step }),
      );
      if (isSent) sent++;
    } catch (error) {
      if (isConnectionError(error)) throw error;
      services.log.warn({ invoice: row.id, reason: toDomainError(error).message }, 'an invoice was not reminded of');
    }
  }
  return sent;
}
