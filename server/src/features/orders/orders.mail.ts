import type { TemplateTrigger } from '@quickfleet/shared/templates';
import { displayName } from '@quickfleet/shared/users';
import { type AppContext, now } from '../../context.ts';
import { PIN_MARK, queueMail } from '../outbox/outbox.service.ts';
import { linkForMail } from '../quotes/quotes.link.ts';
import { dayInWords, priceInWords, publicUrl } from '../templates/mail-values.ts';
import type { TemplateValues } from '../templates/render.ts';
import type { Order } from './order.entity.ts';
import { proofToken } from './proof-link.ts';

/**
 * Tells the customer of a step of their order, in the transaction that takes it. `pinSealed` is the PIN that the mail
 * tells when it is sent; the stored mail does not hold it.
 */
export async function mailOrder(
  ctx: AppContext,
  order: Order,
  trigger: TemplateTrigger,
  more: TemplateValues = {},
  pinSealed?: string,
): Promise<void> {
  const { config } = ctx.services;
  const base = publicUrl(config);
  await ctx.em.populate(order, ['driver', 'quote', 'items']);
  const { driver, quote } = order;
  await queueMail(ctx, {
    trigger,
    to: order.customerEmail,
    orderId: order.id,
    ...(quote ? { quoteId: quote.id } : {}),
    values: {
      // No counter leaves the house.
      quoteId: quote ? (quote.reference ?? String(quote.id)) : '',
      quoteReference: quote?.reference ?? '',
      quoteUrl: quote ? linkForMail(ctx, quote) : '',
      customerName: order.customerName,
      customerEmail: order.customerEmail,
      itemCount: String(order.items.length),
      totalPrice: priceInWords(order.quotePrice, quote?.currency),
      submissionDate: dayInWords(config.BUSINESS_TIMEZONE, quote?.createdAt ?? order.createdAt),
      trackingNumber: order.trackingNumber,
      driverName: driver ? displayName(driver) : '',
      deliveryDate: order.deliveryDate ? dayInWords(config.BUSINESS_TIMEZONE, order.deliveryDate) : '',
      trackingUrl: `${base}/track/${order.trackingNumber}`,
      proofUrl:
        trigger === 'order_delivered'
          ? `${base}/track/${order.trackingNumber}?proof=${proofToken(ctx, order.id, now(ctx))}`
          : '',
      paymentLink: quote?.paymentUrl ?? '',
      adminUrl: `${base}/admin/orders?order=${order.id}`,
      ...more,
      ...(pinSealed ? { deliveryPin: PIN_MARK } : {}),
    },
    ...(pinSealed ? { codeSealed: pinSealed } : {}),
  });
}
