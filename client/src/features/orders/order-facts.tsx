import { Anchor, Badge, Text } from '@mantine/core';
import { CODE_AFTER_DELIVERY_HOURS } from '@quickfleet/shared/limits';
import { isOpenOrder } from '@quickfleet/shared/order-status';
import type { Order } from '@quickfleet/shared/orders';
import { paths } from '@quickfleet/shared/paths';
import { formatTracking } from '@quickfleet/shared/tracking';
import { dayAt } from '@quickfleet/shared/zoned-time';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../components/copy-button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { OrderStatusBadge } from '../../components/status-badge.tsx';
import { brand } from '../../lib/brand.ts';
import { telUrl } from '../../lib/contact-words.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { inNewTab, runSheetHref } from '../../lib/paper-links.ts';
import { driverName } from './driver-cell.tsx';
import styles from './orders.module.css';
import { dayOf } from './planned.ts';
import { PlannedWords } from './planned-words.tsx';

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The link a driver is sent: it brings the code along, and a fragment never reaches a server's log. */
export const driverLink = (code: string): string =>
  `${brand.publicUrl || location.origin}${paths.driver}#code=${encodeURIComponent(code)}`;

const none = (
  <Text span c="dimmed">
    —
  </Text>
);

export function CustomerFacts({ order, isForStaff }: { order: Order; isForStaff: boolean }) {
  return (
    <dl className={styles.facts}>
      <Fact name="Name">
        {isForStaff && order.customerId !== null ? (
          <Anchor component={Link} href={paths.adminCustomer(order.customerId)}>
            {order.customerName}
          </Anchor>
        ) : (
          order.customerName
        )}
      </Fact>
      <Fact name="E-mail">
        {order.customerEmail ? (
          <>
            <Anchor href={`mailto:${order.customerEmail}`}>{order.customerEmail}</Anchor>
            <CopyButton value={order.customerEmail} what="e-mail address" />
          </>
        ) : (
          none
        )}
      </Fact>
      <Fact name="Phone">
        {order.customerPhone ? (
          <>
            <Anchor href={telUrl(order.customerPhone)}>{order.customerPhone}</Anchor>
            <CopyButton value={order.customerPhone} what="phone number" />
          </>
        ) : (
          none
        )}
      </Fact>
      <Fact name="Company">{order.customerCompany ?? none}</Fact>
    </dl>
  );
}

/** What the access code of a finished order is still good for (CODE_AFTER_DELIVERY_HOURS). */
function endedCodeText(order: Order): string {
  const endedAt = Date.parse(order.deliveredAt ?? order.updatedAt);
  const isOver = Date.now() - endedAt > CODE_AFTER_DELIVERY_HOURS * 3_600_000;
  return isOver
    ? 'Ended, no longer opens the order'
    : `Ended, only shows the order for ${CODE_AFTER_DELIVERY_HOURS} hours after it was ${order.status}`;
}

/** A finished order keeps its code to be looked up, with nothing to copy or to send to a driver. */
function AccessCode({ order }: { order: Order }) {
  const code = order.accessCode ?? order.trackingNumber;
  if (isOpenOrder(order.status))
    return (
      <>
        <span className="mono">{code}</span>
        <CopyButton value={code} what="access code" />
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

/** Number, code, state and total. The code falls back to the tracking number (O08); a driver is shown none. */
export function OrderFacts({ order, isForDriver }: { order: Order; isForDriver: boolean }) {
  return (
    <dl className={styles.facts}>
      <Fact name="Tracking number">
        <span className="mono">{formatTracking(order.trackingNumber)}</span>
        <CopyButton value={order.trackingNumber} what="tracking number" />
      </Fact>
      {!isForDriver && (
        <Fact name="Access code">
          <AccessCode order={order} />
        </Fact>
      )}
      <Fact name="Status">
        <OrderStatusBadge status={order.status} hasDriver={order.driverId !== null} outcome={order.outcome} />
      </Fact>
      {!isForDriver && (
        <Fact name="Driver">
          {order.driver ? (
            <>
              {driverName(order.driver)}{' '}
              <Anchor {...inNewTab} href={runSheetHref(order.driver.id, plannedDay(order))} size="sm">
                Run sheet
              </Anchor>
            </>
          ) : (
            none
          )}
        </Fact>
      )}
      {!isForDriver && (
        <Fact name="Total">
          <span className="tabular">{order.quotePrice === null ? none : formatMoney(order.quotePrice)}</span>
          {order.onAccount && (
            <Badge size="sm" variant="outline">
              On account
            </Badge>
          )}
        </Fact>
      )}
      {order.deliveredAt ? (
        <Fact name="Delivered">{formatDate(order.deliveredAt)}</Fact>
      ) : (
        <Fact name="Planned for">{dayOf(order) ? <PlannedWords order={order} /> : none}</Fact>
      )}
      <Fact name="Parcels">
        <span className="tabular">{order.parcels}</span>
      </Fact>
      <Fact name="Created">
        <RelativeTime value={order.createdAt} />
      </Fact>
    </dl>
  );
}

export function Address({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <div style={{ display: 'flex', alignItems: 'flex-start', gap: 4 }}>
        <Text className="as-written">{text}</Text>
        <CopyButton value={text} what={title.toLowerCase()} />
      </div>
    </div>
  );
}
