import { Button, Group } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { canRunLate, type Delayable, useDelay } from '../delays/use-delay.tsx';

/** Running late, said once for the day. `name`: the stop that it is said by. */
export function StopDelay({ order, name }: { order: Delayable; name: string }) {
  const { isBusy, isLoading, choose, takeBack, dialog } = useDelay(order, true);
  if (!canRunLate(order)) return null;
  const isLate = Boolean(order.delay);
  return (
    <Group gap="xs" grow preventGrowOverflow={false}>
      <Button
        variant="default"
        aria-label={isLate ? t('Change reason, {name}', { name }) : t('Running late, {name}', { name })}
        disabled={isBusy}
        loading={isLoading}
        onClick={choose}
      >
        {isLate ? t('Change reason') : t('Running late')}
      </Button>
      {isLate && (
        <Button
          variant="default"
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
