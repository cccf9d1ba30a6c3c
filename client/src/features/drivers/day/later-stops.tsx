import { Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import styles from '../driver.module.css';
import type { ShownStop } from '../outbox/planned-day.ts';
import { keyOf, StopWords } from './stop-words.tsx';

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
