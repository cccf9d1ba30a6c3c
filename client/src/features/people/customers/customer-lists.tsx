import { Anchor, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { paths } from '@quickfleet/shared/paths';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { OrderStatusBadge, QuoteStatusBadge } from '../../../components/text/status-badge.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { oneLine } from '../../../lib/words/contact-words.ts';
import styles from './customer-page.module.css';

const SHOWN = 6;

function Line({ href, main, side, note }: { href: string; main: ReactNode; side: ReactNode; note: ReactNode }) {
  return (
    <li className={styles.line}>
      <div style={{ minWidth: 0 }}>
        <Anchor component={Link} href={href} size="sm" fw={600} data-row-open>
          {main}
        </Anchor>
        <Text size="sm" c="dimmed" truncate>
          {note}
        </Text>
      </div>
      <div className={styles.side}>{side}</div>
    </li>
  );
}

function OrderLine({ order }: { order: OrderRow }) {
  return (
    <Line
      href={`${paths.adminOrders}?order=${order.id}`}
      main={<span className="mono">{formatTracking(order.trackingNumber)}</span>}
      note={`${oneLine(order.pickupAddress)} → ${oneLine(order.deliveryAddress)}`}
      side={
        <>
          <OrderStatusBadge
            status={order.status}
            hasDriver={order.driverId !== null}
            outcome={order.outcome}
            size="sm"
          />
          <Text size="xs" c="dimmed" className="tabular">
            {order.quotePrice ? formatAmount(order.quotePrice, order.currency) : '—'} ·{' '}
            <RelativeTime value={order.createdAt} />
          </Text>
        </>
      }
    />
  );
}

function QuoteLine({ quote }: { quote: Quote }) {
  return (
    <Line
      href={`${paths.adminQuotes}?quote=${quote.id}`}
      main={t('Quote #{id}', { id: quote.id })}
      note={`${oneLine(quote.pickupAddress)} → ${oneLine(quote.deliveryAddress)}`}
      side={
        <>
          <QuoteStatusBadge status={quote.status} size="sm" />
          <Text size="xs" c="dimmed" className="tabular">
            {quote.price ? formatAmount(quote.price, quote.currency) : '—'} · <RelativeTime value={quote.createdAt} />
          </Text>
        </>
      }
    />
  );
}

interface Listed<Row> {
  data: { data: Row[]; total: number } | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}
/** The newest of a customer's quotes or orders, and the way to all of them. */
function Newest<Row extends { id: number }>({
  what,
  list,
  allHref,
  line,
}: {
  what: 'order' | 'quote';
  list: Listed<Row>;
  allHref: string;
  line: (row: Row) => ReactNode;
}) {
  const { data } = list;
  return (
    <SectionCard
      title={`${what === 'order' ? t('Orders') : t('Quotes')}${data ? ` (${data.total.toLocaleString(localeOf(language()))})` : ''}`}
      aside={
        data && data.total > data.data.length ? (
          <Anchor component={Link} href={allHref} size="sm">
            {what === 'order'
              ? t('{count, plural, one {All # order} other {All # orders}}', { count: data.total })
              : t('{count, plural, one {All # quote} other {All # quotes}}', { count: data.total })}
          </Anchor>
        ) : undefined
      }
    >
      {!data && !list.error && <SkeletonRows rows={3} height={44} />}
      {!data && Boolean(list.error) && (
        <ErrorState
          title={what === 'order' ? t('The orders could not be loaded') : t('The quotes could not be loaded')}
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {data && data.data.length === 0 && (
        <Text c="dimmed">{what === 'order' ? t('No orders yet.') : t('No quotes yet.')}</Text>
      )}
      {data && data.data.length > 0 && <ul className={styles.lines}>{data.data.map((row) => line(row))}</ul>}
    </SectionCard>
  );
}

/** A customer's newest orders and quotes. */
export function CustomerLists({ id }: { id: number }) {
  const orders = trpc.orders.list.useQuery({ customerId: id, limit: SHOWN });
  const quotes = trpc.quotes.list.useQuery({ customerId: id, limit: SHOWN });
  return (
    <>
      <Newest
        what="order"
        list={orders}
        allHref={`${paths.adminOrders}?customerId=${id}`}
        line={(order) => <OrderLine key={order.id} order={order} />}
      />
      <Newest
        what="quote"
        list={quotes}
        allHref={`${paths.adminQuotes}?customerId=${id}`}
        line={(quote) => <QuoteLine key={quote.id} quote={quote} />}
      />
    </>
  );
}
