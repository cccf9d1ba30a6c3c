import { Badge, Flex, Stack, Text } from '@mantine/core';
import { addDays, daysBetween } from '@quickfleet/shared/base/time/zoned-time';
import { delayInWords } from '@quickfleet/shared/delivery/eta/delay-words';
import { expectedWords } from '@quickfleet/shared/delivery/eta/eta-words';
import type { OrderStatus } from '@quickfleet/shared/delivery/orders/order-status';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { dueAt, overdueOf } from '@quickfleet/shared/delivery/orders/overdue';
import { DUE_SOON_MINUTES } from '@quickfleet/shared/limits';
import { dayOfWindow, type Window, windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle, IconClockHour4 } from '@tabler/icons-react';
import { Fragment } from 'react';
import { brand } from '../../../../lib/words/brand.ts';
import { formatDay, formatHour, formatShortDay, todayInZone } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { spanOf } from '../../../../lib/words/span.ts';
import styles from '../list/orders.module.css';

interface Planned {
  status: OrderStatus;
  deliveryDate: string | null;
  deliveredAt: string | null;
  pickupWindow: Window | null;
  deliveryWindow: Window | null;
}

/** 'Today', 'Tomorrow', 'Mon, Mar 2', of a calendar day. */
export function dayInWords(day: string, today = todayInZone()): string {
  if (day === today) return t('Today');
  if (day === addDays(today, 1)) return t('Tomorrow');
  if (day === addDays(today, -1)) return t('Yesterday');
  return formatShortDay(day, today);
}
/** '9:00 AM – 12:00 PM', with the day of the end where that is another. */
function timesInWords({ from, to }: Window): string {
  const [begin, end] = [todayInZone(new Date(from)), todayInZone(new Date(to))];
  const isOneDay = begin === end;
  return `${formatHour(from)} – ${isOneDay ? '' : `${formatShortDay(end)}, `}${formatHour(to)}`;
}

/** The day an order counts for: of its delivery window, else the planned day, else of its pickup window. */
export const dayOf = ({ deliveryWindow, deliveryDate, pickupWindow }: Planned): string | undefined => {
  if (deliveryWindow) return dayOfWindow(deliveryWindow, brand.timeZone);
  if (deliveryDate) return todayInZone(new Date(deliveryDate));
  return pickupWindow ? dayOfWindow(pickupWindow, brand.timeZone) : undefined;
};

interface Urgency {
  kind: 'overdue' | 'soon';
  /** 'Overdue by 2 h', 'Pickup overdue by 10 min', 'Due in 40 min' */
  text: string;
}
/** Whether an open order is overdue, or soon due for its delivery. */
export function urgencyOf(order: Planned, now: Date = new Date()): Urgency | undefined {
  const { deliveryWindow, deliveryDate } = order;
  const overdue = overdueOf(order, now, brand.timeZone);
  if (overdue?.stop === 'delivery' && !deliveryWindow && deliveryDate) {
    const count = daysBetween(todayInZone(new Date(deliveryDate)), todayInZone(now));
    return { kind: 'overdue', text: t('Overdue by {count, plural, one {# day} other {# days}}', { count }) };
  }
  if (overdue) {
    const span = spanOf(now.getTime() - overdue.since.getTime());
    const text =
      overdue.stop === 'pickup'
        ? t(
            'Pickup overdue by {unit, select, min {{count} min} h {{count} h} other {{count, plural, one {# day} other {# days}}}}',
            span,
          )
        : t(
            'Overdue by {unit, select, min {{count} min} h {{count} h} other {{count, plural, one {# day} other {# days}}}}',
            span,
          );
    return { kind: 'overdue', text };
  }
  // A day without a time is never nearly over.
  const due = deliveryWindow || !deliveryDate ? dueAt(order, 'delivery', brand.timeZone) : undefined;
  const left = due ? due.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  if (left > DUE_SOON_MINUTES * 60_000) return undefined;
  const text = t(
    'Due in {unit, select, min {{count} min} h {{count} h} other {{count, plural, one {# day} other {# days}}}}',
    spanOf(left),
  );
  return { kind: 'soon', text };
}

