import { Button, Text, Title } from '@mantine/core';
import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { IconCircleCheck } from '@tabler/icons-react';
import { describeHandedIn, lateSentence } from '../outbox/handed-in.ts';
import { portal, usePortal } from '../outbox/use-portal.ts';
import styles from './driver.module.css';

/** Evidence that reached the office after its order had ended. */
export function HandedInNotices() {
  const { handedIn = [] } = usePortal().notes;
  if (handedIn.length === 0) return null;
  return (
    <div role="status" className={styles.notices}>
      {handedIn.map((notice) => (
        <section
          key={`${notice.orderId} ${notice.after}`}
          className={`${styles.card} ${styles.delivered}`}
          aria-label={`Late upload, order ${formatTracking(notice.trackingNumber)}`}
        >
          <Title order={2} size="h4" className={styles.refusedTitle ?? ''}>
            <IconCircleCheck size={24} aria-hidden />
            {describeHandedIn(notice)} uploaded late
          </Title>
          <Text size="sm" className="mono">
            Order {formatTracking(notice.trackingNumber)}
          </Text>
          <Text mt={4}>{lateSentence(notice.after)}</Text>
          <Button mt="md" variant="default" onClick={() => void portal.dismissHandedIn(notice.orderId)}>
            OK
          </Button>
        </section>
      ))}
    </div>
  );
}
