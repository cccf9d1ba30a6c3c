import { Button } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconRefresh } from '@tabler/icons-react';
import { RelativeTime } from '../text/relative-time.tsx';
import styles from './live-note.module.css';

interface LiveNoteProps {
  updatedAt: number;
  isLive: boolean;
  isLost: boolean;
  isOnline: boolean;
  hasFailed: boolean;
  isFetching: boolean;
  onRefresh: () => void;
}

/** When the page was last updated; a refresh button only while it does not update automatically. */
export function LiveNote({ updatedAt, isLive, isLost, isOnline, hasFailed, isFetching, onRefresh }: LiveNoteProps) {
  const state = !isOnline
    ? t('You are offline')
    : isLost
      ? t('Live updates are paused')
      : hasFailed
        ? t('Could not refresh')
        : undefined;
  return (
    <div className={`${styles.live} no-print`}>
      {state && <span>{state}</span>}
      <RelativeTime text={(when) => t('Updated {when}', { when })} value={new Date(updatedAt).toISOString()} />
      {isLive && (
        <span className={styles.liveWord}>
          <span className={styles.liveDot} />
          {t('Live')}
        </span>
      )}
      {state && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onRefresh}
          loading={isFetching}
        >
          {t('Refresh')}
        </Button>
      )}
    </div>
  );
}
