import { Badge, Flex, Stack, Text } from '@mantine/core';
import { addDays, daysBetween } from '@quickfleet/shared/base/zoned-time';
import { delayInWords } from '@quickfleet/shared/delivery/delay-words';
import { expectedWords } from '@quickfleet/shared/delivery/eta-words';
import type { OrderStatus } from '@quickfleet/shared/delivery/order-status';
import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import { dueAt, overdueOf } from '@quickfleet/shared/delivery/overdue';
import { DUE_SOON_MINUTES } from '@quickfleet/shared/limits';
import { dayOfWindow, type Window, windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { IconAlertTriangle, IconClockHour4 } from '@tabler/icons-react';
import { Fragment } from 'react';
import { brand } from '../../../../lib/words/brand.ts';
import { formatCount, formatDay, formatHour, formatShortDay, todayInZone } from '../../../../lib/words/format.ts';
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
  if (day === today) return 'Today';
  if (day === addDays(today, 1)) return 'Tomorrow';
  if (day === addDays(today, -1)) return 'Yesterday';
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

const spanInWords = (milliseconds: number): string => {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
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
    const days = daysBetween(todayInZone(new Date(deliveryDate)), todayInZone(now));
    return { kind: 'overdue', text: `Overdue by ${days === 1 ? '1 day' : `${days} days`}` };
  }
  if (overdue) {
    const span = spanInWords(now.getTime() - overdue.since.getTime());
    return { kind: 'overdue', text: `${overdue.stop === 'pickup' ? 'Pickup overdue' : 'Overdue'} by ${span}` };
  }
  // A day without a time is never nearly over.
  const due = deliveryWindow || !deliveryDate ? dueAt(order, 'delivery', brand.timeZone) : undefined;
  const left = due ? due.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  return left <= DUE_SOON_MINUTES * 60_000 ? { kind: 'soon', text: `Due in ${spanInWords(left)}` } : undefined;
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
      miw="max-content"
    >
      {urgency.text}
    </Badge>
  );
}

const zoned = (window: Window): string => windowInWords(window, brand.timeZone, brand.hourCycle);

/** '9:00 AM – 12:00 PM' on one line; where the day of the end stands in between, its parts are what is not torn. */
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
        Not planned
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
          Pickup{' '}
          {isPickupElsewhere && (
            <>
              <span className={styles.unbroken}>{dayInWords(pickupDay)}</span>,{' '}
            </>
          )}
          <Times window={pickupWindow} />
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
      {pickupWindow && <Text size="sm">Pickup: {zoned(pickupWindow)}</Text>}
      {deliveryWindow ? (
        <Text size="sm">Delivery: {zoned(deliveryWindow)}</Text>
      ) : (
        day && order.deliveryDate && <Text size="sm">Delivery: any time on {formatDay(day)}</Text>
      )}
      {order.eta && order.eta.basis !== 'window' && (
        <Text size="sm">
          {expectedWords(order.eta, deliveryWindow)} {zoned(order.eta)}
          {order.eta.stopsBefore !== null && `, after ${formatCount(order.eta.stopsBefore, 'stop')}`}
        </Text>
      )}
      {order.delay && (
        <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          Driver runs late: {delayInWords(order.delay)}
        </Text>
      )}
      <UrgencyBadge order={order} />
    </Stack>
  );
}
