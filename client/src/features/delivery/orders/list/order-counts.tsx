import { Group, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { trpc } from '../../../../lib/api/trpc.ts';
import { lookOfOrder } from '../../../../lib/words/status-look.ts';
import type { OrderView } from './order-view.ts';
import styles from './orders.module.css';

const cards = [
  { text: 'Created', status: 'pending', count: 'created' },
  { text: 'Assigned', status: 'assigned', count: 'assigned' },
  { text: 'In Transit', status: 'in_transit', count: 'inTransit' },
  { text: 'Delivered', status: 'delivered', count: 'delivered' },
] as const;

/** The four count cards; each filters the list by its state, and once more shows all again. */
export function OrderCounts({
  status,
  onStatus,
}: {
  status: OrderView['status'];
  onStatus: (status: OrderView['status']) => void;
}) {
  const counts = trpc.orders.counts.useQuery();
  const chosen = status === 'created' ? 'pending' : status;
  return (
    <section className={styles.counts} aria-label="Orders by state">
      {cards.map(({ text, status: own, count }) => {
        const { icon: CountIcon, color } = lookOfOrder(own);
        return (
          <UnstyledButton
            key={own}
            className={styles.count}
            aria-pressed={chosen === own}
            onClick={() => onStatus(chosen === own ? undefined : own)}
          >
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" c="dimmed">
                {text}
              </Text>
              <CountIcon size={20} stroke={1.7} color={`var(--mantine-color-${color}-light-color)`} aria-hidden />
            </Group>
            <span className={styles.number}>
              {counts.data ? (
                counts.data[count].toLocaleString('en-US')
              ) : counts.isPending ? (
                <Skeleton component="span" h={28} w={48} my={2} display="block" />
              ) : (
                '—'
              )}
            </span>
          </UnstyledButton>
        );
      })}
    </section>
  );
}
