import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { chargeName } from '@quickfleet/shared/delivery/charges/charge-rates';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { IconPlayerPlay, IconPlayerStop, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import { loadDialogs } from '../asking/load-dialogs.ts';
import { usePortal } from '../outbox/portal.ts';
import styles from '../portal/driver.module.css';
import { notifyNotLoaded } from '../portal/drivers-mutations.ts';
import { ChargeList } from './charge-list.tsx';
import { useMinutes } from './use-minutes.ts';
import { startWaiting, stopWaiting, waitingOf } from './waiting.ts';

/** What this stop costs on top: a timer for waiting, the company's other charges, and what was proposed so far. */
export function ChargesCard({ order }: { order: Order }) {
  const waiting = waitingOf(usePortal(), order.id);
  const minutes = useMinutes(waiting);
  const [isAdding, setAdding] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const dialogs = useLater(loadDialogs, isAdding, () => notifyNotLoaded(() => setAdding(false)));
  const rates = order.chargeRates ?? [];
  const timed = isOpenOrder(order.status) ? rates.filter(({ kind }) => kind === 'hour') : [];
  const others = rates.filter(({ kind }) => kind !== 'hour');
  if (rates.length === 0 && order.charges.length === 0 && !waiting) return null;
  const once = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().finally(() => setBusy(false));
  };

  return (
    <section className={styles.card} aria-labelledby="charges-title">
      <Title order={2} size="h4" c="dimmed" id="charges-title" mb="xs">
        {t('Charges')}
      </Title>
      <Stack gap="sm">
        <ChargeList order={order} />
        {waiting && (
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600} role="timer" className="tabular">
              {chargeName({ label: waiting.label, minutes })}
            </Text>
            <Button
              variant="default"
              style={{ flex: 'none' }}
              disabled={isBusy}
              leftSection={<IconPlayerStop size={20} aria-hidden />}
              onClick={() => void once(() => stopWaiting(order))}
            >
              {t('Stop (verb)')}
            </Button>
          </Group>
        )}
        <Group grow gap="xs">
          {!waiting &&
            timed.map(({ label }) => (
              <Button
                key={label}
                variant="default"
                disabled={isBusy}
                leftSection={<IconPlayerPlay size={20} aria-hidden />}
                onClick={() => void once(() => startWaiting(order, label))}
              >
                {label}
              </Button>
            ))}
          {others.length > 0 && (
            <Button
              variant="default"
              loading={isAdding && !dialogs}
              leftSection={<IconPlus size={20} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t('Add a charge')}
            </Button>
          )}
        </Group>
      </Stack>
      {dialogs && (
        <dialogs.ChargeDialog order={order} rates={others} opened={isAdding} onClose={() => setAdding(false)} />
      )}
    </section>
  );
}
