import { Button, Group } from '@mantine/core';
import { canRunLate, type Delayable, useDelay } from '../delays/use-delay.tsx';
import styles from '../portal/driver.module.css';

/** Running late, below a stop of the day, which shows the reason itself. `name` tells the stops apart. */
export function StopDelay({ order, name }: { order: Delayable; name: string }) {
  const { isBusy, isLoading, choose, takeBack, dialog } = useDelay(order, true);
  if (!canRunLate(order)) return null;
  const isLate = Boolean(order.delay);
  const words = isLate ? 'Change reason' : 'Running late';
  return (
    <Group gap={0} justify="flex-end" className={styles.late ?? ''}>
      <Button variant="subtle" aria-label={`${words}, ${name}`} disabled={isBusy} loading={isLoading} onClick={choose}>
        {words}
      </Button>
      {isLate && (
        <Button variant="subtle" aria-label={`Not late, ${name}`} disabled={isBusy} onClick={() => void takeBack()}>
          Not late
        </Button>
      )}
      {dialog}
    </Group>
  );
}
