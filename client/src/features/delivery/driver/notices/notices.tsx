import { Button, Stack, Text, Title } from '@mantine/core';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { brand } from '../../../../lib/words/brand.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { describeLateUpload, lateSentence } from '../outbox/late-uploads.ts';
import { portal, usePortal } from '../outbox/portal.ts';
import { changedWords, type OfficeChange } from '../outbox/storing/office-changes.ts';
import styles from '../portal/driver.module.css';
import { RefusedEntries, type RefusedEntriesProps } from '../portal/refused-entries.tsx';

const inWords = (value: OfficeChange['before']): string =>
  value === null
    ? t('None (before or after a change)')
    : typeof value === 'string'
      ? value
      : windowInWords(value, brand.timeZone, brand.hourCycle);

/** What the office changed while the driver was on the way: above everything else until it is acknowledged. */
function OfficeChangesCard({ orderId, changes }: { orderId: number; changes: readonly OfficeChange[] }) {
  const fingerprint = JSON.stringify(changes);
  useEffect(() => {
    if (changes.length === 0) return;
    // Felt in a pocket. A page that nobody has touched yet may not vibrate.
    if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate([200, 100, 200]);
  }, [fingerprint]);
  if (changes.length === 0) return null;
  return (
    <div role="alert" className={styles.changed}>
      <section className={`${styles.card} ${styles.refused}`} aria-label={t('Changed by the office')}>
        <Stack gap="sm">
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <Title order={2} size="h4" className={styles.refusedTitle ?? ''}>
                <IconAlertTriangle size={24} aria-hidden />
                {changedWords[field]}
              </Title>
              <Text c="dimmed" className="as-written">
                {rich('Old: {value}', { value: <s>{inWords(before)}</s> })}
              </Text>
              <Text fw={650} className="as-written">
                {t('New: {value}', { value: inWords(after) })}
              </Text>
            </div>
          ))}
        </Stack>
        <Button mt="sm" fullWidth onClick={() => void portal.acknowledgeChanges(orderId)}>
          {t('Got it')}
        </Button>
      </section>
    </div>
  );
}

function LateUploadNotices() {
  const { handedIn = [] } = usePortal().notes;
  if (handedIn.length === 0) return null;
  return (
    <Stack gap="sm" role="status">
      {handedIn.map((notice) => (
        <section
          key={`${notice.orderId} ${notice.after}`}
          className={`${styles.card} ${styles.delivered}`}
          aria-label={t('Late upload, order {number}', { number: formatTracking(notice.trackingNumber) })}
        >
          <Title order={2} size="h4" className={styles.refusedTitle ?? ''}>
            <IconCircleCheck size={24} aria-hidden />
            {t('{what} uploaded late', { what: describeLateUpload(notice) })}
          </Title>
          <Text size="sm" className="mono">
            {t('Order {number}', { number: formatTracking(notice.trackingNumber) })}
          </Text>
          <Text mt={4}>{lateSentence(notice.after)}</Text>
          <Button mt="md" variant="default" onClick={() => void portal.dismissLateUpload(notice.orderId)}>
            {t('OK')}
          </Button>
        </section>
      ))}
    </Stack>
  );
}

interface NoticesProps extends RefusedEntriesProps {
  changed?: { orderId: number; changes: readonly OfficeChange[] };
}

/** What the driver has to read before anything else; it comes with the first view, whatever the network does then. */
export function Notices({ changed, ...refused }: NoticesProps) {
  return (
    <>
      {changed && <OfficeChangesCard {...changed} />}
      <LateUploadNotices />
      <RefusedEntries {...refused} />
    </>
  );
}
