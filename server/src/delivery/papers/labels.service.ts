import { parcelNumber } from '@quickfleet/shared/base/scan/parcel-number';
import type { LabelDpi, LabelFormat, ZplSize } from '@quickfleet/shared/company/papers';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { LABELS_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { type Message, message, t } from '@quickfleet/shared/words/t';
import { aboutPaper, type Paper, paperOf } from '../../company/papers/paper.ts';
import { deliveryWords, inPaperLanguage, notesWords, stopWords } from '../../company/papers/words.ts';
import { logoForPrint } from '../../company/settings/logo.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest, DomainError } from '../../http/errors.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';
import { heavy } from '../../process/heavy/heavy.ts';
import { paperKind } from '../../process/heavy/kinds.ts';
import { bytesFrom } from '../../process/outside/streams.ts';
import { findOrdersById } from '../orders/orders.queries.ts';
import type { Label } from './label.ts';
import { writeZpl } from './label-zpl.ts';

const drawing = heavy<typeof import('./label.ts')>(paperKind, new URL('./label.ts', import.meta.url));

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

/** The labels of these orders as a PDF file. */
export const printLabels = (ctx: AppContext, asked: { ids: readonly number[]; format: LabelFormat }): Promise<Paper> =>
  inPaperLanguage(ctx, null, async () => {
    const logo = await logoForPrint(ctx.services);
    const { labels, name, title } = await findLabels(ctx, asked.ids, logo);
    const about = aboutPaper(ctx, title, ctx.services.config.BRAND_NAME);
    const { format } = asked;
    return paperOf(ctx, `${name}.pdf`, (to) => drawing.write('drawLabels', { about, labels, format }, to));
  });

/** The same as a print job of label printers. */
export const printZpl = (
  ctx: AppContext,
  { ids, size, dpi }: { ids: readonly number[]; size: ZplSize; dpi: LabelDpi },
): Promise<Paper> =>
  inPaperLanguage(ctx, null, async () => {
    const { labels, name } = await findLabels(ctx, ids, null);
    const bytes = Buffer.from(writeZpl(labels, size, dpi));
    return { name: `${name}.zpl`, size: bytes.length, bytes: bytesFrom([bytes]) };
  });

/**
 * The labels of these orders, one for each parcel, in the order of the ids. Rejects with 404 for the first id that
 * is no order of the caller's, and with 400 when there are more than LABELS_MAX parcels.
 */
async function findLabels(
  ctx: AppContext,
  ids: readonly number[],
  logo: Label['logo'],
): Promise<{ labels: Label[]; name: string; title: string }> {
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
  const isOne = orders.length === 1 && first;
  return {
    labels: orders.flatMap((order) => labelsOf(ctx, order, logo)),
    name: isOne ? `label-${first.trackingNumber}` : `labels-${orders.length}-orders`,
    title: isOne
      ? t('Label {number}', { number: first.trackingNumber })
      : t('{count, plural, one {# label} other {# labels}}', { count: orders.length }),
  };
}
