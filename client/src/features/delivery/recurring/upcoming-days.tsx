import { Button, Group, Menu, Text } from '@mantine/core';
import { isBeforePickup } from '@quickfleet/shared/delivery/order-status';
import type { RecurringOrder, UpcomingDay } from '@quickfleet/shared/delivery/recurring';
import { paths } from '@quickfleet/shared/paths';
import { IconCalendarOff, IconCheck, IconEye, IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import { formatShortDay } from '../../../lib/words/format.ts';
import { useSkipDay } from './recurring-mutations.ts';

const stateOf = ({ state, status }: UpcomingDay): string => {
  if (state === 'skipped') return 'skipped';
  if (state === 'planned') return 'not created yet';
  return status ? `order ${status.replaceAll('_', ' ')}` : 'order deleted';
};
const canSkip = ({ state, status }: UpcomingDay): boolean =>
  state === 'planned' || (state === 'made' && (status === null || status === 'cancelled' || isBeforePickup(status)));

/** The next days of a job: each says what is made, and can be left out. */
export function UpcomingDays({ job: { id, upcoming, order } }: { job: RecurringOrder }) {
  const skip = useSkipDay();
  if (upcoming.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No more days.
      </Text>
    );
  return (
    <Group
      gap={6}
      component="ul"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      aria-label={`Next days of ${order.customerName}`}
    >
      {upcoming.map((day) => (
        <li key={day.day}>
          <Menu position="bottom-start" withinPortal>
            <Menu.Target>
              <Button
                size="compact-sm"
                variant={day.state === 'made' ? 'light' : 'default'}
                loading={skip.isPending && skip.variables.day === day.day && skip.variables.id === id}
                leftSection={
                  day.state === 'made' ? (
                    <IconCheck size={14} aria-hidden />
                  ) : (
                    day.state === 'skipped' && <IconCalendarOff size={14} aria-hidden />
                  )
                }
                td={day.state === 'skipped' ? 'line-through' : undefined}
                aria-label={`${formatShortDay(day.day)}: ${stateOf(day)}`}
              >
                {formatShortDay(day.day)}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{stateOf(day)}</Menu.Label>
              {day.orderId !== null && (
                <Menu.Item
                  component={Link}
                  href={`${paths.adminOrders}?order=${day.orderId}`}
                  leftSection={<IconEye size={16} aria-hidden />}
                >
                  View order
                </Menu.Item>
              )}
              {canSkip(day) && (
                <Menu.Item
                  leftSection={<IconCalendarOff size={16} aria-hidden />}
                  onClick={() => skip.mutate({ id, day: day.day })}
                >
                  {day.state === 'made' ? 'Skip and cancel the order' : 'Skip'}
                </Menu.Item>
              )}
              {day.state === 'skipped' && (
                <Menu.Item
                  leftSection={<IconPlus size={16} aria-hidden />}
                  onClick={() => skip.mutate({ id, day: day.day, skip: false })}
                >
                  Restore
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </li>
      ))}
    </Group>
  );
}
