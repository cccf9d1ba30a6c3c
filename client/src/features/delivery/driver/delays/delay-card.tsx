import { Button, Group, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconClockExclamation } from '@tabler/icons-react';
import styles from '../portal/driver.module.css';
import { canRunLate, type Delayable, DelayWords, useDelay } from './use-delay.tsx';

/** Says why a delivery runs late, and takes that back. */
export function DelayCard({ order, isForDay }: { order: Delayable; isForDay: boolean }) {
  const { isBusy, isLoading, choose, takeBack, dialog } = useDelay(order, isForDay);
  if (!canRunLate(order)) return null;
  // An order that an earlier release stored has none.
  const { delay = null } = order;
  const open = (
    <Button
      variant="default"
      fullWidth={delay === null}
      disabled={isBusy}
      loading={isLoading}
      leftSection={delay === null ? <IconClockExclamation size={20} aria-hidden /> : undefined}
      onClick={choose}
    >
      {delay === null ? t('Running late') : t('Change')}
    </Button>
  );
  return (
    <>
      {delay === null ? (
        open
      ) : (
        <section className={styles.card} aria-label={t('Running late')}>
          <DelayWords order={order} />
          <Text size="sm" c="dimmed">
            {t('The customer sees it with the expected time.')}
          </Text>
          <Group grow gap="xs" mt="sm">
            {open}
            <Button variant="default" disabled={isBusy} onClick={() => void takeBack()}>
              {t('Not late')}
            </Button>
          </Group>
        </section>
      )}
      {dialog}
    </>
  );
}
