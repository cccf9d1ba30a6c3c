import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

/** Terms and what is true of them (`dt` and `dd`), a line each. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}
