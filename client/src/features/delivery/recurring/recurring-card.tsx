import { Alert, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money';
import type { RecurringOrder } from '@quickfleet/shared/delivery/recurring';
import { displayName } from '@quickfleet/shared/people/users';
import { IconAlertTriangle, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { oneLine } from '../../../lib/words/contact-words.ts';
import { formatDay, formatHour, formatTime } from '../../../lib/words/format.ts';
import { useUpdateJob } from './recurring-mutations.ts';
import { UpcomingDays } from './upcoming-days.tsx';

type Window = RecurringOrder['order']['pickupWindow'];
const timesOf = (window: Window): string => (window ? ` · ${formatHour(window.from)} – ${formatTime(window.to)}` : '');

interface RecurringCardProps {
  job: RecurringOrder;
  onEdit: () => void;
  onDelete: () => void;
}

/** One recurring job: who, where, when, and the days that come next. */
export function RecurringCard({ job, onEdit, onDelete }: RecurringCardProps) {
  const update = useUpdateJob();
  const { order, driver } = job;
  const facts = [
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
          {timesOf(order.pickupWindow)} → {oneLine(order.deliveryAddress)}
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
