import { Anchor, Text } from '@mantine/core';
import { formatAmount, writeDecimal } from '@quickfleet/shared/base/money/money';
import { payWords } from '@quickfleet/shared/base/money/pay-by';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { paths } from '@quickfleet/shared/paths';
import { estimateWords } from '@quickfleet/shared/quoting/pricing/estimate-words';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PlaceLine } from '../../../../components/addresses/place-line.tsx';
import { ContactAtStop } from '../../../../components/delivery/contact-at-stop.tsx';
import { SpeedWords } from '../../../../components/delivery/speed-words.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { PhoneLink } from '../../../../components/text/phone-link.tsx';
import { formatDay } from '../../../../lib/words/format.ts';
import { ownNumbersOf } from '../../../../lib/words/own-numbers.ts';
import styles from './quote-details.module.css';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd dir="auto">{typeof children === 'string' ? keepNumbers(children) : children}</dd>
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
      <Fact label={t('Customer')}>
        {customer.name || t('Unknown')}
        {customer.company && (
          <Text component="span" c="dimmed" display="block" size="sm">
            {customer.company}
          </Text>
        )}
      </Fact>
      <Fact label={t('E-mail')}>
        <Copyable value={customer.email} what={t('e-mail address')} href={mailtoOf(customer.email)} />
      </Fact>
      <Fact label={t('Phone')}>
        {customer.phone ? (
          <span className={styles.copyable}>
            <PhoneLink phone={customer.phone} inherit />
            <CopyButton value={customer.phone} what={t('phone number')} />
          </span>
        ) : (
          t('Not given')
        )}
      </Fact>
      <Fact label={t('Speed')}>
        <SpeedWords type={quote.speedType} day={quote.wantedDay ? formatDay(quote.wantedDay) : null} />
      </Fact>
      <Fact label={t('Pickup Address')}>
        <span dir="auto" className="as-written">
          {keepNumbers(quote.pickupAddress)}
        </span>{' '}
        <CopyButton value={quote.pickupAddress} what={t('pickup address')} />
        <PlaceLine place={quote.pickupPlace} what={t('Pickup Address')} isPending={false} />
        <ContactAtStop contact={quote.pickupContact} stop="pickup" />
      </Fact>
      <Fact label={t('Delivery Address')}>
        <span dir="auto" className="as-written">
          {keepNumbers(quote.deliveryAddress)}
        </span>{' '}
        <CopyButton value={quote.deliveryAddress} what={t('delivery address')} />
        <PlaceLine place={quote.deliveryPlace} what={t('Delivery Address')} isPending={false} />
        <ContactAtStop contact={quote.deliveryContact} stop="delivery" />
      </Fact>
      <Fact label={t('Price')}>{quote.price ? formatAmount(quote.price, quote.currency) : t('Pending pricing')}</Fact>
      {quote.estimate && <Fact label={t('Price shown with the request')}>{estimateWords(quote.estimate)}</Fact>}
      {quote.payBy === 'link' ? (
        <Fact label={t('Payment link')}>
          {quote.paymentUrl ? (
            <Copyable value={quote.paymentUrl} what={t('payment link')} href={quote.paymentUrl} isNewTab />
          ) : (
            t('Not set')
          )}
        </Fact>
      ) : (
        <Fact label={t('Payment')}>{payWords[quote.payBy]}</Fact>
      )}
      <Fact label={t('Notes')}>
        {quote.notes ? (
          <span dir="auto" className="as-written">
            {keepNumbers(quote.notes)}
          </span>
        ) : (
          t('None')
        )}
      </Fact>
      {quote.weightKg !== null && <Fact label={t('Weight in kg')}>{writeDecimal(quote.weightKg)}</Fact>}
      {quote.needs.length > 0 && <Fact label={t('Needs')}>{quote.needs.join(', ')}</Fact>}
      {quote.trackingNumber && (
        <Fact label={t('Order')}>
          <span className={styles.copyable}>
            <Anchor component={Link} href={`${paths.adminOrders}?order=${quote.orderId}`} inherit className="mono">
              {formatTracking(quote.trackingNumber)}
            </Anchor>
            <CopyButton value={quote.trackingNumber} what={t('tracking number')} />
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
