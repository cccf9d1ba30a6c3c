import { Card, Text, Title } from '@mantine/core';
import type { OrderProgress } from '@quickfleet/shared/delivery/order-progress';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking';
import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { paths } from '@quickfleet/shared/paths';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/text/copy-button.tsx';
import { TrackedOrderBadge } from '../../../components/text/status-badge.tsx';
import { brand } from '../../../lib/words/brand.ts';
import { ShareButton } from './help/share-button.tsx';
import { shownWindow } from './tracked-progress.ts';
import styles from './tracking.module.css';

/** The answer first: where it is, what comes next and when; then which order this is. */
export function OrderStatusCard({
  order,
  progress,
  freshness,
}: {
  order: TrackedOrder;
  progress: OrderProgress;
  freshness: ReactNode;
}) {
  const { sentence, next, when, badge, steps } = progress;
  const { trackingNumber, customerName, deliveryWindow } = order;
  const promised = shownWindow(deliveryWindow, progress.showsWindow.delivery);
  return (
    <Card padding="lg" component="section" aria-label="Order status">
      <div className={styles.answer}>
        <TrackedOrderBadge badge={badge} size="lg" />
        <Title order={2} className={styles.where}>
          {sentence}
        </Title>
        {promised ? (
          <Text fw={550}>Delivery {windowInWords(promised, brand.timeZone)}</Text>
        ) : (
          when && <Text fw={550}>{when}</Text>
        )}
        {next && <Text c="dimmed">{next}</Text>}
      </div>
      {steps.length > 0 && (
        <div className={styles.bar} aria-hidden>
          {steps.map(({ step, state }) => (
            <span key={step} data-reached={state === 'done' || state === 'current' || undefined} />
          ))}
        </div>
      )}
      <div className={styles.which}>
        <div>
          <p className={styles.quiet}>Order</p>
          <p className={styles.number}>
            <span className="mono">{formatTracking(trackingNumber)}</span>
            <span className="no-print">
              <CopyButton value={trackingNumber} what="tracking number" />
            </span>
          </p>
        </div>
        {customerName && (
          <div>
            <p className={styles.quiet}>Customer</p>
            <p dir="auto" className={styles.strong}>
              {customerName}
            </p>
          </div>
        )}
        <div className={`${styles.share} no-print`}>
          <ShareButton title={`${brand.name} order ${trackingNumber}`} path={paths.trackNumber(trackingNumber)} />
        </div>
      </div>
      {freshness}
    </Card>
  );
}
