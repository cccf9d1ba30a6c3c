import { Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import styles from './driver.module.css';

/** What the customer asked for ("Gate code 4711"): before everything else, because it decides how to get there. */
export function OrderNotes({ notes }: { notes: string | null }) {
  if (!notes?.trim()) return null;
  return (
    <section className={`${styles.card} ${styles.notes}`} aria-labelledby="notes-title">
      <Title order={2} size="h4" className={styles.refusedTitle ?? ''} id="notes-title">
        <IconInfoCircle size={24} aria-hidden />
        Special instructions
      </Title>
      <Text className="as-written" fw={600} size="lg" mt={4}>
        {notes}
      </Text>
    </section>
  );
}
