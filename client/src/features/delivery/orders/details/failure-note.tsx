import { Text } from '@mantine/core';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { Attempt } from '@quickfleet/shared/delivery/proof/attempts';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';

/** The attempt that waits for a decision: the last failed or partial one that was not uploaded late. */
export const lastFailure = ({ attempts }: Pick<Order, 'attempts'>): Attempt | undefined =>
  attempts.findLast((attempt) => attempt.outcome !== 'done' && attempt.after === null && !attempt.correctedAt);

export const failureTitle = ({ outcome }: Pick<Order, 'outcome'>, last: Attempt | undefined): string =>
  outcome === 'partial'
    ? t('{stop, select, pickup {Pickup} delivery {Delivery} return {Return} other {Attempt}} incomplete', {
        stop: last?.stop ?? 'attempt',
      })
    : t('{stop, select, pickup {Pickup} delivery {Delivery} return {Return} other {Attempt}} failed', {
        stop: last?.stop ?? 'attempt',
      });

/** Why the order failed, in one line of its row; nothing while nothing went wrong. */
export function FailureNote({ order }: { order: OrderRow }) {
  const { failedAt, outcome } = order;
  if (!failedAt && outcome !== 'returning') return null;
  const last = lastFailure(order);
  const NoteIcon = failedAt ? IconAlertTriangle : IconArrowBackUp;
  return (
    <Text size="xs" c={failedAt ? 'var(--mantine-color-error)' : 'dimmed'} mt={4} title={failureTitle(order, last)}>
      <NoteIcon size={13} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
      {failedAt ? (last?.reasonName ?? failureTitle(order, last)) : t('Back to the sender')}
    </Text>
  );
}
