import { Badge, Stack, Text } from '@mantine/core';
import { type Window, windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { IconAlertTriangle, IconClockHour4 } from '@tabler/icons-react';
import { Fragment } from 'react';
import { brand } from '../../../../lib/words/brand.ts';
import { formatDay } from '../../../../lib/words/format.ts';
import styles from '../list/orders.module.css';
import { dayInWords, dayOf, type Planned, timesInWords, urgencyOf } from './planned.ts';

/** 'Overdue by 2 h', in colour and words; nothing for an order that is neither late nor due soon. */
export function UrgencyBadge({ order }: { order: Planned }) {
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

const zoned = (window: Window): string => windowInWords(window, brand.timeZone);

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
  return (
    <div className={isCompact ? styles.plannedLine : styles.planned}>
      <Text size="sm" className="tabular" {...(window ? { title: zoned(window) } : {})}>
        <span className={styles.unbroken}>{dayInWords(day)}</span>
        {window && !order.deliveredAt && (
          <>
            , <Times window={window} />
          </>
        )}
      </Text>
      {pickupWindow && deliveryWindow && !order.deliveredAt && !isCompact && (
        <Text size="xs" c="dimmed" className="tabular" title={zoned(pickupWindow)}>
          Pickup <Times window={pickupWindow} />
        </Text>
      )}
      <UrgencyBadge order={order} />
    </div>
  );
}

/** The same in full, each window with its day and the name of the time zone. */
export function PlannedWords({ order }: { order: Planned }) {
  const day = dayOf(order);
  const { pickupWindow, deliveryWindow } = order;
  if (!day) return null;
  return (
    <Stack gap={2} align="flex-start">
      {pickupWindow && <Text size="sm">Pickup: {zoned(pickupWindow)}</Text>}
      {deliveryWindow ? (
        <Text size="sm">Delivery: {zoned(deliveryWindow)}</Text>
      ) : (
        order.deliveryDate && <Text size="sm">Delivery: any time on {formatDay(day)}</Text>
      )}
      <UrgencyBadge order={order} />
    </Stack>
  );
}
