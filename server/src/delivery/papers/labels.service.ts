import type { LabelFormat } from '@quickfleet/shared/company/papers';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { parcelNumber } from '@quickfleet/shared/delivery/orders/parcel-number';
import { LABELS_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { type Message, message, t } from '@quickfleet/shared/words/t';
import { aboutPaper, type Paper } from '../../company/papers/sheet.ts';
import { deliveryWords, inPaperLanguage, notesWords, stopWords } from '../../company/papers/words.ts';
import { logoForPrint } from '../../company/settings/logo.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest, DomainError } from '../../http/errors.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';
import { createDocument, streamPages } from '../../pdf/document.ts';
import { findOrdersById } from '../orders/orders.queries.ts';
import { drawLabel, type Label, labelPapers } from './label.ts';

const over: Partial<Record<OrderRow['status'], Message>> = {
  cancelled: message('CANCELLED'),
  delivered: message('DELIVERED'),
};

function labelsOf(ctx: AppContext, order: OrderRow, logo: Label['logo']): Label[] {
  const { config } = ctx.services;
  const sender = stopWords(order, 'pickup');
  const recipient = stopWords(order, 'delivery');
  const stop = over[order.status];
  const trackUrl = publicUrl(config) + paths.trackNumber(order.trackingNumber);
  const label: Omit<Label, 'parcel' | 'parcelNumber' | 'trackUrl'> = {
    trackingNumber: order.trackingNumber,
    parcels: order.parcels,
    over: stop ? t(stop) : null,
    company: config.BRAND_NAME,
    logo,
    phone: config.SUPPORT_PHONE,
    sender: sender.person,
    recipient: order.deliveryContact && [recipient.person, recipient.phone].filter(Boolean).join('\n'),
    pickupAddress: order.pickupAddress,
    deliveryAddress: order.deliveryAddress,
    window: deliveryWords(order, config.BUSINESS_TIMEZONE, config.hourCycle),
    notes: [recipient.notes, notesWords(ctx, order)].filter(Boolean).join('\n') || null,
  };
  return Array.from({ length: order.parcels }, (_, at) => {
    const number = parcelNumber(order.trackingNumber, at + 1);
    return { ...label, parcel: at + 1, parcelNumber: number, trackUrl: `${trackUrl}?parcel=${number}` };
  });
}

/**
 * The labels of these orders, one for each parcel, in the order of the ids. Rejects with 404 for the first id that
 * is no order of the caller's, and with 400 when there are more than LABELS_MAX parcels.
 */
export const printLabels = (ctx: AppContext, asked: { ids: readonly number[]; format: LabelFormat }): Promise<Paper> =>
  inPaperLanguage(ctx, null, () => labelsPaper(ctx, asked));

async function labelsPaper(
  ctx: AppContext,
  { ids, format }: { ids: readonly number[]; format: LabelFormat },
): Promise<Paper> {
  const wanted = [...new Set(ids)];
  const orders = await findOrdersById(ctx, wanted);
  const found = new Set(orders.map(({ id }) => id));
  const missing = wanted.find((id) => !found.has(id));
  if (missing !== undefined)
    throw new DomainError('NOT_FOUND', 'ORDER_NOT_FOUND', t('There is no order with the id {id}', { id: missing }));
  const parcels = orders.reduce((sum, order) => sum + order.parcels, 0);
  if (parcels > LABELS_MAX) {
    throw badRequest(
      'TOO_MANY_LABELS',
      t(
        'At most {most} labels per request, and {count, plural, one {this order has} other {these # orders have}} {parcels} parcels',
        {
          most: LABELS_MAX,
          count: orders.length,
          parcels,
        },
      ),
    );
  }
  const [first] = orders;
  const title =
    orders.length === 1 && first
      ? t('Label {number}', { number: first.trackingNumber })
      : t('{count, plural, one {# label} other {# labels}}', { count: orders.length });
  const about = aboutPaper(ctx, title, ctx.services.config.BRAND_NAME);
  const doc = createDocument(about, labelPapers[format].size);
  const logo = await logoForPrint(ctx.services);
  async function* pages() {
    for (const [at, label] of orders.flatMap((order) => labelsOf(ctx, order, logo)).entries())
      yield await drawLabel(doc, label, at, format);
  }
  const name =
    orders.length === 1 && first ? `label-${first.trackingNumber}.pdf` : `labels-${orders.length}-orders.pdf`;
  return { name, bytes: streamPages(doc, pages()) };
}
