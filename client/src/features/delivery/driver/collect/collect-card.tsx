import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { collectedInWords, collectInWords } from '@quickfleet/shared/base/money/collect-words';
import { isOpenOrder, orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { t } from '@quickfleet/shared/words/t';
import { IconCash, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import { loadDialogs } from '../order/load-dialogs.ts';
import styles from '../portal/driver.module.css';
import { notifyNotLoaded } from '../portal/drivers-mutations.ts';

/** The dialog for what one order's door hands over, loaded when it is first asked for. */
export function useCollect() {
  const [asked, setAsked] = useState<Order>();
  const dialogs = useLater(loadDialogs, asked !== undefined, () => notifyNotLoaded(() => setAsked(undefined)));
  return {
    collect: setAsked,
    isLoading: asked !== undefined && !dialogs,
    dialog: dialogs && <dialogs.CollectDialog order={asked} onClose={() => setAsked(undefined)} />,
  };
}

/** What is to be taken at the door, and what was: of each order of the stop. */
export function CollectCard({ orders }: { orders: readonly Order[] }) {
  const { collect, isLoading, dialog } = useCollect();
  const due = orders.filter((order) => order.collect && order.outcome !== 'returning');
  if (due.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="collect-title">
      <Title order={2} size="h4" c="dimmed" id="collect-title" mb="xs">
        {t('Collect at the door')}
      </Title>
      <Stack gap="sm">
        {due.map((order) => (
          <Group key={order.id} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={650} size="lg">
                {order.collect && collectInWords(order.collect)}
              </Text>
              {orders.length > 1 && (
                <Text c="dimmed" className="mono">
                  {formatTracking(order.trackingNumber)}
                </Text>
              )}
              {order.collected && (
                <Group gap={6} wrap="nowrap">
                  <IconCircleCheck size={20} aria-hidden />
                  <Text>{collectedInWords(order.collected)}</Text>
                </Group>
              )}
            </div>
            {isOpenOrder(order.status) && orderFacts[order.status].isPickedUp && (
              <Button
                variant="default"
                style={{ flex: 'none' }}
                loading={isLoading}
                leftSection={<IconCash size={20} aria-hidden />}
                onClick={() => collect(order)}
              >
                {order.collected ? t('Change it') : t('Collect')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {dialog}
    </section>
  );
}
