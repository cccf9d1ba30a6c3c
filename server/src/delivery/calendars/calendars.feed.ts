import { DAY_MS } from '@quickfleet/shared/base/time/zoned-time';
import { orderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { CALENDAR_DAYS_BACK, CALENDAR_ORDERS_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import type { Config } from '../../config.ts';
import { c, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { inOneLine, publicUrl } from '../../messages/templates/mail-values.ts';
import { keyWorks } from '../../people/api-keys/api-keys.queries.ts';
import { inLanguage } from '../../words/speak.ts';
import { planned } from '../orders/orders.filters.ts';
import { type CalendarEvent, calendarFile } from './calendar-file.ts';

const owners = select({
  driverId: c.int('f.driver_id').nullable(),
  customerId: c.int('f.customer_id').nullable(),
  owner: c.text(`coalesce(c.company, c.name, nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username)`),
});
const orders = select({
  trackingNumber: c.text('o.tracking_number'),
  status: c.oneOf(orderStatuses, 'o.status'),
  pickupAddress: c.text('o.pickup_address'),
  deliveryAddress: c.text('o.delivery_address'),
  pickupFrom: c.time('o.pickup_from').nullable(),
  pickupTo: c.time('o.pickup_to').nullable(),
  deliveryFrom: c.time('o.delivery_from').nullable(),
  deliveryTo: c.time('o.delivery_to').nullable(),
  plannedDay: c.day('o.planned_day').nullable(),
  updatedAt: c.time('o.updated_at'),
});
type OrderRow = Row<typeof orders>;

/** What identifies the event of a stop, in every file about it. */
export function stopUid(config: Config, trackingNumber: string, stop: 'pickup' | 'delivery'): string {
  const host = URL.parse(publicUrl(config))?.hostname ?? 'quickfleet.local';
  return `${trackingNumber}${stop === 'pickup' ? '-pickup' : ''}@${host}`;
}

function eventsOf(config: Config, order: OrderRow, isDriver: boolean): CalendarEvent[] {
  const { trackingNumber, pickupFrom, pickupTo, deliveryFrom, deliveryTo, plannedDay } = order;
  const number = formatTracking(trackingNumber);
  const isCancelled = order.status === 'cancelled';
  const common = {
    url: `${publicUrl(config)}${isDriver ? paths.driver : paths.trackNumber(trackingNumber)}`,
    changedAt: new Date(order.updatedAt),
    isCancelled,
  };
  const deliveryWhen = deliveryFrom && deliveryTo ? { from: deliveryFrom, to: deliveryTo } : plannedDay;
  const titled = (title: string) => (isCancelled ? t('Cancelled: {title}', { title }) : title);
  return [
    ...(pickupFrom && pickupTo
      ? [
          {
            ...common,
            uid: stopUid(config, trackingNumber, 'pickup'),
            title: titled(t('Pickup {number}', { number })),
            place: inOneLine(order.pickupAddress),
            when: { from: pickupFrom, to: pickupTo },
          },
        ]
      : []),
    ...(deliveryWhen
      ? [
          {
            ...common,
            uid: stopUid(config, trackingNumber, 'delivery'),
            title: titled(t('Delivery {number}', { number })),
            place: inOneLine(order.deliveryAddress),
            when: deliveryWhen,
          },
        ]
      : []),
  ];
}

/**
 * A feed: the planned stops of a driver's or a customer's orders, from a month back on, in the company's language.
 * Cancelled ones stay in it and say so, moved ones have their new time under the same name. It holds no names and no
 * phone numbers, since a calendar service reads it too.
 *
 * @throws 404 for a feed that was revoked, itself or with its key, or of a driver who is none any more
 */
export async function readFeed(ctx: AppContext, token: string): Promise<string> {
  const { config, secrets } = ctx.services;
  const found = await readRow(
    ctx.em,
    owners,
    `select $columns from calendars f left join users u on u.id = f.driver_id left join customers c on c.id = f.customer_id
       where f.token_hash = any(?) and ${keyWorks('f')} and (f.driver_id is null or (u.is_active and u.role = 'driver'))`,
    [secrets.lookupHashes(token)],
  );
  if (!found) {
    await countTry(ctx, 'calendars.miss');
    throw notFound('Calendar');
  }
  await countTry(ctx, 'calendars.feed');
  const { driverId, customerId, owner } = found;
  const since = new Date(now(ctx).getTime() - CALENDAR_DAYS_BACK * DAY_MS);
  const rows = await readRows(
    ctx.em,
    orders,
    `select $columns from orders o
       where ${driverId === null ? 'o.customer_id' : 'o.driver_id'} = ? and ${planned} >= ?
       order by ${planned}, o.id limit ${CALENDAR_ORDERS_MAX}`,
    [driverId ?? customerId, since],
  );
  return inLanguage(config.language, () =>
    calendarFile({
      method: 'PUBLISH',
      name: `${config.BRAND_NAME}: ${owner}`,
      events: rows.flatMap((row) => eventsOf(config, row, driverId !== null)),
    }),
  );
}
