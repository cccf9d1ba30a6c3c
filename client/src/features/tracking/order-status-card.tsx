import { Card, Text, Title } from '@mantine/core';
import type { OrderProgress } from '@quickfleet/shared/order-progress';
import { isOpenOrder } from '@quickfleet/shared/order-status';
import { paths } from '@quickfleet/shared/paths';
import type { TrackedOrder } from '@quickfleet/shared/tracking';
import { formatTracking } from '@quickfleet/shared/tracking-number';
import { windowInWords } from '@quickfleet/shared/window-rules';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { TrackedOrderBadge } from '../../components/status-badge.tsx';
import { brand } from '../../lib/brand.ts';
import { ShareButton } from './share-button.tsx';
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
  // Once the window is over, the sentence about the planned day says that it is late.
  const isKept = deliveryWindow !== null && Date.parse(deliveryWindow.to) > Date.now();
  // What went wrong matters more than a window that it has overtaken.
  const promised = isOpenOrder(order.status) && isKept && order.outcome === null ? deliveryWindow : undefined;
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
            <p className={styles.strong}>{customerName}</p>
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
