import { placeWords } from '@quickfleet/shared/company/failure-words';
import type { TrackedAttempt } from '@quickfleet/shared/delivery/proof/attempts';
import { ImageGallery } from '../../../components/photos/image-gallery.tsx';
import { formatMoment } from './tracked-progress.ts';
import styles from './tracking.module.css';

const stopWords = { pickup: 'Pickup', delivery: 'Delivery', return: 'Return to the sender' } as const;

/** What was tried, in words for the customer; an attempt that worked out only where it shows something. */
export function TrackedAttempts({ attempts }: { attempts: readonly TrackedAttempt[] }) {
  return (
    <ol className={styles.timeline}>
      {attempts
        .filter(({ outcome, photoUrls }) => outcome !== 'done' || photoUrls.length > 0)
        .map(({ stop, number, outcome, reasonText, noteCustomer, place, items, photoUrls, takenAt, receivedAt }) => (
          <li key={`${stop} ${number}`}>
            <span className={styles.strong}>
              {stopWords[stop]}, attempt {number}
            </span>
            <time dateTime={takenAt ?? receivedAt} className={`${styles.quiet} tabular`}>
              {formatMoment(takenAt ?? receivedAt)}
            </time>
            <div style={{ flexBasis: '100%' }}>
              {outcome !== 'done' && (
                <p dir="auto" className={styles.quiet}>
                  {reasonText ?? 'It did not work out'}
                </p>
              )}
              {noteCustomer && (
                <p dir="auto" className={styles.quiet}>
                  {noteCustomer}
                </p>
              )}
              {place && <p className={styles.quiet}>Left {placeWords[place]}</p>}
              {outcome === 'partial' &&
                items.map(({ name, delivered, of, damaged }) => (
                  <p key={name} dir="auto" className={styles.quiet}>
                    {name}: {delivered} of {of}
                    {damaged && ', damaged'}
                  </p>
                ))}
              {photoUrls.length > 0 && (
                <ImageGallery urls={photoUrls} label={`${stopWords[stop]}, attempt ${number}, photo`} thumbWidth={88} />
              )}
            </div>
          </li>
        ))}
    </ol>
  );
}
