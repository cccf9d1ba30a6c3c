import { Button, type ButtonProps, Group, Stack, Text, Title } from '@mantine/core';
import { collectedInWords, collectInWords } from '@quickfleet/shared/base/money/collect-words';
import { isOpenOrder, orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { isCollectDue } from '@quickfleet/shared/delivery/stops/stop-needs';
import { t } from '@quickfleet/shared/words/t';
import { IconCash, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import styles from '../portal/driver.module.css';
import { CollectDialog } from './collect-dialog.tsx';

/** What is to be taken at the door, as a row of what is needed there; of several the first that nobody has said yet. */
export function CollectRow({ orders, ...look }: { orders: readonly Order[] } & ButtonProps) {
  const [asked, setAsked] = useState<Order>();
  const due = orders.find(isCollectDue);
  return (
    <>
      {due?.collect && (
        <Button {...look} onClick={() => setAsked(due)}>
          {t('Collect {money}', { money: collectInWords(due.collect) })}
        </Button>
      )}
      <CollectDialog order={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

/** What is to be taken at the door, and what was: of each order of the stop. */
export function CollectCard({ orders }: { orders: readonly Order[] }) {
  const [asked, setAsked] = useState<Order>();
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
                leftSection={<IconCash size={20} aria-hidden />}
                onClick={() => setAsked(order)}
              >
                {order.collected ? t('Change it') : t('Collect')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      <CollectDialog order={asked} onClose={() => setAsked(undefined)} />
    </section>
  );
}
