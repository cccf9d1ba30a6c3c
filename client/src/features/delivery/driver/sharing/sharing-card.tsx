import { Switch, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import styles from '../portal/driver.module.css';
import { startSharing, stopSharing, useSharing } from './sharing.ts';
import { useShareableDay } from './use-day-sharing.ts';

/** Offers to share the position for the day that runs; off until the driver turns it on. */
export function SharingCard() {
  const running = useShareableDay();
  const state = useSharing();
  if (!running) return null;
  const { driverId, day } = running;
  return (
    <section className={styles.card} aria-label={t('Position')}>
      <Switch
        size="lg"
        label={t('Share my position')}
        description={t(
          'While this page is open, until you end your day. The office sees where you are; a customer sees about where, once theirs is the next stop. It is deleted after 24 hours.',
        )}
        checked={state === 'on'}
        onChange={({ currentTarget }) => (currentTarget.checked ? startSharing(driverId, day) : stopSharing())}
      />
      {state === 'refused' && (
        <Text role="alert" c="var(--mantine-color-error)" mt={6}>
          {t('This phone does not give its position. Allow it in the browser’s settings, then turn it on again.')}
        </Text>
      )}
    </section>
  );
}
