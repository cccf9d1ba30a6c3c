import { normalPaymentUrl } from '@quickfleet/shared/primitives';
import { isStaff } from '@quickfleet/shared/roles';
import type { AppContext } from '../../context.ts';
import { conflict } from '../../lib/errors.ts';
import { record } from '../history/history.service.ts';
import type { Email } from '../outbox/email.entity.ts';
import { mayMailStranger, queueMail } from '../outbox/outbox.service.ts';
import { dayInWords, priceInWords, publicUrl } from '../templates/mail-values.ts';
import type { TemplateValues } from '../templates/render.ts';
import type { Quote } from './quote.entity.ts';

/** The day the customer asked for; empty when the choice is ours. */
function wishedDay(zone: string, { speedType, speedDate, createdAt }: Quote): string {
  if (speedType === 'specific_date') return speedDate ? dayInWords('UTC', new Date(`${speedDate}T00:00:00Z`)) : '';
  return speedType === 'today' ? dayInWords(zone, createdAt) : '';
}

function valuesOf(ctx: AppContext, quote: Quote): TemplateValues {
  const { config } = ctx.services;
  return {
    quoteId: String(quote.id),
    customerName: quote.customerName,
    customerEmail: quote.customerEmail,
    itemCount: String(quote.items.length),
    totalPrice: priceInWords(quote.price),
    submissionDate: dayInWords(config.BUSINESS_TIMEZONE, quote.createdAt),
    deliveryDate: wishedDay(config.BUSINESS_TIMEZONE, quote),
    paymentLink: quote.paymentUrl ?? '',
    adminUrl: `${publicUrl(config)}/admin/quotes?quote=${quote.id}`,
  };
}

/**
 * Confirmation to the customer and word to the office. Strangers can name any address: only so many confirmations go to
 * one.
 */
export async function mailReceived(ctx: AppContext, quote: Quote): Promise<void> {
  const values = valuesOf(ctx, quote);
  const isTyped = !isStaff(ctx.caller.user?.role) && !ctx.caller.key;
  if (!isTyped || (await mayMailStranger(ctx, quote.customerEmail))) {
    await queueMail(ctx, { trigger: 'quote_received', to: quote.customerEmail, values, quoteId: quote.id });
  } else {
    record(ctx, {
      subject: 'quote',
      subjectId: quote.id,
      action: 'quote.confirmation_skipped',
      detail: 'Three confirmations went to this address within 24 hours',
    });
  }
  const office = ctx.services.config.ADMIN_EMAIL;
  if (office) await queueMail(ctx, { trigger: 'quote_received_office', to: office, values, quoteId: quote.id });
}

/**
 * The mail of a price or of a payment. 409 when the customer would be asked to pay without a link: one of an earlier
 * release that no mail shows, or a template that leaves it out.
 */
export async function mailQuote(
  ctx: AppContext,
  quote: Quote,
  trigger: 'quote_sent' | 'quote_paid',
): Promise<Email | undefined> {
  const link = normalPaymentUrl(quote.paymentUrl ?? '');
  if (trigger === 'quote_sent' && link === null)
    throw conflict('BAD_PAYMENT_URL', 'The payment link of this quote cannot be mailed. Please set another one.');
  await quote.items.loadItems();
  const values = valuesOf(ctx, quote);
  const mail = await queueMail(ctx, { trigger, to: quote.customerEmail, values, quoteId: quote.id });
  if (trigger === 'quote_sent' && mail && link !== null && !mail.text.includes(link))
    throw conflict(
      'MAIL_WITHOUT_PAYMENT_LINK',
      'The e-mail template of priced quotes does not show the payment link. Please add {{paymentLink}} to its content.',
    );
  return mail;
}
