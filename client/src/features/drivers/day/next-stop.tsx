import { Button, Text } from '@mantine/core';
import styles from '../driver.module.css';
import type { ShownStop } from '../outbox/planned-day.ts';
import { CallLinks, NavigateLink } from '../way-links.tsx';
import { addressOf, StopWords, stopNames } from './stop-words.tsx';

/** The stop to make now, with its notes, the way there and the customer's phone. */
export function NextStop({ shown, isOpening, onOpen }: { shown: ShownStop; isOpening: boolean; onOpen: () => void }) {
  const { order, stop } = shown;
  return (
    <section className={styles.card} aria-label="Next stop">
      <Text c="dimmed" mb={4}>
        Next stop
      </Text>
      <StopWords shown={shown} />
      {[order.notes, order.driverNotes].map(
        (text, at) =>
          text?.trim() && (
            <Text key={at === 0 ? 'customer' : 'office'} mt={6} className="as-written">
              {text}
            </Text>
          ),
      )}
      <div className={styles.dayActions}>
        <NavigateLink address={addressOf(shown)} to={`the ${stop} address`} isNext={false} />
        {order.customerPhone && <CallLinks phone={order.customerPhone} who={order.customerName} />}
      </div>
      <Button fullWidth mt="sm" onClick={onOpen} loading={isOpening}>
        Open {stopNames[stop].toLowerCase()}
      </Button>
    </section>
  );
}
