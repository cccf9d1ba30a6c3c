import { Anchor, Text, Title } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { PICKUP_CUT } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { OrderStatusBadge, QuoteStatusBadge } from '../../../components/text/status-badge.tsx';
import { oneLine } from '../../../lib/words/contact-words.ts';
import styles from './dashboard.module.css';

/** An address on one line, cut to PICKUP_CUT characters. */
const cut = (address: string): string => {
  const line = oneLine(address);
  return line.length > PICKUP_CUT ? `${line.slice(0, PICKUP_CUT)}...` : line;
};

interface PanelProps {
  title: string;
  allText: string;
  allHref: string;
  empty: string;
  rows: ReactNode[];
}

function Panel({ title, allText, allHref, empty, rows }: PanelProps) {
  const headingId = useId();
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <div className={styles.panelHead}>
        <Title order={2} id={headingId}>
          {title}
        </Title>
        <Anchor component={Link} href={allHref} size="sm">
          {allText}
        </Anchor>
      </div>
      {rows.length === 0 ? <EmptyState title={empty} /> : <ul className={styles.rows}>{rows}</ul>}
    </section>
  );
}

function Row({
  href,
  title,
  note,
  badge,
  amount,
  at,
}: {
  href: string;
  title: ReactNode;
  note: string;
  badge: ReactNode;
  amount: string;
  at: string;
}) {
  return (
    <li>
      <Link href={href} className={styles.row}>
        <span className={styles.what}>
          <span className={styles.rowTitle}>{title}</span>
          <Text component="span" size="sm" c="dimmed" truncate>
            {note}
          </Text>
        </span>
        <span className={styles.state}>
          {badge}
          <Text component="span" size="xs" c="dimmed" className="tabular">
            {amount} · <RelativeTime value={at} />
          </Text>
        </span>
      </Link>
    </li>
  );
}

export function RecentQuotes({ quotes }: { quotes: readonly Quote[] }) {
  return (
    <Panel
      title={t('Recent Quotes')}
      allText={t('All quotes')}
      allHref={paths.adminQuotes}
      empty={t('No quotes yet')}
      rows={quotes.map(({ id, customer, deliveryAddress, pickupAddress, status, price, currency, createdAt }) => (
        <Row
          key={id}
          href={`${paths.adminQuotes}?quote=${id}`}
          title={`#${id} · ${customer.name || t('Unknown')}`}
          note={`${cut(pickupAddress)} → ${cut(deliveryAddress)}`}
          badge={<QuoteStatusBadge status={status} />}
          amount={price ? formatAmount(price, currency) : t('Pending')}
          at={createdAt}
        />
      ))}
    />
  );
}

export function RecentOrders({ orders }: { orders: readonly OrderRow[] }) {
  return (
    <Panel
      title={t('Recent Orders')}
      allText={t('All orders')}
      allHref={paths.adminOrders}
      empty={t('No orders yet')}
      rows={orders.map(
        ({ id, trackingNumber, customerName, pickupAddress, status, outcome, driverId, createdAt, ...priced }) => (
          <Row
            key={id}
            href={`${paths.adminOrders}?order=${id}`}
            title={
              <>
                <span className="mono">{formatTracking(trackingNumber)}</span> · {customerName}
              </>
            }
            note={cut(pickupAddress)}
            badge={<OrderStatusBadge status={status} hasDriver={driverId !== null} outcome={outcome} onDashboard />}
            amount={priced.quotePrice ? formatAmount(priced.quotePrice, priced.currency) : t('No price')}
            at={createdAt}
          />
        ),
      )}
    />
  );
}
