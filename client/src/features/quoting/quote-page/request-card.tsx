import { Card, Title } from '@mantine/core';
import { estimateWords } from '@quickfleet/shared/quoting/pricing/estimate-words';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import type { ReactNode } from 'react';
import route from '../../../components/delivery/route-stops.module.css';
import { SpeedWords } from '../../../components/delivery/speed-words.tsx';
import { ImageGallery } from '../../../components/photos/image-gallery.tsx';
import { formatWeekday } from '../../../lib/words/format.ts';
import styles from './quote-page.module.css';

/** What was asked for: from, to, when, what, with its photos. */
export function RequestCard({ quote, children }: { quote: CustomerQuote; children?: ReactNode }) {
  const {
    customerName,
    customerCompany,
    pickupAddress,
    deliveryAddress,
    speedType,
    speedDate,
    wantedDay,
    estimate,
    notes,
    items,
  } = quote;
  return (
    <Card padding="lg" component="section" aria-labelledby="asked" className={styles.rest}>
      <Title order={2} size="h3" id="asked" mb="md">
        {t('What you asked for')}
      </Title>
      <ol className={route.stops}>
        <li>
          <span className={styles.quiet}>{t('Pickup Address')}</span>
          <span dir="auto" className="as-written">
            {keepNumbers(pickupAddress)}
          </span>
        </li>
        <li>
          <span className={styles.quiet}>{t('Delivery Address')}</span>
          <span dir="auto" className="as-written">
            {keepNumbers(deliveryAddress)}
          </span>
        </li>
      </ol>
      <dl className={styles.facts}>
        <div>
          <dt>{t('For')}</dt>
          <dd dir="auto">{[customerName, customerCompany].filter(Boolean).join(', ')}</dd>
        </div>
        <div>
          <dt>{t('When')}</dt>
          <dd>
            {speedDate ? (
              formatWeekday(speedDate)
            ) : (
              <SpeedWords type={speedType} day={wantedDay && formatWeekday(wantedDay)} />
            )}
          </dd>
        </div>
        {estimate && (
          <div>
            <dt>{t('Price shown with the request')}</dt>
            <dd className="tabular">{estimateWords(estimate)}</dd>
          </div>
        )}
        {notes && (
          <div>
            <dt>{t('Instructions')}</dt>
            <dd dir="auto" className="as-written">
              {keepNumbers(notes)}
            </dd>
          </div>
        )}
      </dl>
      <ul className={styles.items} aria-label={t('Items')}>
        {items.map(({ name, description, quantity, imageUrls }, at) => (
          <li key={`${at} ${name}`} className={styles.item}>
            <p dir="auto" className={styles.itemName}>
              {keepNumbers(`${quantity} × ${name}`)}
            </p>
            {description && (
              <p dir="auto" className={styles.quiet}>
                {keepNumbers(description)}
              </p>
            )}
            <ImageGallery urls={imageUrls} label={t('{name}, photo', { name })} />
          </li>
        ))}
      </ul>
      {children}
    </Card>
  );
}
