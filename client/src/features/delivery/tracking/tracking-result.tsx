import { Card, Title } from '@mantine/core';
import { type IncidentState, incidentKindWords } from '@quickfleet/shared/delivery/proof/incident-words';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import route from '../../../components/delivery/route-stops.module.css';
import { SignatureImage } from '../../../components/signature/signature-image.tsx';
import { PhoneLink } from '../../../components/text/phone-link.tsx';
import { brand } from '../../../lib/words/brand.ts';
import { DeliveryProgress } from './delivery-progress.tsx';
import { ReportProblem } from './help/report-problem.tsx';
import { OrderStatusCard } from './order-status-card.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { ProofButton } from './proof-button.tsx';
import { TrackedAttempts } from './tracked-attempts.tsx';
import { TrackedItems } from './tracked-items.tsx';
import { formatMoment, progressOf, shownWindow } from './tracked-progress.ts';
import styles from './tracking.module.css';

function Part({ title, children, className }: { title: string; children: ReactNode; className?: string | undefined }) {
  return (
    <Card padding="lg" component="section" aria-label={title} className={className}>
      <Title order={2} size="h3" mb="md">
        {title}
      </Title>
      {children}
    </Card>
  );
}

const claimStates: Record<IncidentState, string> = {
  open: 'We’re looking into it',
  waiting: 'We’re waiting for someone else’s answer',
  settled: 'Settled',
};

/** What the customer has reported, where it stands, and what the office answered. */
function TrackedClaims({ claims }: Pick<TrackedOrder, 'claims'>) {
  return (
    <ul className={styles.items}>
      {claims.map(({ reference, kind, state, answer, createdAt }) => (
        <li key={reference}>
          <p className={styles.strong}>{incidentKindWords[kind]}</p>
          <p className={styles.quiet}>
            <span className="mono">{reference}</span> · {formatMoment(createdAt)} · {claimStates[state]}
          </p>
          {answer && (
            <p dir="auto" className="as-written">
              {answer}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Driver({ driver: { firstName, phone } }: { driver: NonNullable<TrackedOrder['driver']> }) {
  return (
    <Part title="Your Driver" className={styles.driver}>
      <p dir="auto" className={styles.strong}>
        {firstName}
      </p>
      {phone && (
        <PhoneLink phone={phone} className={styles.phone ?? ''}>
          <IconPhone size={18} aria-hidden />
          {phone}
        </PhoneLink>
      )}
    </Part>
  );
}

/**
 * Everything a stranger with the number may see. A month after delivery the server leaves only the state, and so does
 * the page.
 */
export function TrackingResult({ order, freshness }: { order: TrackedOrder; freshness: ReactNode }) {
  const { pickupAddress, deliveryAddress, pickupWindow, deliveryWindow, driver, quote, items } = order;
  const progress = progressOf(order);
  const isKept = pickupAddress !== '' || items.length > 0;
  return (
    <div className={styles.result}>
      <OrderStatusCard order={order} progress={progress} freshness={freshness} />
      <ProofButton />
      {progress.steps.length > 0 && (
        <Part title="Delivery Progress">
          <DeliveryProgress order={order} progress={progress} />
        </Part>
      )}
      {!isKept && (
        <p className={styles.quiet}>
          Names, addresses and items are shown for 30 days after{' '}
          {order.status === 'cancelled' ? 'cancellation' : 'delivery'}.
        </p>
      )}
      <div className={styles.halves}>
        <div className={styles.column}>
          {isKept && (
            <Part title="Route">
              <ol className={route.stops}>
                <li>
                  <span className={styles.quiet}>Pickup Address</span>
                  <span dir="auto" className="as-written">
                    {pickupAddress}
                  </span>
                  {shownWindow(pickupWindow, progress.showsWindow.pickup) && pickupWindow && (
                    <span className={styles.quiet}>{windowInWords(pickupWindow, brand.timeZone)}</span>
                  )}
                </li>
                <li>
                  <span className={styles.quiet}>Delivery Address</span>
                  <span dir="auto" className="as-written">
                    {deliveryAddress}
                  </span>
                  {shownWindow(deliveryWindow, progress.showsWindow.delivery) && deliveryWindow && (
                    <span className={styles.quiet}>{windowInWords(deliveryWindow, brand.timeZone)}</span>
                  )}
                </li>
              </ol>
            </Part>
          )}
          {order.attempts.some((attempt) => attempt.outcome !== 'done' || attempt.photoUrls.length > 0) && (
            <Part title="Attempts">
              <TrackedAttempts attempts={order.attempts} />
            </Part>
          )}
          {quote?.signatureUrl && (
            <Part title="Signature">
              <SignatureImage
                title="Customer Signature"
                url={quote.signatureUrl}
                signer={quote.signatureCustomerName}
                signedAt={quote.signatureCapturedAt}
              />
            </Part>
          )}
        </div>
        <div className={styles.column}>
          {driver && <Driver driver={driver} />}
          <Part title="Order Timeline">
            <OrderTimeline order={order} />
          </Part>
        </div>
      </div>
      {order.claims.length > 0 && (
        <Part title="Your Reports">
          <TrackedClaims claims={order.claims} />
        </Part>
      )}
      {progress.canReport && <ReportProblem order={order} />}
      {items.length > 0 && (
        <Part title="Items Status">
          <TrackedItems items={items} badges={progress.items} />
        </Part>
      )}
    </div>
  );
}