/** 'Overdue by 2 h', in colour and words; nothing for an order that is neither late nor due soon. */
function UrgencyBadge({ order }: { order: Planned }) {
  const urgency = urgencyOf(order);
  if (!urgency) return null;
  const isOverdue = urgency.kind === 'overdue';
  const Icon = isOverdue ? IconAlertTriangle : IconClockHour4;
  return (
    <Badge
      size="sm"
      variant="light"
      color={isOverdue ? 'red' : 'amber'}
      leftSection={<Icon size={12} aria-hidden />}
      tt="none"
      w="max-content"
      maw="min(160px, 100%)"
      h="auto"
      mih={18}
      styles={{ label: { whiteSpace: 'normal' } }}
    >
      {urgency.text}
    </Badge>
  );
}

const zoned = (window: Window): string => windowInWords(window, brand.timeZone, brand.hourCycle);

/** '9:00 AM – 12:00 PM' on one line; where the day of the end is in between, its parts are what is not torn. */
function Times({ window }: { window: Window }) {
  const words = timesInWords(window);
  const parts = words.includes(',') ? words.split(/(?<=[–,]) /) : [words];
  return parts.map((part, place) => (
    <Fragment key={part}>
      {place > 0 && ' '}
      <span className={styles.unbroken}>{part}</span>
    </Fragment>
  ));
}

/**
 * When an order is done, as a list tells it: the day, the times, and whether they are over. The zone is in the hint.
 */
export function PlannedCell({ order, isCompact }: { order: Planned; isCompact: boolean }) {
  const day = dayOf(order);
  const { pickupWindow, deliveryWindow } = order;
  if (!day)
    return (
      <Text size="sm" c="dimmed">
        {t('Not planned')}
      </Text>
    );
  const window = deliveryWindow ?? (order.deliveryDate ? null : pickupWindow);
  const pickupDay = pickupWindow && dayOfWindow(pickupWindow, brand.timeZone);
  const isPickupElsewhere = pickupDay !== null && pickupDay !== day;
  return (
    <Flex
      {...(isCompact
        ? { wrap: 'wrap', columnGap: 8, align: 'center' }
        : { direction: 'column', gap: 2, align: 'flex-start' })}
    >
      <Text size="sm" className="tabular" {...(window ? { title: zoned(window) } : {})}>
        <span className={styles.unbroken}>{dayInWords(day)}</span>
        {window && !order.deliveredAt && (
          <>
            , <Times window={window} />
          </>
        )}
      </Text>
      {pickupWindow && window !== pickupWindow && !order.deliveredAt && (!isCompact || isPickupElsewhere) && (
        <Text size="xs" c="dimmed" className="tabular" title={zoned(pickupWindow)}>
          {isPickupElsewhere
            ? rich('Pickup {day}, {times}', {
                day: <span className={styles.unbroken}>{dayInWords(pickupDay)}</span>,
                times: <Times window={pickupWindow} />,
              })
            : rich('Pickup {times}', { times: <Times window={pickupWindow} /> })}
        </Text>
      )}
      <UrgencyBadge order={order} />
    </Flex>
  );
}

/** The same in full, each window with its day and the name of the time zone. */
export function PlannedWords({ order }: { order: Planned & Pick<OrderRow, 'eta' | 'delay'> }) {
  const day = dayOf(order);
  const { pickupWindow, deliveryWindow } = order;
  if (!day && !order.delay) return null;
  return (
    <Stack gap={2} align="flex-start">
      {pickupWindow && <Text size="sm">{t('Pickup: {times}', { times: zoned(pickupWindow) })}</Text>}
      {deliveryWindow ? (
        <Text size="sm">{t('Delivery: {times}', { times: zoned(deliveryWindow) })}</Text>
      ) : (
        day && order.deliveryDate && <Text size="sm">{t('Delivery: any time on {day}', { day: formatDay(day) })}</Text>
      )}
      {order.eta && order.eta.basis !== 'window' && (
        <Text size="sm">
          {order.eta.stopsBefore === null
            ? `${expectedWords(order.eta, deliveryWindow)} ${zoned(order.eta)}`
            : t('{expected} {times}, after {count, plural, one {# stop} other {# stops}}', {
                expected: expectedWords(order.eta, deliveryWindow),
                times: zoned(order.eta),
                count: order.eta.stopsBefore,
              })}
        </Text>
      )}
      {order.delay && (
        <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {t('Driver runs late: {delay}', { delay: delayInWords(order.delay) })}
        </Text>
      )}
      <UrgencyBadge order={order} />
    </Stack>
  );
}
