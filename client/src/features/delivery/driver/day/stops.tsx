import { Group, Text } from '@mantine/core';
import { personAt } from '@quickfleet/shared/base/contact/stop-person';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { useMemo } from 'react';
import { brand } from '../../../../lib/words/brand.ts';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatShortDay } from '../../../../lib/words/format.ts';
import { DelayWords } from '../delays/use-delay.tsx';
import { shownOrder } from '../outbox/apply-entries.ts';
import { type ShownStop, showStops } from '../outbox/planned-day.ts';
import { usePortal } from '../outbox/portal.ts';
import type { KeptDay } from '../outbox/storing/contents.ts';
import { fromRow } from '../outbox/storing/stored-order.ts';

/** The stops with what was done about them on this phone. */
export function useStops(kept: KeptDay | undefined): ShownStop[] {
  const { orders, entries, itemIds } = usePortal();
  return useMemo(() => {
    if (!kept) return [];
    const rows = new Map(kept.rows.map((row) => [row.id, row]));
    return showStops(kept.day, (orderId) => {
      const row = rows.get(orderId);
      const order = orders.get(orderId)?.order ?? (row && fromRow(row));
      return order && shownOrder(order, { entries, itemIds });
    });
  }, [kept, orders, entries, itemIds]);
}

export const stopNames = { pickup: t('Pickup'), delivery: t('Delivery') } as const;
export const addressOf = ({ order, stop }: ShownStop) =>
  stop === 'pickup' ? order.pickupAddress : order.deliveryAddress;
const windowOf = ({ order, stop }: ShownStop) => (stop === 'pickup' ? order.pickupWindow : order.deliveryWindow);
/** 'pickup QF12 3456 7890 12' */
export const nameOf = ({ order, stop }: ShownStop) => {
  const number = formatTracking(order.trackingNumber);
  return stop === 'pickup' ? t('pickup {number}', { number }) : t('delivery {number}', { number });
};
export const keyOf = ({ order, stop }: ShownStop) => `${stop} ${order.id}`;

/** 'Delivery Thu, Nov 26': where the order's other stop is on another day; a phone may have stored no days yet. */
function otherStop({ order, stop }: ShownStop): string | undefined {
  const [other, own] = stop === 'pickup' ? [order.deliveryDay, order.pickupDay] : [order.pickupDay, order.deliveryDay];
  if (!other || !own || other === own) return undefined;
  const day = formatShortDay(other);
  return stop === 'pickup' ? t('Delivery {day}', { day }) : t('Pickup {day}', { day });
}

export function StopWords({ shown }: { shown: ShownStop }) {
  const { order, stop } = shown;
  const window = windowOf(shown);
  const elsewhere = otherStop(shown);
  return (
    <>
      <Group justify="space-between" gap="xs" component="span" wrap="nowrap">
        <Text component="span" fw={650}>
          {stopNames[stop]}
        </Text>
        <Text component="span" className="mono" c="dimmed">
          {formatTracking(order.trackingNumber)}
        </Text>
      </Group>
      {window && (
        <Text component="span" display="block" fw={550}>
          {windowInWords(window, brand.timeZone, brand.hourCycle)}
        </Text>
      )}
      {elsewhere && (
        <Text component="span" display="block" c="dimmed">
          {elsewhere}
        </Text>
      )}
      <Text component="span" display="block" mt={4} size="lg" fw={550}>
        {oneLine(addressOf(shown))}
      </Text>
      <Text component="span" display="block" c="dimmed" mt={4}>
        {t('{count, plural, one {# parcel} other {# parcels}}', { count: order.parcels })} ·{' '}
        {personAt(order, stop).name}
      </Text>
      {shown.present && !shown.isDone && <DelayWords order={shown.present} />}
    </>
  );
}
