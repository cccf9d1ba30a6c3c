import type { SpeedType } from '@quickfleet/shared/quoting/speed';
import { t } from '@quickfleet/shared/words/t';
import route from '../../../../components/delivery/route-stops.module.css';
import { SpeedWords } from '../../../../components/delivery/speed-words.tsx';
import { quoteWithin } from '../../../../lib/words/brand.ts';
import { formatDay } from '../../../../lib/words/format.ts';
import { useSameDay } from '../../../../lib/words/use-same-day.ts';
import styles from './quote-request.module.css';

const steps = [
  { title: t('E-mail confirmation'), text: t('Straight away, with the link to the page of your quote.') },
  {
    title: t('Your quote {within}', { within: quoteWithin }),
    text: t('A fixed price, to accept and pay on that page.'),
  },
  { title: t('Pickup and live tracking'), text: t("Once you've paid, we collect, and you follow every step.") },
];

/** The order of things from the visitor's side; before sending and after it. */
export function WhatHappensNext() {
  return (
    <ol className={styles.next}>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <span className={styles.nextTitle}>{title}</span>
          <span className={styles.note}>{text}</span>
        </li>
      ))}
    </ol>
  );
}

interface Summarised {
  pickupAddress: string;
  deliveryAddress: string;
  speedType: SpeedType;
  speedDate: string | null;
  /** What today means, once it is asked for. */
  wantedDay?: string | null | undefined;
  items: readonly { name: string; quantity: number | string; imageUrls?: readonly string[] | undefined }[];
}

const Place = ({ written, missing }: { written: string; missing: string }) =>
  written.trim() ? (
    <span dir="auto" className="as-written">
      {written.trim()}
    </span>
  ) : (
    <span className={styles.missing}>{missing}</span>
  );

/** What has been asked for so far, as a waybill: from, to, what and when. */
export function RequestSummary({ values }: { values: Summarised }) {
  const { pickupAddress, deliveryAddress, speedType, speedDate, wantedDay, items } = values;
  const sameDay = useSameDay();
  const day = speedType === 'today' ? (wantedDay ?? sameDay?.day) : speedDate;
  const missing = speedType === 'specific_date' ? t('to be chosen') : null;
  const pieces = items.reduce((count, item) => count + Number(item.quantity), 0);
  const photos = items.reduce((count, { imageUrls = [] }) => count + imageUrls.length, 0);
  const named = items.filter((item) => item.name.trim() !== '');
  return (
    <div className={styles.waybill}>
      <ol className={`${route.stops} ${styles.way}`}>
        <li>
          <span className={styles.wayLabel}>{t('From')}</span>
          <Place written={pickupAddress} missing={t('Pickup address')} />
        </li>
        <li>
          <span className={styles.wayLabel}>{t('To (a place)')}</span>
          <Place written={deliveryAddress} missing={t('Delivery address')} />
        </li>
      </ol>
      <dl className={styles.facts}>
        <dt>{t('Items')}</dt>
        <dd className="tabular">
          {named.length > 0
            ? t('{items, plural, one {# item} other {# items}}, {pieces, plural, one {# piece} other {# pieces}}', {
                items: items.length,
                pieces,
              })
            : t('None yet')}
        </dd>
        <dt>{t('Photos')}</dt>
        <dd className="tabular">{photos}</dd>
        <dt>{t('Speed')}</dt>
        <dd>
          <SpeedWords type={speedType} day={day ? formatDay(day) : missing} />
        </dd>
      </dl>
    </div>
  );
}
