import type { LabelFormat } from '@quickfleet/shared/company/papers';
import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import { LABELS_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { aboutPaper, type Paper } from '../../company/papers/sheet.ts';
import { deliveryWords, notesWords, stopWords } from '../../company/papers/words.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest, DomainError } from '../../http/errors.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';
import { createDocument, streamPages } from '../../pdf/document.ts';
import { findOrdersById } from '../orders/orders.queries.ts';
import { drawLabel, type Label, labelSizes } from './label.ts';

const over: Partial<Record<OrderRow['status'], string>> = { cancelled: 'CANCELLED', delivered: 'DELIVERED' };

function labelsOf(ctx: AppContext, order: OrderRow): Label[] {
  const { config } = ctx.services;
  const sender = stopWords(order, 'pickup');
  const recipient = stopWords(order, 'delivery');
  const label: Omit<Label, 'parcel'> = {
    trackingNumber: order.trackingNumber,
    trackUrl: publicUrl(config) + paths.trackNumber(order.trackingNumber),
    parcels: order.parcels,
    over: over[order.status] ?? null,
    company: config.BRAND_NAME,
    phone: config.SUPPORT_PHONE,
    sender: sender.person,
    recipient: order.deliveryContact && [recipient.person, recipient.phone].filter(Boolean).join('\n'),
    pickupAddress: order.pickupAddress,
    deliveryAddress: order.deliveryAddress,
    window: deliveryWords(order, config.BUSINESS_TIMEZONE),
    notes: [recipient.notes, notesWords(ctx, order)].filter(Boolean).join('\n') || null,
  };
  return Array.from({ length: order.parcels }, (_, at) => ({ ...label, parcel: at + 1 }));
}

/**
 * The labels of these orders, one page for each parcel, in the order of the ids. Rejects with 404 for the first id that
 * is no order of the caller's, and with 400 when there are more than LABELS_MAX parcels.
 */
export async function printLabels(
  ctx: AppContext,
  { ids, format }: { ids: readonly number[]; format: LabelFormat },
): Promise<Paper> {
  const wanted = [...new Set(ids)];
  const orders = await findOrdersById(ctx, wanted);
  const found = new Set(orders.map(({ id }) => id));
  const missing = wanted.find((id) => !found.has(id));
  if (missing !== undefined)
    throw new DomainError('NOT_FOUND', 'ORDER_NOT_FOUND', `There is no order with the id ${missing}`);
  const parcels = orders.reduce((sum, order) => sum + order.parcels, 0);
  if (parcels > LABELS_MAX) {
    const have = orders.length === 1 ? 'this order has' : `these ${orders.length} orders have`;
    throw badRequest('TOO_MANY_LABELS', `At most ${LABELS_MAX} labels per request, and ${have} ${parcels} parcels`);
  }
  const [first] = orders;
  const title = orders.length === 1 && first ? `Label ${first.trackingNumber}` : `${orders.length} labels`;
  const about = aboutPaper(ctx, title, ctx.services.config.BRAND_NAME);
  const doc = createDocument(about, labelSizes[format]);
  async function* pages() {
    for (const order of orders) for (const label of labelsOf(ctx, order)) yield await drawLabel(doc, label);
  }
  const name =
    orders.length === 1 && first ? `label-${first.trackingNumber}.pdf` : `labels-${orders.length}-orders.pdf`;
  return { name, bytes: streamPages(doc, pages()) };
}
