import { Text } from '@mantine/core';
import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { lastTrouble, troubleTitle } from './trouble.ts';

/** Why the order failed, in one line of its row; nothing while nothing went wrong. */
export function TroubleNote({ order }: { order: OrderRow }) {
  const { failedAt, outcome } = order;
  if (!failedAt && outcome !== 'returning') return null;
  const last = lastTrouble(order);
  const NoteIcon = failedAt ? IconAlertTriangle : IconArrowBackUp;
  return (
    <Text size="xs" c={failedAt ? 'var(--mantine-color-error)' : 'dimmed'} mt={4} title={troubleTitle(order, last)}>
      <NoteIcon size={13} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
      {failedAt ? (last?.reasonName ?? troubleTitle(order, last)) : 'Back to the sender'}
    </Text>
  );
}
