import type { Readable } from 'node:stream';
import { LABELS_MAX } from '@quickfleet/shared/limits';
import type { OrderRow } from '@quickfleet/shared/orders';
import type { LabelFormat } from '@quickfleet/shared/papers';
import { paths } from '@quickfleet/shared/paths';
import { type AppContext, now } from '../../context.ts';
import { badRequest, DomainError } from '../../lib/errors.ts';
import { createDocument, streamPages } from '../../lib/pdf/document.ts';
import { findOrdersById } from '../orders/orders.queries.ts';
import { publicUrl } from '../templates/mail-values.ts';
import { drawLabel, type Label, labelSizes } from './label.ts';
import { customerWords, deliveryWords, notesWords } from './words.ts';

/** A PDF file on its way, and the name to keep it under. */
export interface Paper {
  name: string;
  bytes: Readable;
}

const over: Partial<Record<OrderRow['status'], string>> = { cancelled: 'CANCELLED', delivered: 'DELIVERED' };

function labelsOf({ services: { config } }: AppContext, order: OrderRow): Label[] {
  const label: Omit<Label, 'parcel'> = {
    trackingNumber: order.trackingNumber,
    trackUrl: publicUrl(config) + paths.trackNumber(order.trackingNumber),
    parcels: order.parcels,
    over: over[order.status] ?? null,
    company: config.BRAND_NAME,
    phone: config.SUPPORT_PHONE,
    sender: customerWords(order),
    pickupAddress: order.pickupAddress,
    deliveryAddress: order.deliveryAddress,
    window: deliveryWords(order, config.BUSINESS_TIMEZONE),
    notes: notesWords(order),
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
    throw badRequest('TOO_MANY_LABELS', `At most ${LABELS_MAX} labels at once, and ${have} ${parcels} parcels`);
  }
  const [first] = orders;
  const title = orders.length === 1 && first ? `Label ${first.trackingNumber}` : `${orders.length} labels`;
  const about = { title, author: ctx.services.config.BRAND_NAME, at: now(ctx) };
  const doc = createDocument(about, labelSizes[format]);
  async function* pages() {
    for (const order of orders) for (const label of labelsOf(ctx, order)) yield await drawLabel(doc, label);
  }
  const name =
    orders.length === 1 && first ? `label-${first.trackingNumber}.pdf` : `labels-${orders.length}-orders.pdf`;
  return { name, bytes: streamPages(doc, pages()) };
}
