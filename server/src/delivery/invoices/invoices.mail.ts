import { formatAmount, isNothing } from '@quickfleet/shared/base/money/money';
import { invoiceKindWords } from '@quickfleet/shared/delivery/invoices/invoice-words';
import type { ByVersion, Invoice as InvoiceView } from '@quickfleet/shared/delivery/invoices/invoices';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { earlyPaymentWords, plainDayWords } from '../../company/papers/money-words.ts';
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
  const { due, earlyPayment } = await readInvoice(ctx, id);
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
        ...(toPay && earlyPayment?.isOver === false
          ? [
              earlyPaymentWords({
                ...{ percent: invoice.terms.discountPercent, until: earlyPayment.until },
                ...{ enough: earlyPayment.due, currency: invoice.currency },
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
