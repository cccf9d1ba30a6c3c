import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import type { Paper } from '../../company/papers/paper.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { inOneLine, publicUrl } from '../../messages/templates/mail-values.ts';
import { bytesFrom } from '../../process/outside/streams.ts';
import { inLanguageOf } from '../../words/speak.ts';
import { readByLink } from '../tracking/delivery-page.service.ts';
import { calendarFile } from './calendar-file.ts';
import { stopUid } from './calendars.feed.ts';

/**
 * The promised window of a delivery as a calendar file, by the link of a mail; of a cancelled delivery, the file that
 * takes the event away. It names the public tracking page, since calendars are shared.
 *
 * @throws 404 for a wrong link, and for a delivery without a window ahead
 */
export async function printCalendar(ctx: AppContext, token: string): Promise<Paper> {
  await countTry(ctx, 'deliveryPage.get');
  const delivery = await readByLink(ctx, token);
  const { trackingNumber, deliveryWindow, deliveryAddress, status, updatedAt } = delivery;
  const isCancelled = status === 'cancelled';
  if (!deliveryWindow || !(isOpenOrder(status) || isCancelled)) throw notFound('Page');
  const { config } = ctx.services;
  const file = inLanguageOf(ctx, delivery, () =>
    calendarFile({
      method: isCancelled ? 'CANCEL' : 'PUBLISH',
      events: [
        {
          uid: stopUid(config, trackingNumber, 'delivery'),
          title: t('{company}: delivery {number}', {
            company: config.BRAND_NAME,
            number: formatTracking(trackingNumber),
          }),
          place: inOneLine(deliveryAddress),
          url: `${publicUrl(config)}${paths.trackNumber(trackingNumber)}`,
          when: deliveryWindow,
          changedAt: new Date(updatedAt),
          isCancelled,
        },
      ],
    }),
  );
  return { name: `delivery-${trackingNumber}.ics`, bytes: bytesFrom([Buffer.from(file)]) };
}
