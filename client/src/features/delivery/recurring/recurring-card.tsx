import { Alert, Badge, Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core';
import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { isBeforePickup, type OrderStatus } from '@quickfleet/shared/delivery/orders/order-status';
import type { RecurringOrder, UpcomingDay } from '@quickfleet/shared/delivery/planning/recurring';
import { onClosedDayNames } from '@quickfleet/shared/delivery/planning/recurring-rule';
import { paths } from '@quickfleet/shared/paths';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
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

const orderWords: Record<OrderStatus, string> = {
  pending: t('order pending'),
  assigned: t('order assigned'),
  picked_up: t('order picked up'),
  in_transit: t('order in transit'),
  delivered: t('order delivered'),
  cancelled: t('order cancelled'),
};
const stateOf = ({ state, status }: UpcomingDay): string => {
  if (state === 'skipped') return t('skipped');
  if (state === 'planned') return t('not created yet');
  return status ? orderWords[status] : t('order deleted');
};
const canSkip = ({ state, status }: UpcomingDay): boolean =>
  state === 'planned' || (state === 'made' && (status === null || status === 'cancelled' || isBeforePickup(status)));

function UpcomingDays({ job: { id, upcoming, closedDays, order } }: { job: RecurringOrder }) {
  const skip = useSkipDay();
  const nameOf = (day: string) =>
    closedDays.includes(day) ? t('{day}, closed', { day: formatShortDay(day) }) : formatShortDay(day);
  if (upcoming.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No more days.')}
      </Text>
    );
  return (
    <Group
      gap={6}
      component="ul"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      aria-label={t('Next days of {customer}', { customer: order.customerName })}
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
                aria-label={`${nameOf(day.day)}: ${stateOf(day)}`}
              >
                {nameOf(day.day)}
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
                  {t('View order')}
                </Menu.Item>
              )}
              {canSkip(day) && (
                <Menu.Item
                  leftSection={<IconCalendarOff size={16} aria-hidden />}
                  onClick={() => skip.mutate({ id, day: day.day })}
                >
                  {day.state === 'made' ? t('Skip and cancel the order') : t('Skip')}
                </Menu.Item>
              )}
              {day.state === 'skipped' && (
                <Menu.Item
                  leftSection={<IconPlus size={16} aria-hidden />}
                  onClick={() => skip.mutate({ id, day: day.day, skip: false })}
                >
                  {t('Restore')}
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
    ...(order.customerEmail ? [] : [t('No e-mails')]),
    driver ? displayName({ ...driver, username: t('Driver') }) : t('No driver'),
    order.onAccount
      ? t('On account')
      : order.quotePrice
        ? formatAmount(order.quotePrice, order.currency)
        : t('No price'),
    order.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
  ];
  return (
    <Card
      component="section"
      padding="md"
      aria-label={t('{rule} for {customer}', { rule: job.ruleInWords, customer: order.customerName })}
    >
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ minWidth: 0, flex: '1 1 260px', overflowWrap: 'anywhere' }}>
            <Group gap="xs">
              <Title order={2} size="h4">
                {job.ruleInWords}
              </Title>
              {job.paused && (
                <Badge color="amber" variant="light">
                  {t('Paused')}
                </Badge>
              )}
            </Group>
            <Text fw={550}>
              {order.customerName}
              {order.customerCompany && ` · ${order.customerCompany}`}
            </Text>
            <Text size="sm" c="dimmed">
              {job.end
                ? t('From {start} to {end}', { start: formatDay(job.start), end: formatDay(job.end) })
                : t('From {start}', { start: formatDay(job.start) })}
              {job.onClosedDay !== 'keep' && ` · ${t('Closed days')}: ${onClosedDayNames[job.onClosedDay]}`}
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
              {job.paused ? t('Resume') : t('Pause')}
            </Button>
            <Button size="xs" variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              {t('Edit')}
            </Button>
            <Button size="xs" variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
              {t('Delete')}
            </Button>
          </Group>
        </Group>
        {job.problem && (
          <Alert
            color="red"
            variant="light"
            icon={<IconAlertTriangle aria-hidden />}
            title={t('The last order could not be created')}
          >
            {job.problem} {t('We try again every few minutes.')}
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
