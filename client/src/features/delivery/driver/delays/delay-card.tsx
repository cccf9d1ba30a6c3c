import { Button, Group, Text } from '@mantine/core';
import { delayInWords } from '@quickfleet/shared/delivery/delay-words';
import { isOpenOrder } from '@quickfleet/shared/delivery/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { IconClockExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { loadDialogs, useLater } from '../order/use-later.ts';
import styles from '../portal/driver.module.css';
import { notifyNotLoaded, record } from '../portal/drivers-mutations.ts';

/** Says why a delivery runs late, and takes that back. */
export function DelayCard({ order, isForDay }: { order: Order; isForDay: boolean }) {
  const [isChoosing, setChoosing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const dialogs = useLater(loadDialogs, isChoosing, () => notifyNotLoaded(() => setChoosing(false)));
  if (!isOpenOrder(order.status) || order.outcome !== null) return null;
  // An order that an earlier release stored has none.
  const { delay = null } = order;
  const takeBack = async () => {
    setBusy(true);
    await record(order.id, { kind: 'delay', reason: null, words: null }).finally(() => setBusy(false));
  };
  const open = (
    <Button
      variant="default"
      fullWidth={delay === null}
      disabled={isBusy}
      loading={isChoosing && !dialogs}
      leftSection={delay === null ? <IconClockExclamation size={20} aria-hidden /> : undefined}
      onClick={() => setChoosing(true)}
    >
      {delay === null ? 'Running late' : 'Change'}
    </Button>
  );
  return (
    <>
      {delay === null ? (
        open
      ) : (
        <section className={styles.card} aria-label="Running late">
          <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
            Running late: {delayInWords(delay)}
          </Text>
          <Text size="sm" c="dimmed">
            The customer sees it with the expected time.
          </Text>
          <Group grow gap="xs" mt="sm">
            {open}
            <Button variant="default" disabled={isBusy} onClick={() => void takeBack()}>
              Not late
            </Button>
          </Group>
        </section>
      )}
      {dialogs && (
        <dialogs.DelayDialog order={order} isForDay={isForDay} opened={isChoosing} onClose={() => setChoosing(false)} />
      )}
    </>
  );
}
