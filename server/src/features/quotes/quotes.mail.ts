import { normalPaymentUrl } from '@quickfleet/shared/primitives';
import { isStaff } from '@quickfleet/shared/roles';
import type { TemplateTrigger } from '@quickfleet/shared/templates';
import type { AppContext } from '../../context.ts';
import { conflict } from '../../lib/errors.ts';
import { record } from '../history/history.service.ts';
import { mayMailStranger, type NewMail, queueMail } from '../outbox/outbox.service.ts';
import { dayInWords, priceInWords, publicUrl } from '../templates/mail-values.ts';
import type { TemplateValues } from '../templates/render.ts';
import type { Quote } from './quote.entity.ts';
import { linkForMail } from './quotes.link.ts';

const dayOf = (day: string) => dayInWords('UTC', new Date(`${day}T00:00:00Z`));

/** The day the customer asked for; empty when the choice is ours. */
function wishedDay(zone: string, { speedType, speedDate, createdAt }: Quote): string {
  if (speedType === 'specific_date') return speedDate ? dayOf(speedDate) : '';
  return speedType === 'today' ? dayInWords(zone, createdAt) : '';
}

/** A customer's mail names the quote by its reference, a template of an earlier release too: no counter leaves the house. */
async function valuesOf(ctx: AppContext, quote: Quote, isForOffice = false): Promise<TemplateValues> {
  const { config } = ctx.services;
  await quote.items.loadItems();
  const reference = quote.reference ?? String(quote.id);
  return {
    quoteId: isForOffice ? String(quote.id) : reference,
    quoteReference: reference,
    quoteUrl: isForOffice ? '' : linkForMail(ctx, quote),
    customerName: quote.customerName,
    customerEmail: quote.customerEmail,
    itemCount: String(quote.items.length),
    totalPrice: priceInWords(quote.price, quote.currency),
    submissionDate: dayInWords(config.BUSINESS_TIMEZONE, quote.createdAt),
    deliveryDate: wishedDay(config.BUSINESS_TIMEZONE, quote),
    validUntil: quote.validUntil ? dayOf(quote.validUntil) : '',
    paymentLink: quote.paymentUrl ?? '',
    adminUrl: `${publicUrl(config)}/admin/quotes?quote=${quote.id}`,
  };
}

/** What a template shows where it does not name the link itself (decision 035). */
const CLOSING = 'See your quote: {{quoteUrl}}';

/** A mail to the customer, with the link of their page. Nothing when its template is switched off. */
export async function mailCustomer(
  ctx: AppContext,
  quote: Quote,
  trigger: TemplateTrigger,
  more: TemplateValues = {},
): Promise<NewMail | undefined> {
  const values = { ...(await valuesOf(ctx, quote)), ...more };
  return queueMail(ctx, { trigger, to: quote.customerEmail, values, quoteId: quote.id, closing: CLOSING });
}

/** Word to the office, when it has an address. */
export async function mailOffice(
  ctx: AppContext,
  quote: Quote,
  trigger: TemplateTrigger,
  more: TemplateValues = {},
): Promise<void> {
  const to = ctx.services.config.ADMIN_EMAIL;
  if (!to) return;
  const values = { ...(await valuesOf(ctx, quote, true)), ...more };
  await queueMail(ctx, { trigger, to, values, quoteId: quote.id });
}

/**
 * Confirmation to the customer and word to the office. Strangers can name any address: only so many confirmations go to
 * one.
 */
export async function mailReceived(ctx: AppContext, quote: Quote): Promise<void> {
  const isTyped = !isStaff(ctx.caller.user?.role) && !ctx.caller.key;
  if (!isTyped || (await mayMailStranger(ctx, quote.customerEmail))) {
    await mailCustomer(ctx, quote, 'quote_received');
  } else {
    record(ctx, {
      subject: 'quote',
      subjectId: quote.id,
      action: 'quote.confirmation_skipped',
      detail: 'Three confirmations went to this address within 24 hours',
    });
  }
  await mailOffice(ctx, quote, 'quote_received_office');
}

/**
 * The mail that asks for payment. 409 when the customer would be asked to pay without a link: one of an earlier release
 * that no mail shows, or a template that leaves it out.
 */
export async function mailPriced(ctx: AppContext, quote: Quote): Promise<NewMail | undefined> {
  // On account there is nothing to pay before the delivery.
  if (quote.onAccount && !quote.paymentUrl) return mailCustomer(ctx, quote, 'quote_sent');
  const link = normalPaymentUrl(quote.paymentUrl ?? '');
  if (link === null)
    throw conflict('BAD_PAYMENT_URL', 'The payment link of this quote cannot be mailed. Please set another one.');
  const mail = await mailCustomer(ctx, quote, 'quote_sent');
  if (mail && !mail.text.includes(link))
    throw conflict(
      'MAIL_WITHOUT_PAYMENT_LINK',
      'The e-mail template of priced quotes does not show the payment link. Please add {{paymentLink}} to its content.',
    );
  return mail;
}
