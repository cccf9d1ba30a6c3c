import { Anchor, Badge, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money';
import { dayAt } from '@quickfleet/shared/base/zoned-time';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import { isOpenOrder } from '@quickfleet/shared/delivery/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking';
import { CODE_AFTER_DELIVERY_HOURS } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../../../components/text/copy-button.tsx';
import { PhoneLink } from '../../../../components/text/phone-link.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { OrderStatusBadge } from '../../../../components/text/status-badge.tsx';
import { inNewTab, runSheetHref } from '../../../../lib/addresses/paper-links.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { formatDate } from '../../../../lib/words/format.ts';
import { ownNumbersOf } from '../../../../lib/words/own-numbers.ts';
import { driverName } from '../cells/driver-cell.tsx';
import { dayOf } from '../cells/planned.ts';
import { PlannedWords } from '../cells/planned-words.tsx';
import styles from '../list/orders.module.css';

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
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
            <Anchor href={mailtoOf(order.customerEmail)}>{order.customerEmail}</Anchor>
            <CopyButton value={order.customerEmail} what="e-mail address" />
          </>
        ) : (
          none
        )}
      </Fact>
      <Fact name="Phone">
        {order.customerPhone ? (
          <>
            <PhoneLink phone={order.customerPhone} inherit />
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
          <span className="tabular">
            {order.quotePrice === null ? none : formatAmount(order.quotePrice, order.currency)}
          </span>
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
      {ownNumbersOf(order).map(({ name, value }) => (
        <Fact key={name} name={name}>
          {value}
          <CopyButton value={value} what={name} />
        </Fact>
      ))}
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
