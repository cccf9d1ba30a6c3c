import { Anchor, Button, Group, Popover, Skeleton, Text } from '@mantine/core';
import { collectedInWords, collectInWords } from '@quickfleet/shared/base/money/collect-words';
import { formatAmount, writeDecimal } from '@quickfleet/shared/base/money/money';
import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { CODE_AFTER_DELIVERY_HOURS } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { languageNames } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { IconQrcode } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { PhoneLink } from '../../../../components/text/phone-link.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { OrderStatusBadge } from '../../../../components/text/status-badge.tsx';
import { inNewTab, runSheetHref } from '../../../../lib/addresses/paper-links.ts';
import { lazyExtra } from '../../../../lib/loading/lazy-named.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { formatDate } from '../../../../lib/words/format.ts';
import { ownNumbersOf } from '../../../../lib/words/own-numbers.ts';
import { driverName } from '../cells/driver-cell.tsx';
import { dayOf, PlannedWords } from '../cells/planned.tsx';
import { InPlaceEdit } from '../change/in-place-edit.tsx';
import styles from '../list/orders.module.css';
import { OrderPayment } from '../payment/order-payment.tsx';
import { PriceFacts } from './order-price.tsx';

const SIDE = 220;
const Qr = lazyExtra(() => import('../../../../components/text/code/qr-code.tsx').then((m) => m.QrCode));

