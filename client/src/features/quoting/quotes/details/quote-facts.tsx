import { Anchor, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import { formatTracking } from '@quickfleet/shared/delivery/tracking';
import { paths } from '@quickfleet/shared/paths';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ContactAtStop } from '../../../../components/delivery/contact-at-stop.tsx';
import { SpeedWords } from '../../../../components/delivery/speed-words.tsx';
import { CopyButton } from '../../../../components/text/copy-button.tsx';
import { PhoneLink } from '../../../../components/text/phone-link.tsx';
import { formatDay } from '../../../../lib/words/format.ts';
import { ownNumbersOf } from '../../../../lib/words/own-numbers.ts';
import styles from './quote-details.module.css';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
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
        <Copyable value={customer.email} what="e-mail address" href={mailtoOf(customer.email)} />
      </Fact>
      <Fact label="Phone">
        {customer.phone ? (
          <span className={styles.copyable}>
            <PhoneLink phone={customer.phone} inherit />
            <CopyButton value={customer.phone} what="phone number" />
          </span>
        ) : (
          'Not given'
        )}
      </Fact>
      <Fact label="Speed">
        <SpeedWords type={quote.speedType} day={quote.wantedDay ? formatDay(quote.wantedDay) : null} />
      </Fact>
      <Fact label="Pickup Address">
        <span dir="auto" className="as-written">
          {quote.pickupAddress}
        </span>{' '}
        <CopyButton value={quote.pickupAddress} what="pickup address" />
        <ContactAtStop contact={quote.pickupContact} stop="pickup" />
      </Fact>
      <Fact label="Delivery Address">
        <span dir="auto" className="as-written">
          {quote.deliveryAddress}
        </span>{' '}
        <CopyButton value={quote.deliveryAddress} what="delivery address" />
        <ContactAtStop contact={quote.deliveryContact} stop="delivery" />
      </Fact>
      <Fact label="Price">{quote.price ? formatAmount(quote.price, quote.currency) : 'Pending pricing'}</Fact>
      <Fact label="Payment link">
        {quote.paymentUrl ? (
          <Copyable value={quote.paymentUrl} what="payment link" href={quote.paymentUrl} isNewTab />
        ) : (
          'Not set'
        )}
      </Fact>
      <Fact label="Notes">
        {quote.notes ? (
          <span dir="auto" className="as-written">
            {quote.notes}
          </span>
        ) : (
          'None'
        )}
      </Fact>
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
      {ownNumbersOf(quote).map(({ name, value }) => (
        <Fact key={name} label={name}>
          <span className={styles.copyable}>
            {value}
            <CopyButton value={value} what={name} />
          </span>
        </Fact>
      ))}
    </dl>
  );
}
