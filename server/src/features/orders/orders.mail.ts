import type { TemplateTrigger } from '@quickfleet/shared/templates';
import { displayName } from '@quickfleet/shared/users';
import type { AppContext } from '../../context.ts';
import { queueMail } from '../outbox/outbox.service.ts';
import { linkForMail } from '../quotes/quotes.link.ts';
import { dayInWords, priceInWords, publicUrl } from '../templates/mail-values.ts';
import type { Order } from './order.entity.ts';

/** Tells the customer of a step of their order, in the transaction that takes it. */
export async function mailOrder(ctx: AppContext, order: Order, trigger: TemplateTrigger): Promise<void> {
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
      paymentLink: quote?.paymentUrl ?? '',
      adminUrl: `${base}/admin/orders?order=${order.id}`,
    },
  });
}
