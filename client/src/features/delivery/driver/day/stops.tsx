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
import { doorsIn, openIn, type ShownDoor, type ShownStop, showStops } from '../outbox/planned-day.ts';
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

export function useDoors(kept: KeptDay | undefined): ShownDoor[] {
  const stops = useStops(kept);
  return useMemo(() => doorsIn(stops), [stops]);
}
/** The stop that a door is named after: the first that can be done there, else its first. */
export function leadOf(door: ShownDoor): ShownStop {
  const [first] = [...openIn(door), ...door.stops];
  if (!first) throw new Error('A door has at least one stop');
  return first;
}
/** What is searched in: where, who, and which orders. */
export const wordsOf = ({ stops }: ShownDoor): string =>
  stops
    .flatMap((shown) => [
      oneLine(addressOf(shown)),
      personAt(shown.order, sideOf(shown)).name,
      shown.order.customerName,
      shown.order.trackingNumber,
      formatTracking(shown.order.trackingNumber),
    ])
    .join('\n')
    .toLowerCase();

export const stopNames = { pickup: t('Pickup'), delivery: t('Delivery') } as const;
/** Whose address it is: what goes back goes to the sender. */
export const sideOf = ({ stop, isReturn }: ShownStop): ShownStop['stop'] => (isReturn ? 'pickup' : stop);
export const addressOf = (shown: ShownStop) =>
  sideOf(shown) === 'pickup' ? shown.order.pickupAddress : shown.order.deliveryAddress;
/** A window says nothing of the way back, nor of what was done or tried. */
export const windowOf = ({ order, stop, isReturn, isDone, failed }: ShownStop) => {
  if (isReturn || isDone || failed) return null;
  return stop === 'pickup' ? order.pickupWindow : order.deliveryWindow;
};
/** 'pickup QF12 3456 7890 12' */
export const nameOf = ({ order, stop }: ShownStop) => {
  const number = formatTracking(order.trackingNumber);
  return stop === 'pickup' ? t('pickup {number}', { number }) : t('delivery {number}', { number });
};
/** 'Delivery Thu, Nov 26': where the order's other stop is on another day; a phone may have stored no days yet. */
function otherStop({ order, stop }: ShownStop): string | undefined {
  const [other, own] = stop === 'pickup' ? [order.deliveryDay, order.pickupDay] : [order.pickupDay, order.deliveryDay];
  if (!other || !own || other === own) return undefined;
  const day = formatShortDay(other);
  return stop === 'pickup' ? t('Delivery {day}', { day }) : t('Pickup {day}', { day });
}

/** What a driver reads of a door before going there; what is done of it is not counted again. */
export function StopWords({ door }: { door: ShownDoor }) {
  const shown = leadOf(door);
  const { order, stop } = shown;
  const window = windowOf(shown);
  const elsewhere = otherStop(shown);
  const open = openIn(door);
  const counted = open.length > 0 ? open : door.stops;
  const parcels = counted.reduce((sum, one) => sum + one.order.parcels, 0);
  return (
    <>
      <Group justify="space-between" gap="xs" component="span" wrap="nowrap">
        <Text component="span" fw={650}>
          {shown.isReturn ? t('Return (stop)') : stopNames[stop]}
        </Text>
        <Text component="span" className="mono" c="dimmed">
          {counted.map((one) => formatTracking(one.order.trackingNumber)).join(', ')}
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
        {counted.length > 1 && `${t('{count, plural, one {# order} other {# orders}}', { count: counted.length })} · `}
        {t('{count, plural, one {# parcel} other {# parcels}}', { count: parcels })} ·{' '}
        {personAt(order, sideOf(shown)).name}
      </Text>
      {shown.present && !shown.isDone && <DelayWords order={shown.present} />}
    </>
  );
}
