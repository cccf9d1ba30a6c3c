import { Badge } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { IconCloudUpload } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { BrandMark } from '../../../../components/brand-mark.tsx';
import { ColorSchemeToggle } from '../../../../components/color-scheme-toggle.tsx';
import { isSettled } from '../outbox/storing/entries.ts';
import { usePortal } from '../outbox/use-portal.ts';
import styles from './driver.module.css';
import { OutboxBanner } from './outbox-banner.tsx';

/** How many things wait, on the installed app's icon too. */
function WaitingBadge() {
  const { length } = usePortal().entries.filter((entry) => !isSettled(entry));
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Only an installed app has an icon; anywhere else the phone refuses.
    void (length > 0 ? navigator.setAppBadge(length) : navigator.clearAppBadge()).catch(() => undefined);
  }, [length]);
  if (length === 0) return null;
  return (
    <Badge color="amber" variant="light" leftSection={<IconCloudUpload size={18} aria-hidden />} data-testid="waiting">
      {length} waiting
    </Badge>
  );
}

/** Toasts are rendered outside of the portal: they read from the page how much room the header and its banner take. */
function publishHeight(header: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--driver-header', `${header.offsetHeight}px`));
  observer.observe(header);
  return () => {
    observer.disconnect();
    style.removeProperty('--driver-header');
  };
}

export function PortalHeader() {
  return (
    <header className={styles.header} ref={publishHeight}>
      <div className={`${styles.column} ${styles.bar}`}>
        <Link
          href={paths.home}
          style={{
            color: 'inherit',
            textDecoration: 'none',
            minWidth: 0,
            display: 'flex',
            alignItems: 'center',
            minHeight: 48,
          }}
        >
          <BrandMark />
        </Link>
        <span style={{ display: 'flex', alignItems: 'center', gap: 4 }}>
          <WaitingBadge />
          <ColorSchemeToggle size={48} />
        </span>
      </div>
      <OutboxBanner />
    </header>
  );
}
