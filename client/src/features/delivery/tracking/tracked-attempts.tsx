import { placeWords } from '@quickfleet/shared/company/failure-words';
import type { TrackedAttempt } from '@quickfleet/shared/delivery/proof/attempts';
import { ImageGallery } from '../../../components/photos/image-gallery.tsx';
import { formatMoment } from './tracked-progress.ts';
import styles from './tracking.module.css';

const stopWords = { pickup: 'Pickup', delivery: 'Delivery', return: 'Return to the sender' } as const;

/** The attempts in words for the customer; a successful one only if it has photos. */
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
                  {reasonText ?? 'This attempt failed'}
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
