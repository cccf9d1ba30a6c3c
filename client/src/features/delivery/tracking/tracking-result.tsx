import { Button, Card, Group, Stack, Title } from '@mantine/core';
import { stopNames } from '@quickfleet/shared/company/proof/failure-words';
import type { OrderProgress } from '@quickfleet/shared/delivery/orders/order-progress';
import type { TrackingStep } from '@quickfleet/shared/delivery/orders/order-status';
import { type IncidentState, incidentKindWords } from '@quickfleet/shared/delivery/proof/incident-words';
import type { DeliveryReader } from '@quickfleet/shared/delivery/tracking/delivery-token';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { type Window, windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import {
  type Icon,
  IconFileCheck,
  IconMapPin,
  IconPackage,
  IconPackageExport,
  IconPhone,
  IconReceipt,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { BrandMark } from '../../../components/brand-mark.tsx';
import { ProgressSteps } from '../../../components/delivery/progress-steps.tsx';
import route from '../../../components/delivery/route-stops.module.css';
import { Steady } from '../../../components/feedback/steady.tsx';
import { SignatureImage } from '../../../components/signature/signature-image.tsx';
import { SupportPhone } from '../../../components/support-phone.tsx';
import { PhoneLink } from '../../../components/text/phone-link.tsx';
import { inNewTab, proofByLinkHref } from '../../../lib/addresses/paper-links.ts';
import { useIsHydrated } from '../../../lib/hooks/use-is-hydrated.ts';
import { useClickGuard } from '../../../lib/live/use-click-guard.ts';
import { lazyExtra } from '../../../lib/loading/lazy-named.ts';
import { brand } from '../../../lib/words/brand.ts';
import { formatDateTime } from '../../../lib/words/format.ts';
import { ReportProblem } from './help/report-problem.tsx';
import { OrderStatusCard } from './order-status-card.tsx';
import { TrackedAttempts, TrackedItems } from './tracked-items.tsx';
import { formatMoment, progressOf, shownWindow } from './tracked-progress.ts';
import styles from './tracking.module.css';

const UnlockDetails = lazyExtra(() => import('./help/unlock-details.tsx').then((m) => m.UnlockDetails));

const PaidAtDoor = lazyExtra(() => import('./paid-at-door.tsx').then((m) => m.PaidAtDoor));

const looks: Record<TrackingStep, { title: string; text: string; icon: Icon }> = {
  created: { title: t('Order Created'), text: t('Received, and being prepared for pickup.'), icon: IconPackage },
  picked_up: { title: t('Items Picked Up'), text: t('Collected at the pickup address.'), icon: IconPackageExport },
  in_transit: { title: t('In Transit'), text: t('On the way to the delivery address.'), icon: IconTruckDelivery },
  delivered: { title: t('Delivered'), text: t('Handed over at the delivery address.'), icon: IconMapPin },
};

function DeliveryProgress({ order, progress }: { order: TrackedOrder; progress: OrderProgress }) {
  const completedAt = (step: TrackingStep) => order.steps.find((candidate) => candidate.step === step)?.completedAt;
  return (
    <ProgressSteps
      steps={progress.steps.map(({ step, state }) => ({ key: step, ...looks[step], state, at: completedAt(step) }))}
    />
  );
}

/** The order as the link in a mail shows it: to its reader, with more on top. */
export interface MailedLink {
  reader: DeliveryReader;
  /** Proves who reports a problem. */
  token: string;
  /** Opens the proof of a delivery. */
  proof: string | null;
  /** Where the receipt of a paid delivery is. */
  receipt: string | null;
  children?: ReactNode;
}

/** Proof and receipt as PDF files, for visitors who came by the link in a mail. */
function Papers({ mailed, isDelivered }: { mailed: MailedLink | undefined; isDelivered: boolean }) {
  const isHydrated = useIsHydrated();
  const token = mailed ? mailed.proof : isHydrated ? new URLSearchParams(location.search).get('proof') : null;
  const proof = token && (isDelivered || !mailed) ? proofByLinkHref(token) : undefined;
  const receipt = mailed?.receipt ?? undefined;
  if (!proof && !receipt) return null;
  return (
    <Group gap="sm" className="no-print">
      {proof && (
        <Button variant="default" {...inNewTab} href={proof} leftSection={<IconFileCheck size={18} aria-hidden />}>
          {t('Proof of delivery (PDF)')}
        </Button>
      )}
      {receipt && (
        <Button variant="default" {...inNewTab} href={receipt} leftSection={<IconReceipt size={18} aria-hidden />}>
          {t('Receipt (PDF)')}
        </Button>
      )}
    </Group>
  );
}

const titles: Record<TrackingStep, string> = {
  created: t('Order created'),
  picked_up: t('Items picked up'),
  in_transit: t('On the way'),
  delivered: t('Delivered'),
};

interface Moment {
  title: string;
  at: string | null | undefined;
}

function momentsOf({ steps, quote, cancelledAt, attempts, outcome }: TrackedOrder): { title: string; at: string }[] {
  const [created, ...rest] = steps.map(({ step, completedAt }): Moment => ({ title: titles[step], at: completedAt }));
  const signature: Moment = {
    title: t('Signature captured{signatureCustomerName}', {
      signatureCustomerName: quote?.signatureCustomerName ? `, ${quote.signatureCustomerName}` : '',
    }),
    at: quote?.signatureCapturedAt,
  };
  const failures = attempts
    .filter((attempt) => attempt.outcome !== 'done')
    .map(
      (attempt): Moment => ({
        title: t('{stopNames}, attempt {number}: {reasonText}', {
          stopNames: stopNames[attempt.stop],
          number: attempt.number ?? '',
          reasonText: attempt.reasonText ?? t('failed'),
        }),
        at: attempt.takenAt ?? attempt.receivedAt,
      }),
    );
  const end: Moment = { title: outcome === 'returned' ? t('Returned to the sender') : t('Cancelled'), at: cancelledAt };
  // The signature is what completes its step at that very moment, so it is listed before it.
  const all = [...(created ? [created] : []), signature, ...rest, ...failures, end];
  return all.flatMap(({ title, at }) => (at ? [{ title, at }] : [])).sort((a, b) => a.at.localeCompare(b.at));
}

function OrderTimeline({ order }: { order: TrackedOrder }) {
  return (
    <ol className={styles.timeline}>
      {momentsOf(order).map(({ title, at }) => (
        <li key={title}>
          <span dir="auto" className={styles.strong}>
            {keepNumbers(title)}
          </span>
          <time dateTime={at} className={`${styles.quiet} tabular`}>
            {formatDateTime(at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

interface PartProps {
  title: string;
  children: ReactNode;
  className?: string | undefined;
  /** Where a link of a mail leads. */
  id?: string | undefined;
}
function Part({ title, children, className, id }: PartProps) {
  return (
    <Card padding="lg" component="section" aria-label={title} className={className} id={id}>
      <Title order={2} size="h3" mb="md">
        {title}
      </Title>
      {children}
    </Card>
  );
}

const claimStates: Record<IncidentState, string> = {
  open: t('We’re looking into it'),
  waiting: t('We’re waiting for someone else’s answer'),
  settled: t('Settled'),
};

function TrackedClaims({ claims }: Pick<TrackedOrder, 'claims'>) {
  return (
    <Stack component="ul" gap={20} m={0} p={0} style={{ listStyle: 'none' }}>
      {claims.map(({ reference, kind, state, answer, createdAt }) => (
        <li key={reference}>
          <p className={styles.strong}>{incidentKindWords[kind]}</p>
          <p className={styles.quiet}>
            <span className="mono">{reference}</span> · {formatMoment(createdAt)} · {claimStates[state]}
          </p>
          {answer && (
            <p dir="auto" className="as-written">
              {keepNumbers(answer)}
            </p>
          )}
        </li>
      ))}
    </Stack>
  );
}

function Driver({ driver: { firstName, phone } }: { driver: NonNullable<TrackedOrder['driver']> }) {
  return (
    <Part title={t('Your Driver')} className={styles.driver}>
      <p dir="auto" className={styles.strong}>
        {firstName}
      </p>
      {phone && (
        <PhoneLink phone={phone} className={styles.phone ?? ''}>
          <IconPhone size={18} aria-hidden />
          <bdi dir="ltr">{phone}</bdi>
        </PhoneLink>
      )}
    </Part>
  );
}

/** What is left out of the page of a stranger, and the way to it. */
function Locked({ order: { trackingNumber, deliveryArea } }: { order: TrackedOrder }) {
  const isHydrated = useIsHydrated();
  return (
    <>
      <p className={styles.quiet}>
        {deliveryArea && `${t('Goes to the postcode area {deliveryArea}.', { deliveryArea })} `}
        {t('Names, addresses, items and photos are on the page that the link in your e-mail opens.')}
      </p>
      {isHydrated && (
        <Suspense>
          <UnlockDetails trackingNumber={trackingNumber} />
        </Suspense>
      )}
    </>
  );
}

function RouteStop({ name, address, window }: { name: string; address: string; window: Window | undefined }) {
  return (
    <li>
      <span className={styles.quiet}>{name}</span>
      <span dir="auto" className="as-written">
        {keepNumbers(address)}
      </span>
      {window && <span className={styles.quiet}>{windowInWords(window, brand.timeZone, brand.hourCycle)}</span>}
    </li>
  );
}

/** What makes parts of the page come, go and move when it changes while it is read. */
const shapeOf = ({ status, outcome, attempts, items, driver, claims, whereabouts, isLocked }: TrackedOrder): string =>
  [
    ...[status, outcome, attempts.length, claims.length, driver !== null, Boolean(whereabouts), isLocked],
    ...items.map(({ isPickedUp, isDelivered }) => `${isPickedUp} ${isDelivered}`),
  ].join(' ');

/** With more items than this their photos are left out on paper, so that it stays one page. */
const PHOTOS_ON_PAPER_MAX = 8;

/**
 * Everything a stranger with the number may see. A month after delivery the server leaves only the state, and so does
 * the page.
 */
export function TrackingResult({
  order,
  freshness,
  mailed,
}: {
  order: TrackedOrder;
  freshness: ReactNode;
  mailed?: MailedLink;
}) {
  const { pickupAddress, deliveryAddress, pickupWindow, deliveryWindow, driver, quote, items } = order;
  const progress = progressOf(order, mailed?.reader);
  const isPhotoAtStop = order.attempts.some(({ outcome, photoUrls }) => outcome === 'done' && photoUrls.length > 0);
  const isKept = pickupAddress !== '' || items.length > 0;
  const isGuarded = useClickGuard(shapeOf(order));
  const isHydrated = useIsHydrated();
  return (
    <Steady
      isGuarded={isGuarded}
      className={styles.result ?? ''}
      data-paper
      data-many={items.length > PHOTOS_ON_PAPER_MAX || undefined}
    >
      <div className={styles.paperHead}>
        <BrandMark />
      </div>
      <OrderStatusCard order={order} progress={progress} freshness={freshness} reader={mailed?.reader} />
      {order.collect && isHydrated && (
        <Suspense>
          <PaidAtDoor order={order} />
        </Suspense>
      )}
      {mailed?.children}
      <Papers mailed={mailed} isDelivered={order.status === 'delivered'} />
      {progress.steps.length > 0 && (
        <Part title={t('Delivery Progress')}>
          <DeliveryProgress order={order} progress={progress} />
        </Part>
      )}
      {order.isLocked && <Locked order={order} />}
      {!isKept && !order.isLocked && (
        <p className={styles.quiet}>
          {t(
            'Names, addresses and items are shown for 30 days after {status, select, yes {cancellation} other {delivery}}.',
            { status: order.status === 'cancelled' ? 'yes' : 'no' },
          )}
        </p>
      )}
      <div className={styles.halves}>
        <div className={styles.column}>
          {isKept && (
            <Part title={t('Route')}>
              <ol className={pickupAddress ? route.stops : styles.alone}>
                {pickupAddress && (
                  <RouteStop
                    name={t('Pickup Address')}
                    address={pickupAddress}
                    window={shownWindow(pickupWindow, progress.showsWindow.pickup)}
                  />
                )}
                <RouteStop
                  name={t('Delivery Address')}
                  address={deliveryAddress}
                  window={shownWindow(deliveryWindow, progress.showsWindow.delivery)}
                />
              </ol>
            </Part>
          )}
          {order.attempts.some((attempt) => attempt.outcome !== 'done' || attempt.photoUrls.length > 0) && (
            <Part title={t('Attempts')} id={isPhotoAtStop ? 'photos' : undefined}>
              <TrackedAttempts attempts={order.attempts} />
            </Part>
          )}
          {quote?.signatureUrl && (
            <Part title={t('Signature')}>
              <SignatureImage
                title={t('Customer Signature')}
                url={quote.signatureUrl}
                signer={quote.signatureCustomerName}
                signedAt={quote.signatureCapturedAt}
              />
            </Part>
          )}
        </div>
        <div className={styles.column}>
          {driver && <Driver driver={driver} />}
          <Part title={t('Order Timeline')} className={progress.steps.length > 0 ? 'no-print' : undefined}>
            <OrderTimeline order={order} />
          </Part>
        </div>
      </div>
      {order.claims.length > 0 && (
        <Part title={t('Your Reports')}>
          <TrackedClaims claims={order.claims} />
        </Part>
      )}
      {progress.canReport && !order.isLocked && <ReportProblem order={order} token={mailed?.token} />}
      {items.length > 0 && (
        <Part title={t('Items Status')} id={isPhotoAtStop ? undefined : 'photos'}>
          <TrackedItems items={items} badges={progress.items} />
        </Part>
      )}
      <p className={styles.paperFoot}>
        <bdi>{brand.name}</bdi> · <SupportPhone isPaper /> · {brand.supportEmail}
      </p>
    </Steady>
  );
}
