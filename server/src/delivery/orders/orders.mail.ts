import { wrap } from '@mikro-orm/postgresql';
import { smsNumber } from '@quickfleet/shared/base/contact/call-links';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { momentInWords } from '@quickfleet/shared/base/time/zoned-time';
import type { Place } from '@quickfleet/shared/company/proof/failure-words';
import type { SmsTrigger, TemplateTrigger } from '@quickfleet/shared/messages/templates';
import { paths } from '@quickfleet/shared/paths';
import { displayName } from '@quickfleet/shared/people/users';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { message, said, t } from '@quickfleet/shared/words/t';
import { readCompany } from '../../company/settings/company.service.ts';
import { hasSms } from '../../config.ts';
import { c, readRow, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { deliveryUrlForMail, photosUrlForMail, rateUrlForMail } from '../../messages/outbox/delivery-links.ts';
import { mailboxIn } from '../../messages/outbox/email.entity.ts';
import { PIN_MARK, queueMail } from '../../messages/outbox/outbox.service.ts';
import { queueSms } from '../../messages/outbox/sms.service.ts';
import { attachedWords, dayInWords, inOneLine, publicUrl } from '../../messages/templates/mail-values.ts';
import type { TemplateValues } from '../../messages/templates/render.ts';
import { linkForMail } from '../../quoting/quotes/quotes.link.ts';
import { inLanguage, inLanguageOf } from '../../words/speak.ts';
import { pushStep } from '../notices/delivery-push.queue.ts';
import { proofUrl } from '../proof/proof-link.ts';
import type { Order } from './order.entity.ts';
import { currencyOfOrder } from './orders.money.ts';
import { windowsOf } from './orders.plan.ts';

/** What a customer's mail may say of an order. */
export async function orderValues(ctx: AppContext, order: Order): Promise<TemplateValues> {
  const { config } = ctx.services;
  const base = publicUrl(config);
  const { driver, quote } = order;
  const { deliveryWindow } = windowsOf(order);
  const isLoaded = order.items.isInitialized() && [driver, quote].every((one) => !one || wrap(one).isInitialized());
  // Costs as much as a statement also where there is nothing to load.
  if (!isLoaded) await ctx.em.populate(order, ['driver', 'quote', 'items']);
  return {
    // No counter leaves the house.
    quoteId: quote ? (quote.reference ?? String(quote.id)) : '',
    quoteReference: quote?.reference ?? '',
    quoteUrl: quote ? linkForMail(ctx, quote) : '',
    customerName: order.customerName,
    customerEmail: order.customerEmail ?? '',
    itemCount: String(order.items.length),
    totalPrice: order.quotePrice ? formatAmount(order.quotePrice, await currencyOfOrder(ctx, order)) : '',
    submissionDate: dayInWords(config.BUSINESS_TIMEZONE, quote?.createdAt ?? order.createdAt),
    trackingNumber: order.trackingNumber,
    driverName: driver ? displayName(driver) : '',
    deliveryDate: order.deliveryDate ? dayInWords(config.BUSINESS_TIMEZONE, order.deliveryDate) : '',
    trackingUrl: deliveryUrlForMail(config, order.trackingNumber),
    paymentLink: quote?.paymentUrl ?? '',
    adminUrl: `${base}/admin/orders?order=${order.id}`,
    plannedWindow: deliveryWindow ? windowInWords(deliveryWindow, config.BUSINESS_TIMEZONE, config.hourCycle) : '',
  };
}
const aboutOrder = (order: Order) => ({ orderId: order.id, ...(order.quote ? { quoteId: order.quote.id } : {}) });

/** What a mail says besides, once it is known in which language. */
type SaidLater = () => TemplateValues;

/**
 * Tells the customer of a step of their order, in the transaction that takes it. `pinSealed` is the PIN that the mail
 * tells when it is sent; the stored mail does not hold it.
 */
export async function mailOrder(
  ctx: AppContext,
  order: Order,
  trigger: TemplateTrigger,
  more: SaidLater = () => ({}),
  pinSealed?: string,
): Promise<void> {
  await inLanguageOf(ctx, order, async () => {
    const values = { ...(await orderValues(ctx, order)), ...more() };
    await queueMail(ctx, {
      trigger,
      to: order.customerEmail ?? null,
      ...aboutOrder(order),
      values: { ...values, ...(pinSealed ? { deliveryPin: PIN_MARK } : {}) },
      ...(pinSealed ? { codeSealed: pinSealed } : {}),
    });
    await pushStep(ctx, order, trigger);
  });
}

export interface Delivered {
  place: Place | null;
  isPartial: boolean;
  signedBy: string | null;
  hasPhotos: boolean;
}
const leftWords = said({
  neighbour: message('It was left with a neighbour.'),
  reception: message('It was left at the reception.'),
  mailbox: message('It was left in the mailbox.'),
  safe_place: message('It was left in a safe place.'),
});
export const deliveredWords = ({ place, isPartial }: Pick<Delivered, 'place' | 'isPartial'>): string => {
  if (isPartial) return t('Only a part of it was delivered; the rest is not.');
  return place && place !== 'recipient' ? leftWords[place] : '';
};

/** When it arrived, who took it, and where its photos are. */
const arrivalValues = ({ services: { config } }: AppContext, order: Order, { signedBy, hasPhotos }: Delivered) => ({
  deliveredAt: order.deliveredAt ? momentInWords(order.deliveredAt, config.BUSINESS_TIMEZONE, config.hourCycle) : '',
  signedBy: signedBy ?? '',
  photosUrl: hasPhotos ? photosUrlForMail(config, order.trackingNumber) : '',
});

/** Tells the person at the delivery that it has arrived. */
export const mailArrival = (ctx: AppContext, order: Order, delivered: Delivered): Promise<void> =>
  mailRecipient(ctx, order, 'recipient_delivered', () => ({
    whatHappened: deliveredWords(delivered),
    ...arrivalValues(ctx, order, delivered),
  }));

/** The mail of a delivery: with the link of its proof, and the proof itself where the company says so. */
export async function mailDelivered(ctx: AppContext, order: Order, delivered: Delivered): Promise<void> {
  const { proofAttached } = (await readCompany(ctx.em)).mail;
  const rateUrl = rateUrlForMail(ctx.services.config, order.trackingNumber);
  await inLanguageOf(ctx, order, async () => {
    const whatHappened = deliveredWords(delivered);
    const values = {
      ...(await orderValues(ctx, order)),
      ...arrivalValues(ctx, order, delivered),
      ...{ whatHappened, rateUrl, proofUrl: proofUrl(ctx, order) },
    };
    await queueMail(ctx, {
      trigger: 'order_delivered',
      to: order.customerEmail ?? null,
      ...aboutOrder(order),
      values: { ...values, proofNote: proofAttached ? t(attachedWords) : '' },
      ...(proofAttached ? { attachment: 'proof' as const, closing: ['{{proofNote}}'] } : {}),
    });
    await pushStep(ctx, order, 'order_delivered');
  });
}

/** Word to the office about an order, when it has an address. */
export async function mailOffice(
  ctx: AppContext,
  order: Order,
  trigger: TemplateTrigger,
  more: SaidLater,
): Promise<void> {
  const { config } = ctx.services;
  const to = config.ADMIN_EMAIL;
  if (!to) return;
  const trackingUrl = `${publicUrl(config)}${paths.trackNumber(order.trackingNumber)}`;
  await inLanguage(config.language, async () => {
    const values = { ...(await orderValues(ctx, order)), trackingUrl, ...more() };
    await queueMail(ctx, { trigger, to, ...aboutOrder(order), values });
  });
}

const recipient = select({ isTold: c.bool('recipient_mails') });
/** Whether the company and the customer want recipients to be mailed. */
async function tellsRecipients(ctx: AppContext, order: Pick<Order, 'customer'>): Promise<boolean> {
  if (!(await readCompany(ctx.em)).notices.recipientMails) return false;
  const { customer } = order;
  if (!customer) return true;
  const row = await readRow(ctx.em, recipient, 'select $columns from customers where id = ?', [customer.id]);
  return row?.isTold ?? true;
}

export type Recipient = Pick<Order, 'deliveryContact' | 'customerEmail' | 'customerPhone'>;
/** Who is mailed in addition to the customer: the person at the delivery, by an address that is not the customer's. */
function mailboxOfRecipient({ deliveryContact, customerEmail }: Recipient): string | null {
  const email = deliveryContact?.email;
  return email && !(customerEmail && mailboxIn(email) === mailboxIn(customerEmail)) ? email : null;
}
/** The number of the person at the delivery as it was typed, unless it is the customer's. */
function phoneOfRecipient({ deliveryContact, customerPhone }: Recipient, country: string): string | null {
  const phone = deliveryContact?.phone;
  if (!phone) return null;
  const isCustomers =
    customerPhone && (smsNumber(customerPhone, country) ?? customerPhone) === (smsNumber(phone, country) ?? phone);
  return isCustomers ? null : phone;
}
export interface RecipientChannels {
  email: string | null;
  phone: string | null;
}
/** Where the person at the delivery is notified: by mail, by a text message, by both or not at all. */
export const recipientOf = (ctx: AppContext, order: Recipient): RecipientChannels => ({
  email: mailboxOfRecipient(order),
  phone: hasSms(ctx.services.config) ? phoneOfRecipient(order, ctx.services.config.BUSINESS_COUNTRY) : null,
});

/** Where a secret can be sent to the person at the delivery; null where it cannot. */
export async function reachRecipient(
  ctx: AppContext,
  order: Recipient & Pick<Order, 'customer'>,
): Promise<RecipientChannels | null> {
  const { email, phone } = recipientOf(ctx, order);
  const to = { email, phone: phone && smsNumber(phone, ctx.services.config.BUSINESS_COUNTRY) };
  return (to.email !== null || to.phone !== null) && (await tellsRecipients(ctx, order)) ? to : null;
}

/**
 * Notifies the person at the delivery, where they are not the customer. They read what the tracking page says and what is
 * about their door: no price, no link of the customer's, no surname of the driver. `pinSealed` is put into the message
 * when it is sent; the stored message does not hold it.
 */
export async function mailRecipient(
  ctx: AppContext,
  order: Order,
  trigger: SmsTrigger,
  more: SaidLater = () => ({}),
  to: RecipientChannels = recipientOf(ctx, order),
  pinSealed?: string,
): Promise<void> {
  await inLanguageOf(ctx, order, () => pushStep(ctx, order, trigger));
  if ((to.email === null && to.phone === null) || !(await tellsRecipients(ctx, order))) return;
  await ctx.em.populate(order, ['driver', 'items']);
  const { config } = ctx.services;
  const { driver, customerCompany, customerName, deliveryContact, trackingNumber } = order;
  const { deliveryWindow } = windowsOf(order);
  await inLanguageOf(ctx, order, async () => {
    const values: TemplateValues = {
      recipientName: deliveryContact?.name ?? deliveryContact?.company ?? '',
      senderName: customerCompany ?? customerName,
      trackingNumber,
      trackingUrl: deliveryUrlForMail(config, trackingNumber),
      itemCount: String(order.items.length),
      driverName: driver?.firstName ?? '',
      deliveryAddress: inOneLine(order.deliveryAddress),
      deliveryDate: order.deliveryDate ? dayInWords(config.BUSINESS_TIMEZONE, order.deliveryDate) : '',
      deliveryWindow: deliveryWindow ? windowInWords(deliveryWindow, config.BUSINESS_TIMEZONE, config.hourCycle) : '',
      whatHappened: '',
      whatNext: '',
      ...more(),
      ...(pinSealed ? { deliveryPin: PIN_MARK } : {}),
      ...(trigger === 'recipient_delivered' ? { rateUrl: rateUrlForMail(config, trackingNumber) } : {}),
    };
    const about = { trigger, orderId: order.id, values, ...(pinSealed ? { codeSealed: pinSealed } : {}) };
    if (to.email !== null) await queueMail(ctx, { ...about, to: to.email });
    if (to.phone !== null) await queueSms(ctx, { ...about, to: smsNumber(to.phone, config.BUSINESS_COUNTRY) });
  });
}
