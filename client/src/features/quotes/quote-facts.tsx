import { Anchor, Text } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import type { Quote } from '@quickfleet/shared/quotes';
import { formatTracking } from '@quickfleet/shared/tracking';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../components/copy-button.tsx';
import { telUrl } from '../../lib/contact-words.ts';
import { formatMoney } from '../../lib/format.ts';
import styles from './quote-details.module.css';
import { speedText } from './quote-differences.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Copyable({
  value,
  what,
  href,
  isNewTab = false,
}: {
  value: string;
  what: string;
  href: string;
  isNewTab?: boolean;
}) {
  return (
    <span className={styles.copyable}>
      <Anchor href={href} inherit {...(isNewTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
        {value}
      </Anchor>
      <CopyButton value={value} what={what} />
    </span>
  );
}

/** Customer, addresses, speed, price, and the order that the quote became. */
export function QuoteFacts({ quote }: { quote: Quote }) {
  const { customer } = quote;
  return (
    <dl className={styles.facts}>
      <Fact label="Customer">
        {customer.name || 'Unknown'}
        {customer.company && (
          <Text component="span" c="dimmed" display="block" size="sm">
            {customer.company}
          </Text>
        )}
      </Fact>
      <Fact label="E-mail">
        <Copyable value={customer.email} what="e-mail address" href={`mailto:${customer.email}`} />
      </Fact>
      <Fact label="Phone">
        {customer.phone ? (
          <Copyable value={customer.phone} what="phone number" href={telUrl(customer.phone)} />
        ) : (
          'Not given'
        )}
      </Fact>
      <Fact label="Speed">{speedText(quote)}</Fact>
      <Fact label="Pickup Address">
        <span className="as-written">{quote.pickupAddress}</span>{' '}
        <CopyButton value={quote.pickupAddress} what="pickup address" />
      </Fact>
      <Fact label="Delivery Address">
        <span className="as-written">{quote.deliveryAddress}</span>{' '}
        <CopyButton value={quote.deliveryAddress} what="delivery address" />
      </Fact>
      <Fact label="Price">{formatMoney(quote.price, 'Pending pricing')}</Fact>
      <Fact label="Payment link">
        {quote.paymentUrl ? (
          <Copyable value={quote.paymentUrl} what="payment link" href={quote.paymentUrl} isNewTab />
        ) : (
          'Not set'
        )}
      </Fact>
      <Fact label="Notes">{quote.notes ? <span className="as-written">{quote.notes}</span> : 'None'}</Fact>
      {quote.trackingNumber && (
        <Fact label="Order">
          <span className={styles.copyable}>
            <Anchor component={Link} href={`${paths.adminOrders}?order=${quote.orderId}`} inherit className="mono">
              {formatTracking(quote.trackingNumber)}
            </Anchor>
            <CopyButton value={quote.trackingNumber} what="tracking number" />
          </span>
        </Fact>
      )}
    </dl>
  );
}
