import { Skeleton } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import styles from './board.module.css';

/** The place of a board that is loading. */
export function BoardSkeleton() {
  return (
    <div className={styles.columns} role="status" aria-busy>
      <span className="visually-hidden">{t('Loading')}</span>
      {[0, 1, 2, 3].map((column) => (
        <div key={column} className={styles.column}>
          <Skeleton height={36} m={12} w="auto" radius="md" />
          {[0, 1, 2].map((card) => (
            <Skeleton key={card} height={132} m={12} w="auto" radius="md" />
          ))}
        </div>
      ))}
    </div>
  );
}
