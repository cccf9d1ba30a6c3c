import { Button, Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { PortalState } from '../outbox/portal-store.ts';
import { describeEntries, isSettled } from '../outbox/storing/entries.ts';
import { portal, usePortal } from '../outbox/use-portal.ts';
import styles from './driver.module.css';

const FULL = 100;

function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until - now) / 1000);
  return <span aria-hidden>{seconds > 0 ? ` Next try in ${seconds} s.` : ' Trying again…'}</span>;
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
      title: `Not saved: ${what} only in this page`,
      text: 'This phone has no room to keep them. Leave this page open until they are sent.',
    };
  if (!isReachable && entries.length > 0)
    return {
      tone: 'offline',
      title: `Offline: ${what} saved on this phone`,
      text: 'Sent when the connection is back.',
    };
  if (!isReachable)
    return { tone: 'offline', title: 'Offline', text: 'You can keep working. Everything is saved on this phone.' };
  if (isStopped)
    return {
      tone: 'stopped',
      title: `Not sent: ${what} saved on this phone`,
      text: 'Not accepted. See the reason below.',
    };
  if (entries.length > 0 && retryAt !== undefined)
    return {
      tone: 'offline',
      title: `Not sent yet: ${what} saved on this phone`,
      text: 'The server cannot take it right now.',
    };
  if (entries.length > 0) return { tone: 'sending', title: `Sending ${what}`, text: 'You can keep working.' };
  return undefined;
}

export function OutboxBanner() {
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
                Try now
              </Button>
            )}
          </div>
          {words.tone === 'sending' && (
            <Progress
              value={(sending?.progress ?? 0) * FULL}
              size={4}
              radius={0}
              aria-label="Progress of what is being sent"
              transitionDuration={150}
            />
          )}
        </div>
      )}
    </div>
  );
}
