import { Skeleton } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import styles from './quote-page.module.css';

/** In the place and about the size of the quote. */
export function QuotePageSkeleton() {
  return (
    <div className={styles.columns} role="status" aria-busy>
      <span className="visually-hidden">{t('Loading the quote')}</span>
      <div className={styles.aside}>
        <Skeleton height={280} radius="lg" className={styles.standing} />
      </div>
      <div className={styles.paper}>
        <Skeleton height={260} radius="lg" className={styles.price} />
        <Skeleton height={300} radius="lg" className={styles.rest} />
      </div>
    </div>
  );
}
