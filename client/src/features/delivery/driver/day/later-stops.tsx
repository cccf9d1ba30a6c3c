import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ShownStop } from '../outbox/planned-day.ts';
import styles from '../portal/driver.module.css';
import { keyOf, StopWords, stopNames } from './stop-words.tsx';

/** Stops in order, each of which opens its order. */
export function LaterStops({
  stops,
  isOpening,
  onOpen,
}: {
  stops: ShownStop[];
  isOpening: boolean;
  onOpen: (shown: ShownStop) => void;
}) {
  return (
    <ol className={styles.dayStops}>
      {stops.map((shown) => (
        <li key={keyOf(shown)}>
          <button
            type="button"
            className={styles.delivery}
            data-done={shown.isDone || undefined}
            disabled={isOpening}
            onClick={() => onOpen(shown)}
          >
            <StopWords shown={shown} />
            {shown.failed && (
              <Text component="span" className={styles.dayFailed ?? ''}>
                <IconAlertTriangle size={20} aria-hidden />
                {shown.failed === 'failed' ? `${stopNames[shown.stop]} failed` : 'Only some items were handed over'}
              </Text>
            )}
            {shown.isDone && (
              <Text component="span" className={styles.dayDone ?? ''}>
                <IconCircleCheck size={20} aria-hidden /> Done
              </Text>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}
