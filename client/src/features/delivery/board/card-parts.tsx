import { Group, Text } from '@mantine/core';
import { isOverdueAt } from '@quickfleet/shared/delivery/overdue';
import type { DayOrder } from '@quickfleet/shared/delivery/planning';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { brand } from '../../../lib/words/brand.ts';
import { oneLine } from '../../../lib/words/contact-words.ts';
import type { Card } from './moving/moves.ts';
import { windowTimes } from './windows.ts';

/** Where it is, and where from or to. */
export function Route({ order, stop }: { order: DayOrder; stop: Card['stop'] }) {
  const [from, to] = [oneLine(order.pickupAddress), oneLine(order.deliveryAddress)];
  if (stop !== 'order')
    return (
      <>
        <Text size="sm" lineClamp={2} fw={500}>
          {stop === 'pickup' ? from : to}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {stop === 'pickup' ? `to ${to}` : `from ${from}`}
        </Text>
      </>
    );
  return (
    <Text size="sm" component="div">
      <Text span size="sm" lineClamp={1}>
        {from}
      </Text>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <IconArrowNarrowRight size={16} aria-label="to" style={{ flex: 'none', marginTop: 2 }} />
        <Text span size="sm" fw={500} lineClamp={1}>
          {to}
        </Text>
      </Group>
    </Text>
  );
}

/** When it is promised, in the company's time. */
export function Windows({
  order,
  stop,
  day,
  isDone,
}: {
  order: DayOrder;
  stop: Card['stop'];
  day: string;
  isDone: boolean;
}) {
  const shown = [
    { name: 'Pickup', of: 'pickup', window: stop === 'delivery' ? null : order.pickupWindow } as const,
    { name: 'Delivery', of: 'delivery', window: stop === 'pickup' ? null : order.deliveryWindow } as const,
  ].filter(({ window }) => window !== null);
  if (shown.length === 0)
    return (
      <Text size="xs" c="dimmed">
        Any time
      </Text>
    );
  const isOverdue = (of: 'pickup' | 'delivery') => !isDone && isOverdueAt(order, of, new Date(), brand.timeZone);
  return shown.map(({ name, of, window }) =>
    window ? (
      <Text
        key={name}
        size="xs"
        fw={600}
        className="tabular"
        c={isOverdue(of) ? 'var(--mantine-color-error)' : undefined}
      >
        {stop === 'order' ? `${name} ` : ''}
        {windowTimes(window, day)}
        {isOverdue(of) ? ' · overdue' : ''}
      </Text>
    ) : null,
  );
}