/** The link that opens an order on the driver's phone: to copy, or as a code for its camera. */
export function DriverLink({ code }: { code: string }) {
  const link = driverLink(code);
  return (
    <Group gap="xs">
      <CopyButton value={link} what={t('driver link (to copy)')} text={t('Copy driver link')} />
      <Popover position="bottom" withArrow trapFocus returnFocus withinPortal={false} shadow="md">
        <Popover.Target>
          <Button variant="default" leftSection={<IconQrcode size={18} aria-hidden />}>
            {t('QR code')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('Driver link as a QR code')}>
          <Suspense fallback={<Skeleton h={SIDE} w={SIDE} />}>
            <Qr text={link} side={SIDE} label={t('QR code of the driver link')} />
          </Suspense>
          <Text size="xs" c="dimmed" maw={SIDE} mt="xs">
            {t('The driver scans it with the phone’s camera. Anyone with this code can open the order.')}
          </Text>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

/** A name with its value, or a dash without one. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">
        {children || (
          <Text span c="dimmed">
            —
          </Text>
        )}
      </dd>
    </>
  );
}

/** The link a driver is sent: it brings the code along, and a fragment never reaches a server's log. */
const driverLink = (code: string): string =>
  `${brand.publicUrl || location.origin}${paths.driver}#code=${encodeURIComponent(code)}`;

export function CustomerFacts({ order, isForStaff }: { order: Order; isForStaff: boolean }) {
  return (
    <dl className={styles.facts}>
      <Fact name={t('Name')}>
        {isForStaff && order.customerId !== null ? (
          <Anchor component={Link} href={paths.adminCustomer(order.customerId)}>
            {order.customerName}
          </Anchor>
        ) : (
          order.customerName
        )}
      </Fact>
      <Fact name={t('E-mail')}>
        {order.customerEmail === null && isForStaff && t('None, so no e-mails are sent')}
        {order.customerEmail && (
          <>
            <Anchor href={mailtoOf(order.customerEmail)}>{order.customerEmail}</Anchor>
            <CopyButton value={order.customerEmail} what={t('e-mail address (to copy)')} />
          </>
        )}
      </Fact>
      <Fact name={t('Phone')}>
        {order.customerPhone && (
          <>
            <PhoneLink phone={order.customerPhone} inherit />
            <CopyButton value={order.customerPhone} what={t('phone number (to copy)')} />
          </>
        )}
      </Fact>
      <Fact name={t('Company')}>{order.customerCompany}</Fact>
      {isForStaff && order.language && <Fact name={t('Language')}>{languageNames[order.language]}</Fact>}
    </dl>
  );
}

/** What the access code of a finished order is still good for (CODE_AFTER_DELIVERY_HOURS). */
function endedCodeText(order: Order): string {
  const endedAt = Date.parse(order.deliveredAt ?? order.updatedAt);
  const isOver = Date.now() - endedAt > CODE_AFTER_DELIVERY_HOURS * 3_600_000;
  return isOver
    ? t('Ended, no longer opens the order')
    : t(
        'Ended, only shows the order for {hours} hours after it was {status, select, delivered {delivered} other {cancelled}}',
        { hours: CODE_AFTER_DELIVERY_HOURS, status: order.status },
      );
}

/** A finished order keeps its code to be looked up, with nothing to copy or to send to a driver. */
function AccessCode({ order }: { order: Order }) {
  const code = order.accessCode ?? order.trackingNumber;
  if (isOpenOrder(order.status))
    return (
      <>
        <span className="mono">{code}</span>
        <CopyButton value={code} what={t('access code (to copy)')} />
      </>
    );
  return (
    <div>
      <Text span c="dimmed" className="mono">
        {code}
      </Text>
      <Text size="xs" c="dimmed">
        {endedCodeText(order)}
      </Text>
    </div>
  );
}

/** The day on which the driver has it to do. */
const plannedDay = ({ deliveryDate, pickupWindow }: Order): string | undefined => {
  const at = deliveryDate ?? pickupWindow?.from;
  return at ? dayAt(new Date(at), brand.timeZone) : undefined;
};

/** The way back of an order, or the order that it brings back. */
function LinkedOrder({ order, isForDriver }: { order: Order['returns'][number]; isForDriver: boolean }) {
  const number = <span className="mono">{formatTracking(order.trackingNumber)}</span>;
  if (isForDriver) return number;
  return (
    <Anchor component={Link} href={`${paths.adminOrders}?order=${order.id}`}>
      {number}
    </Anchor>
  );
}

/** Number, code, state and total. The code falls back to the tracking number (O08); a driver is shown none. */
export function OrderFacts({ order, isForDriver }: { order: Order; isForDriver: boolean }) {
  return (
    <dl className={styles.facts}>
      <Fact name={t('Tracking number')}>
        <span className="mono">{formatTracking(order.trackingNumber)}</span>
        <CopyButton value={order.trackingNumber} what={t('tracking number (to copy)')} />
      </Fact>
      {!isForDriver && (
        <Fact name={t('Access code')}>
          <AccessCode order={order} />
        </Fact>
      )}
      <Fact name={t('Status')}>
        <OrderStatusBadge status={order.status} hasDriver={order.driverId !== null} outcome={order.outcome} />
      </Fact>
      {!isForDriver && (
        <Fact name={t('Driver')}>
          {order.driver && (
            <>
              {driverName(order.driver)}{' '}
              <Anchor {...inNewTab} href={runSheetHref(order.driver.id, plannedDay(order))} size="sm" flex="none">
                {t('Run sheet')}
              </Anchor>
            </>
          )}
        </Fact>
      )}
      {!isForDriver && (
        <Fact name={t('Total')}>
          <Text span inherit className="tabular" c={order.quotePrice === null ? 'dimmed' : undefined}>
            {order.quotePrice === null ? '—' : formatAmount(order.quotePrice, order.currency)}
          </Text>
          <InPlaceEdit part="price" order={order} isInDialog />
        </Fact>
      )}
      {!isForDriver && <PriceFacts order={order} />}
      {!isForDriver && (
        <Fact name={t('Payment')}>
          <OrderPayment order={order} />
        </Fact>
      )}
      {order.collect && <Fact name={t('To collect at the door')}>{collectInWords(order.collect)}</Fact>}
      {order.collected && <Fact name={t('Collected at the door')}>{collectedInWords(order.collected)}</Fact>}
      {order.deliveredAt ? (
        <Fact name={t('Delivered (at)')}>{formatDate(order.deliveredAt)}</Fact>
      ) : (
        <Fact name={t('Planned for')}>
          <Group gap={4} wrap="nowrap" align="flex-start">
            {dayOf(order) ? (
              <PlannedWords order={order} />
            ) : (
              <Text span c="dimmed">
                —
              </Text>
            )}
            <InPlaceEdit part="window" order={order} isInDialog />
          </Group>
        </Fact>
      )}
      <Fact name={t('Parcels')}>
        <span className="tabular">{order.parcels}</span>
      </Fact>
      {order.weightKg !== null && (
        <Fact name={t('Weight in kg')}>
          <span className="tabular">{writeDecimal(order.weightKg)}</span>
        </Fact>
      )}
      {order.needs.length > 0 && <Fact name={t('Needs')}>{order.needs.join(', ')}</Fact>}
      <Fact name={t('Created')}>
        <RelativeTime value={order.createdAt} />
      </Fact>
      {order.returnOf && (
        <Fact name={t('Way back of')}>
          <LinkedOrder order={order.returnOf} isForDriver={isForDriver} />
        </Fact>
      )}
      {order.returns.map((back) => (
        <Fact key={back.id} name={t('Way back')}>
          <LinkedOrder order={back} isForDriver={isForDriver} />
        </Fact>
      ))}
      {ownNumbersOf(order).map(({ name, value }) => (
        <Fact key={name} name={name}>
          {value}
          <CopyButton value={value} what={name} />
        </Fact>
      ))}
    </dl>
  );
}

export function Address({ title, what, text }: { title: string; what: string; text: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <div style={{ display: 'flex', alignItems: 'flex-start', gap: 4 }}>
        <Text className="as-written">{keepNumbers(text)}</Text>
        <CopyButton value={text} what={what} />
      </div>
    </div>
  );
}
