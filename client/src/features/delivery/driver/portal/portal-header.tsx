import { Badge, Button, Progress, Text } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconCloudUpload } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { BrandMark } from '../../../../components/brand-mark.tsx';
import { ColorSchemeToggle } from '../../../../components/color-scheme-toggle.tsx';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { portal, usePortal } from '../outbox/portal.ts';
import type { PortalState } from '../outbox/portal-store.ts';
import { canUndo, describeEntries, isSettled } from '../outbox/storing/entries.ts';
import { SharingBadge } from '../sharing/sharing-badge.tsx';
import styles from './driver.module.css';

const FULL = 100;
const SECOND_MS = 1000;

function Countdown({ until }: { until: number }) {
  const seconds = Math.ceil((until - useNow(SECOND_MS)) / SECOND_MS);
  return <span aria-hidden>{` ${seconds > 0 ? t('Next try in {seconds} s.', { seconds }) : t('Trying again…')}`}</span>;
}

interface Words {
  tone: 'offline' | 'sending' | 'stopped';
  title: string;
  text: string;
}

/** Where the driver's photos are; undefined when everything was sent. */
function wordsFor({ entries: all, isReachable, isSafe, retryAt }: PortalState): Words | undefined {
  const entries = all.filter((entry) => !isSettled(entry));
  const what = describeEntries(entries);
  const isStopped = entries.some((entry) => entry.refusal);
  if (!isSafe && entries.length > 0)
    return {
      tone: 'stopped',
      title: t('Not saved: {what} only in this page', { what }),
      text: t('This phone has no room to keep them. Leave this page open until they are sent.'),
    };
  if (!isReachable && entries.length > 0)
    return {
      tone: 'offline',
      title: t('Offline: {what} saved on this phone', { what }),
      text: t('Sent when the connection is back.'),
    };
  if (!isReachable)
    return {
      tone: 'offline',
      title: t('Offline'),
      text: t('You can keep working. Everything is saved on this phone.'),
    };
  if (isStopped)
    return {
      tone: 'stopped',
      title: t('Not sent: {what} saved on this phone', { what }),
      text: t('Not accepted. See the reason below.'),
    };
  if (entries.length > 0 && retryAt !== undefined)
    return {
      tone: 'offline',
      title: t('Not sent yet: {what} saved on this phone', { what }),
      text: t('The server cannot take it right now.'),
    };
  if (entries.some((entry) => !canUndo(entry)))
    return { tone: 'sending', title: t('Sending {what}', { what }), text: t('You can keep working.') };
  return undefined;
}

function OutboxBanner() {
  const state = usePortal();
  const { entries, retryAt, sending } = state;
  const words = wordsFor(state);
  return (
    <div role="status">
      {words && (
        <div className={styles.banner} data-tone={words.tone}>
          <div className={`${styles.column} ${styles.bannerRow}`}>
            <div>
              <Text fw={650}>{words.title}</Text>
              <Text size="sm">
                {words.text}
                {words.tone === 'offline' && retryAt !== undefined && <Countdown until={retryAt} />}
              </Text>
            </div>
            {words.tone === 'offline' && entries.length > 0 && (
              <Button size="md" mih={48} variant="default" onClick={() => portal.tryNow()} style={{ flex: 'none' }}>
                {t('Try now')}
              </Button>
            )}
          </div>
          {words.tone === 'sending' && (
            <Progress
              value={(sending?.progress ?? 0) * FULL}
              size={4}
              radius={0}
              aria-label={t('Progress of what is being sent')}
              transitionDuration={150}
            />
          )}
        </div>
      )}
    </div>
  );
}

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
      {t('{count, plural, one {# waiting} other {# waiting}}', { count: length })}
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
            overflow: 'hidden',
            display: 'flex',
            alignItems: 'center',
            minHeight: 48,
          }}
        >
          <BrandMark />
        </Link>
        <span className={styles.barEnd}>
          <SharingBadge />
          <WaitingBadge />
          <ColorSchemeToggle size={48} />
        </span>
      </div>
      <OutboxBanner />
    </header>
  );
}
