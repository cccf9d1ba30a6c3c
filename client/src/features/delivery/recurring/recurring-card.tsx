import { Alert, Badge, Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money';
import type { StopContact } from '@quickfleet/shared/base/stop-person';
import { isBeforePickup } from '@quickfleet/shared/delivery/order-status';
import type { RecurringOrder, UpcomingDay } from '@quickfleet/shared/delivery/recurring';
import { paths } from '@quickfleet/shared/paths';
import { displayName } from '@quickfleet/shared/people/users';
import {
  IconAlertTriangle,
  IconCalendarOff,
  IconCheck,
  IconEye,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { oneLine } from '../../../lib/words/contact-words.ts';
import { formatDay, formatHour, formatShortDay, formatTime } from '../../../lib/words/format.ts';
import { useSkipDay, useUpdateJob } from './recurring-mutations.ts';

const stateOf = ({ state, status }: UpcomingDay): string => {
  if (state === 'skipped') return 'skipped';
  if (state === 'planned') return 'not created yet';
  return status ? `order ${status.replaceAll('_', ' ')}` : 'order deleted';
};
const canSkip = ({ state, status }: UpcomingDay): boolean =>
  state === 'planned' || (state === 'made' && (status === null || status === 'cancelled' || isBeforePickup(status)));

function UpcomingDays({ job: { id, upcoming, order } }: { job: RecurringOrder }) {
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

type Window = RecurringOrder['order']['pickupWindow'];
const timesOf = (window: Window): string => (window ? ` · ${formatHour(window.from)} – ${formatTime(window.to)}` : '');

const personIn = (contact: StopContact | null): string => {
  const words = [contact?.name, contact?.company].filter(Boolean).join(', ') || contact?.phone;
  return words ? ` (${words})` : '';
};

interface RecurringCardProps {
  job: RecurringOrder;
  onEdit: () => void;
  onDelete: () => void;
}

export function RecurringCard({ job, onEdit, onDelete }: RecurringCardProps) {
  const update = useUpdateJob();
  const { order, driver } = job;
  const facts = [
    ...(order.customerEmail ? [] : ['No e-mails']),
    driver ? displayName({ ...driver, username: 'Driver' }) : 'No driver',
    order.onAccount ? 'On account' : order.quotePrice ? formatAmount(order.quotePrice, order.currency) : 'No price',
    order.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
  ];
  return (
    <Card component="section" padding="md" aria-label={`${job.ruleInWords} for ${order.customerName}`}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ minWidth: 0, flex: '1 1 260px', overflowWrap: 'anywhere' }}>
            <Group gap="xs">
              <Title order={2} size="h4">
                {job.ruleInWords}
              </Title>
              {job.paused && (
                <Badge color="amber" variant="light">
                  Paused
                </Badge>
              )}
            </Group>
            <Text fw={550}>
              {order.customerName}
              {order.customerCompany && ` · ${order.customerCompany}`}
            </Text>
            <Text size="sm" c="dimmed">
              From {formatDay(job.start)}
              {job.end && ` to ${formatDay(job.end)}`}
            </Text>
          </div>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              loading={update.isPending}
              leftSection={
                job.paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />
              }
              onClick={() => update.mutate({ id: job.id, paused: !job.paused })}
            >
              {job.paused ? 'Resume' : 'Pause'}
            </Button>
            <Button size="xs" variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              Edit
            </Button>
            <Button size="xs" variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
              Delete
            </Button>
          </Group>
        </Group>
        {job.problem && (
          <Alert
            color="red"
            variant="light"
            icon={<IconAlertTriangle aria-hidden />}
            title="The last order could not be created"
          >
            {job.problem} We try again every few minutes.
          </Alert>
        )}
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {oneLine(order.pickupAddress)}
          {personIn(order.pickupContact)}
          {timesOf(order.pickupWindow)} → {oneLine(order.deliveryAddress)}
          {personIn(order.deliveryContact)}
          {timesOf(order.deliveryWindow)}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {facts.join(' · ')}
        </Text>
        <UpcomingDays job={job} />
      </Stack>
    </Card>
  );
}
