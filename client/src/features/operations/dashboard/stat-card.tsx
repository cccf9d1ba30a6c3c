import { Skeleton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './dashboard.module.css';

interface StatCardProps {
  title: string;
  value: string;
  note?: string;
  icon: Icon;
  /** The list that the figure counts; absent where this person has none. */
  href: string | undefined;
}

function Frame({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <div className={styles.card}>{children}</div>;
  return (
    <Link href={href} className={styles.card}>
      {children}
    </Link>
  );
}

export function StatCard({ title, value, note, icon: CardIcon, href }: StatCardProps) {
  return (
    <Frame href={href}>
      <span className={styles.top}>
        <span className={styles.name}>{title}</span>
        <CardIcon size={20} stroke={1.7} aria-hidden />
      </span>
      <span className={styles.value}>{value}</span>
      {note && <span className={styles.note}>{note}</span>}
    </Frame>
  );
}

export function StatCardSkeleton() {
  return <Skeleton height={112} radius="lg" data-skeleton-card />;
}
