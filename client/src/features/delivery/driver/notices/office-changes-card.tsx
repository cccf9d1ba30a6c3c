import { Button, Text, Title } from '@mantine/core';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { brand } from '../../../../lib/words/brand.ts';
import type { ChangedField, OfficeChange } from '../outbox/storing/office-changes.ts';
import { portal } from '../outbox/use-portal.ts';
import styles from '../portal/driver.module.css';

const names: Record<ChangedField, string> = {
  pickupAddress: 'the pickup address',
  deliveryAddress: 'the delivery address',
  pickupWindow: 'the pickup time',
  deliveryWindow: 'the delivery time',
  notes: 'the special instructions',
  driverNotes: 'the note to you',
  customerName: 'the customer’s name',
  customerPhone: 'the customer’s phone number',
  items: 'the items',
};
const inWords = (value: OfficeChange['before']): string =>
  value === null ? 'None' : typeof value === 'string' ? value : windowInWords(value, brand.timeZone);

/** What the office changed while the driver was on the way: above everything else until it is acknowledged. */
export function OfficeChangesCard({ orderId, changes }: { orderId: number; changes: readonly OfficeChange[] }) {
  const fingerprint = JSON.stringify(changes);
  useEffect(() => {
    if (changes.length === 0) return;
    // Felt in a pocket, where the phone can.
    if ('vibrate' in navigator) navigator.vibrate([200, 100, 200]);
  }, [fingerprint]);
  if (changes.length === 0) return null;
  return (
    <div role="alert" className={styles.changed}>
      <section className={`${styles.card} ${styles.refused}`} aria-label="Changed by the office">
        {changes.map(({ field, before, after }) => (
          <div key={field} className={styles.change}>
            <Title order={2} size="h4" className={styles.refusedTitle ?? ''}>
              <IconAlertTriangle size={24} aria-hidden />
              The office changed {names[field]}
            </Title>
            <Text c="dimmed" className="as-written">
              Old: <s>{inWords(before)}</s>
            </Text>
            <Text fw={650} className="as-written">
              New: {inWords(after)}
            </Text>
          </div>
        ))}
        <Button mt="sm" fullWidth onClick={() => void portal.acknowledgeChanges(orderId)}>
          Got it
        </Button>
      </section>
    </div>
  );
}
