import type { TemplateTrigger } from '@quickfleet/shared/templates';
import { displayName } from '@quickfleet/shared/users';
import type { AppContext } from '../../context.ts';
import { queueMail } from '../outbox/outbox.service.ts';
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
      quoteId: quote ? String(quote.id) : '',
      customerName: order.customerName,
      customerEmail: order.customerEmail,
      itemCount: String(order.items.length),
      totalPrice: priceInWords(order.quotePrice),
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
