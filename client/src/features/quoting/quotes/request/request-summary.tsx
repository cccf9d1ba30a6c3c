import type { SpeedType } from '@quickfleet/shared/quoting/speed';
import route from '../../../../components/delivery/route-stops.module.css';
import { SpeedWords } from '../../../../components/delivery/speed-words.tsx';
import { quoteWithin } from '../../../../lib/words/brand.ts';
import { formatCount, formatDay } from '../../../../lib/words/format.ts';
import { useSameDay } from '../../../../lib/words/use-same-day.ts';
import styles from './quote-request.module.css';

const steps = [
  { title: 'E-mail confirmation', text: 'Straight away, with the link to the page of your quote.' },
  { title: `Your quote ${quoteWithin}`, text: 'A fixed price, to accept and pay on that page.' },
  { title: 'Pickup and live tracking', text: "Once you've paid, we collect, and you follow every step." },
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
  const missing = speedType === 'specific_date' ? 'to be chosen' : null;
  const pieces = items.reduce((count, item) => count + Number(item.quantity), 0);
  const photos = items.reduce((count, { imageUrls = [] }) => count + imageUrls.length, 0);
  const named = items.filter((item) => item.name.trim() !== '');
  return (
    <div className={styles.waybill}>
      <ol className={`${route.stops} ${styles.way}`}>
        <li>
          <span className={styles.wayLabel}>From</span>
          <Place written={pickupAddress} missing="Pickup address" />
        </li>
        <li>
          <span className={styles.wayLabel}>To</span>
          <Place written={deliveryAddress} missing="Delivery address" />
        </li>
      </ol>
      <dl className={styles.facts}>
        <dt>Items</dt>
        <dd className="tabular">
          {named.length > 0 ? `${formatCount(items.length, 'item')}, ${formatCount(pieces, 'piece')}` : 'None yet'}
        </dd>
        <dt>Photos</dt>
        <dd className="tabular">{photos}</dd>
        <dt>Speed</dt>
        <dd>
          <SpeedWords type={speedType} day={day ? formatDay(day) : missing} />
        </dd>
      </dl>
    </div>
  );
}
