import { Button, Text } from '@mantine/core';
import { CallLinks, NavigateLink } from '../order/way-links.tsx';
import type { ShownStop } from '../outbox/planned-day.ts';
import styles from '../portal/driver.module.css';
import { addressOf, StopWords, stopNames } from './stop-words.tsx';

/** Where the portal lands when an order is left. */
export const NEXT_STOP = 'next-stop';

/** The stop to make now, with its notes, the way there and the customer's phone. */
export function NextStop({ shown, isOpening, onOpen }: { shown: ShownStop; isOpening: boolean; onOpen: () => void }) {
  const { order, stop } = shown;
  return (
    <section className={`${styles.card} ${styles.landing}`} id={NEXT_STOP} tabIndex={-1} aria-label="Next stop">
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
