import { formatAmount, isNothing, roundAmount } from '@quickfleet/shared/base/money/money';
import { invoiceKindWords } from '@quickfleet/shared/delivery/invoices/invoice-words';
import type { ByVersion, Invoice as InvoiceView } from '@quickfleet/shared/delivery/invoices/invoices';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { plainDayWords } from '../../company/papers/money-words.ts';
import { companyNameOf, readCompany } from '../../company/settings/company.service.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { writeMail } from '../../messages/outbox/outbox.service.ts';
import { inLanguageOf } from '../../words/speak.ts';
import type { Invoice } from './invoice.entity.ts';
import { readInvoice } from './invoices.queries.ts';
import { lockInvoice, requireIssued } from './invoices.service.ts';

// Papers by mail, in the language of whoever pays. The file is the one that was issued.

/** Names in a text of ours are no variables of a template. */
const plain = (text: string): string => text.replaceAll(/[{}]/g, '');

interface Words {
  subject: string;
  lines: string[];
}
function mailPaper(ctx: AppContext, invoice: Invoice, trigger: string, words: Words): void {
  const to = invoice.buyer.email;
  if (to === null) throw conflict('NO_EMAIL', t('This customer has no e-mail address for invoices'));
  const content = [t('Hello {name},', { name: plain(invoice.buyer.name) }), ...words.lines].join('\n\n');
  const request = { trigger, to, values: {}, attachment: 'invoice' as const, invoiceId: invoice.id };
  writeMail(ctx, request, { subject: words.subject, content }, null);
}

/**
 * Mails the paper to the address for invoices.
 *
 * @throws 404, 409 INVOICE_NOT_ISSUED, 409 NO_EMAIL
 */
export async function sendInvoice(ctx: AppContext, { id, version }: ByVersion): Promise<InvoiceView> {
  const invoice = await lockInvoice(ctx, id);
  requireVersion(ctx, 'invoice', invoice, version);
  requireIssued(invoice);
  const company = companyNameOf(ctx, await readCompany(ctx.em));
  const { due } = await readInvoice(ctx, id);
  inLanguageOf(ctx, invoice, () => {
    const number = invoice.number ?? '';
    const kind = invoiceKindWords[invoice.kind];
    const toPay = !isNothing(due) && !due.startsWith('-') && invoice.dueOn;
    mailPaper(ctx, invoice, 'invoice_sent', {
      subject: plain(t('{kind} {number} of {company}', { kind, number, company })),
      lines: [
        invoice.kind === 'invoice'
          ? t('Your invoice {number} goes with this e-mail.', { number })
          : t('Your credit note {number} goes with this e-mail.', { number }),
        ...(toPay
          ? [
              t('Please pay {amount} by {day}.', {
                amount: formatAmount(due, invoice.currency),
                day: plainDayWords(invoice.dueOn ?? ''),
              }),
            ]
          : []),
        t('Thank you!'),
      ],
    });
  });
  invoice.sentAt = now(ctx);
  record(ctx, { subject: 'invoice', subjectId: id, action: 'invoice.sent' });
  await ctx.em.flush();
  return readInvoice(ctx, id);
}

/**
 * Reminds of an overdue invoice: the next of the company's steps, with its fee. The fee is said and not added to what
 * the invoice comes to, which never changes.
 *
 * @throws 404, 409 NOT_OVERDUE, 409 NO_MORE_REMINDERS, 409 NO_EMAIL
 */
export async function remindInvoice(ctx: AppContext, { id, version }: ByVersion): Promise<InvoiceView> {
  const invoice = await lockInvoice(ctx, id);
  requireVersion(ctx, 'invoice', invoice, version);
  requireIssued(invoice);
  const { isOverdue, due } = await readInvoice(ctx, id);
  if (!isOverdue) throw conflict('NOT_OVERDUE', t('This invoice isn’t overdue'));
  const { billing, ...settings } = await readCompany(ctx.em);
  const step = invoice.reminders.length + 1;
  const rule = billing.reminders[step - 1];
  if (!rule) throw conflict('NO_MORE_REMINDERS', t('All reminders of this invoice were sent'));
  const { currency } = invoice;
  const fee = roundAmount(rule.fee, currency);
  inLanguageOf(ctx, invoice, () => {
    const number = invoice.number ?? '';
    const words = (amount: string) => formatAmount(amount, currency);
    mailPaper(ctx, invoice, 'invoice_reminder', {
      subject: plain(t('Reminder {step}: invoice {number}', { step, number })),
      lines: [
        t('Invoice {number} was due on {day}, and {amount} is still open.', {
          number,
          day: plainDayWords(invoice.dueOn ?? ''),
          amount: words(due),
        }),
        ...(isNothing(fee) ? [] : [t('For this reminder we charge {fee} in addition.', { fee: words(fee) })]),
        t('If you have paid in the meantime, thank you: then there is nothing to do.'),
        companyNameOf(ctx, { billing, ...settings }),
      ].map(plain),
    });
  });
  invoice.reminders = [...invoice.reminders, { step, at: now(ctx).toISOString(), fee }];
  record(ctx, { subject: 'invoice', subjectId: id, action: 'invoice.reminded', detail: String(step) });
  await ctx.em.flush();
  return readInvoice(ctx, id);
}
