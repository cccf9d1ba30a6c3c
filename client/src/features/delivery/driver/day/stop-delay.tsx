import { Button, Group } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { canRunLate, type Delayable, useDelay } from '../delays/use-delay.tsx';
import styles from '../portal/driver.module.css';

/** Running late, below a stop of the day, which shows the reason itself. `name` tells the stops apart. */
export function StopDelay({ order, name }: { order: Delayable; name: string }) {
  const { isBusy, isLoading, choose, takeBack, dialog } = useDelay(order, true);
  if (!canRunLate(order)) return null;
  const isLate = Boolean(order.delay);
  return (
    <Group gap={0} justify="flex-end" className={styles.late ?? ''}>
      <Button
        variant="subtle"
        aria-label={isLate ? t('Change reason, {name}', { name }) : t('Running late, {name}', { name })}
        disabled={isBusy}
        loading={isLoading}
        onClick={choose}
      >
        {isLate ? t('Change reason') : t('Running late')}
      </Button>
      {isLate && (
        <Button
          variant="subtle"
          aria-label={t('Not late, {name}', { name })}
          disabled={isBusy}
          onClick={() => void takeBack()}
        >
          {t('Not late')}
        </Button>
      )}
      {dialog}
    </Group>
  );
}
