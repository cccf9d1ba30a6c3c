import { t } from '@quickfleet/shared/words/t';
import type { ReactNode } from 'react';
import { oneLine } from '../../lib/words/contact-words.ts';
import styles from './route-words.module.css';

/** From where to where on one line; where both do not fit, each is cut for itself, and where it goes keeps more room. */
export function RouteWords({
  from,
  to,
  mark = (text) => text,
}: {
  from: string;
  to: string;
  mark?: (text: string) => ReactNode;
}) {
  const [begin, end] = [oneLine(from), oneLine(to)];
  return (
    <span className={styles.route} title={`${begin} → ${end}`}>
      <span className={styles.from}>{mark(begin)}</span>
      <span aria-hidden>→</span>
      <span className="visually-hidden">{t('to (from here to there)')}</span>
      <span className={styles.to}>{mark(end)}</span>
    </span>
  );
}
