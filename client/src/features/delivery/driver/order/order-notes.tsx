import { Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import styles from '../portal/driver.module.css';

function Notes({ id, title, text }: { id: string; title: string; text: string | null }) {
  if (!text?.trim()) return null;
  return (
    <section className={`${styles.card} ${styles.notes}`} aria-labelledby={id}>
      <Title order={2} size="h4" className={styles.refusedTitle ?? ''} id={id}>
        <IconInfoCircle size={24} aria-hidden />
        {title}
      </Title>
      <Text className="as-written" fw={600} size="lg" mt={4}>
        {text}
      </Text>
    </section>
  );
}

/**
 * Notes from customer ("Gate code 4711") and office, shown first because they decide how to get there. An order stored
 * by an earlier release has no office note.
 */
export function OrderNotes({ notes, driverNotes }: { notes: string | null; driverNotes: string | null | undefined }) {
  return (
    <>
      <Notes id="notes-title" title="Special instructions" text={notes} />
      <Notes id="driver-notes-title" title="From the office" text={driverNotes ?? null} />
    </>
  );
}
