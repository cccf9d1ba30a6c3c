import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { personAt } from '@quickfleet/shared/base/contact/stop-person';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { waitsForOffice } from '@quickfleet/shared/delivery/planning/next-stop';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import {
  IconArrowBackUp,
  IconClockPause,
  IconInfoCircle,
  IconMail,
  IconMapPinFilled,
  IconPhone,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { useCallLinks } from '../../../../components/text/phone-link.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { OrderStatusBadge } from '../../../../components/text/status-badge.tsx';
import { brand } from '../../../../lib/words/brand.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { ProofPhotos } from '../items/proof-photos.tsx';
import { type ShownOrder, usePortal } from '../outbox/portal.ts';
import styles from '../portal/driver.module.css';
import { useStatusPulse } from '../portal/use-flash.ts';
import { nextAddress, nextStep, windowsThatHold } from './next-step.ts';
import { CallLinks, NavigateLink, navigateTo, startTransit } from './way-links.tsx';

/** Why this order is not an ordinary delivery, in one sentence for the driver. */
export function AttemptNotice({ order }: { order: Order }) {
  if (order.outcome === 'returning')
    return (
      <Alert color="amber" icon={<IconArrowBackUp aria-hidden />} title={t('Bring it back to the sender')}>
        {t('Return this order to: {address}', { address: order.pickupAddress })}
      </Alert>
    );
  if (order.outcome === 'returned')
    return (
      <Alert color="gray" icon={<IconArrowBackUp aria-hidden />} title={t('Returned to the sender (by the driver)')}>
        {t('There is nothing left to do.')}
      </Alert>
    );
  if (isOpenOrder(order.status) && waitsForOffice(order.outcome))
    return (
      <Alert color="amber" icon={<IconClockPause aria-hidden />} title={t('The office will decide what to do next')}>
        {order.outcome === 'failed'
          ? t('Stop failed. Go to the next stop. If you can complete it later, come back here.')
          : t('Only some items were handed over. Go to the next stop. If you can complete it later, come back here.')}
      </Alert>
    );
  return null;
}

function CustomerPhone({ phone }: { phone: string }) {
  const links = useCallLinks(phone);
  if (!links) return <Text>{phone}</Text>;
  return (
    <Button
      component="a"
      href={links.tel}
      className={styles.contact ?? ''}
      variant="default"
      leftSection={<IconPhone size={20} aria-hidden />}
      aria-label={t('Call {who}', { who: phone })}
    >
      {phone}
    </Button>
  );
}

export function OrderCustomer({
  order: { customerName, customerEmail, customerPhone, customerCompany },
}: {
  order: Order;
}) {
  return (
    <section className={styles.card} aria-labelledby="customer-title">
      <Title order={2} size="h4" c="dimmed" id="customer-title">
        {t('Customer')}
      </Title>
      <Text fw={600} size="lg" mt={2}>
        {customerName}
      </Text>
      {customerCompany && <Text>{customerCompany}</Text>}
      <Stack mt="sm" gap="xs">
        {customerPhone && <CustomerPhone phone={customerPhone} />}
        {customerEmail && (
          <Button
            component="a"
            href={mailtoOf(customerEmail)}
            className={styles.contact ?? ''}
            variant="default"
            leftSection={<IconMail size={20} aria-hidden />}
            aria-label={t('Write to {email}', { email: customerEmail })}
          >
            {customerEmail}
          </Button>
        )}
      </Stack>
    </section>
  );
}

function Notes({ id, title, text }: { id: string; title: string; text: string | null }) {
  if (!text?.trim()) return null;
  return (
    <section className={`${styles.card} ${styles.notes}`} aria-labelledby={id}>
      <Title order={2} size="h4" className={styles.refusedTitle ?? ''} id={id}>
        <IconInfoCircle size={24} aria-hidden />
        {title}
      </Title>
      <Text className="as-written" fw={600} size="lg" mt={4}>
        {keepNumbers(text)}
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
      <Notes id="notes-title" title={t('Special instructions')} text={notes} />
      <Notes id="driver-notes-title" title={t('From the office')} text={driverNotes ?? null} />
    </>
  );
}

/** Who is there, when that is not the customer. */
function ContactAtStop({ order, stop }: { order: Order; stop: 'pickup' | 'delivery' }) {
  const { name, phone, notes, isCustomer } = personAt(order, stop);
  if (isCustomer) return null;
  return (
    <section aria-label={stop === 'pickup' ? t('Contact at the pickup') : t('Contact at the delivery')}>
      <Text mt={6} fw={600}>
        {name}
      </Text>
      {notes && <Text className="as-written">{keepNumbers(notes)}</Text>}
      {phone && (
        <Group mt="xs" gap="xs">
          <CallLinks phone={phone} who={name} />
        </Group>
      )}
    </section>
  );
}

const stopLabels = {
  pickup: { title: t('Pickup address'), what: t('pickup address') },
  delivery: { title: t('Delivery address'), what: t('delivery address') },
} as const;

function Stop({
  stop,
  address,
  window,
  isNext,
  isLast = false,
  onNavigate,
  children,
}: {
  stop: 'pickup' | 'delivery';
  address: string;
  window: Order['pickupWindow'];
  isNext: boolean;
  children: ReactNode;
  isLast?: boolean;
  onNavigate?: () => void;
}) {
  return (
    <>
      <div className={styles.rail} aria-hidden>
        {isLast ? (
          <IconMapPinFilled size={24} color="var(--qf-pin)" />
        ) : (
          <svg width="18" height="18" viewBox="0 0 18 18">
            <circle cx="9" cy="9" r="8" fill="var(--qf-route)" opacity="0.2" />
            <circle cx="9" cy="9" r="4.5" fill="var(--qf-route)" />
          </svg>
        )}
        {!isLast && <span className={styles.way} />}
      </div>
      <div className={styles.stop} data-last={isLast || undefined}>
        <Title order={2} size="h4" c="dimmed">
          {stopLabels[stop].title}
        </Title>
        <Text className="as-written" fw={550} size="lg" mt={2}>
          {keepNumbers(address)}
        </Text>
        {window && <Text mt={2}>{windowInWords(window, brand.timeZone, brand.hourCycle)}</Text>}
        {children}
        <Group mt="xs" gap="xs" wrap="nowrap">
          <NavigateLink
            address={address}
            label={navigateTo[stop]}
            isNext={isNext}
            {...(onNavigate && { onNavigate })}
          />
          <CopyButton value={address} what={stopLabels[stop].what} />
        </Group>
      </div>
    </>
  );
}

export function OrderRoute({ order }: { order: Order }) {
  const { pickupAddress, deliveryAddress } = order;
  const { pickupWindow, deliveryWindow } = windowsThatHold(order);
  const next = nextAddress(order);
  return (
    <section className={styles.card} aria-label={t('Route')}>
      <div className={styles.stops}>
        <Stop stop="pickup" address={pickupAddress} window={pickupWindow} isNext={next === 'pickup'}>
          <ContactAtStop order={order} stop="pickup" />
        </Stop>
        <Stop
          stop="delivery"
          address={deliveryAddress}
          window={deliveryWindow}
          isNext={next === 'delivery'}
          isLast
          onNavigate={() => void startTransit(order)}
        >
          <ContactAtStop order={order} stop="delivery" />
          {order.placePhotoUrl && <ProofPhotos label={t('Where to leave it, photo')} urls={[order.placePhotoUrl]} />}
        </Stop>
      </div>
    </section>
  );
}

export function OrderHead({ order, readAt, isCodeDead }: Pick<ShownOrder, 'order' | 'readAt' | 'isCodeDead'>) {
  const { isReachable } = usePortal();
  const isPulsing = useStatusPulse(order.status);
  return (
    <section className={styles.card} aria-labelledby="order-title">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text c="dimmed">{t('Order')}</Text>
        <span data-pulse={isPulsing || undefined} data-testid="order-status">
          <OrderStatusBadge
            status={order.status}
            hasDriver={order.driverId !== null}
            outcome={order.outcome}
            size="lg"
            {...(isPulsing && styles.pulse ? { className: styles.pulse } : {})}
          />
        </span>
      </Group>
      <Title order={1} size="h3" mt={4} id="order-title" className="mono">
        {formatTracking(order.trackingNumber)}
      </Title>
      <Text mt={4} fw={550} role="status">
        {nextStep(order)}
      </Text>
      {!isReachable && (
        <Text size="sm" c="dimmed" mt={4}>
          {rich('Last updated {when}', { when: <RelativeTime value={readAt} /> })}
        </Text>
      )}
      {order.accessCode && !isCodeDead && (
        <Group gap={4} wrap="nowrap" mb={-12}>
          <Text c="dimmed">{t('Access code')}</Text>
          <Text className="mono" fw={600} ml={4}>
            {order.accessCode}
          </Text>
          <CopyButton value={order.accessCode} what={t('access code')} />
        </Group>
      )}
    </section>
  );
}
