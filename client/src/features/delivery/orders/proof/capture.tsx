import { Anchor, Text } from '@mantine/core';
import type { Attempt } from '@quickfleet/shared/delivery/proof/attempts';
import { t } from '@quickfleet/shared/words/t';
import { formatDateTime, formatTime, todayInZone } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import styles from './capture.module.css';

type Captured = Pick<Attempt, 'takenAt' | 'receivedAt' | 'position' | 'deviceName' | 'clockOffBy' | 'by'>;

/** A phone's time and the server's differ by what a network takes; more than that is worth saying. */
const APART_MS = 120_000;
/** Whether it waited on the phone before it could be sent. */
export const wasOffline = ({ takenAt, receivedAt }: Pick<Captured, 'takenAt' | 'receivedAt'>): boolean =>
  takenAt !== null && Date.parse(receivedAt) - Date.parse(takenAt) > APART_MS;

const mapUrl = ({ lat, lng }: { lat: number; lng: number }): string =>
  `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`;

function Moment({ at, isShort = false }: { at: string; isShort?: boolean }) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className="tabular">
      {isShort ? formatTime(at) : formatDateTime(at)}
    </time>
  );
}

function Position({ position }: Pick<Captured, 'position'>) {
  if (!position) return <>{t('Not given')}</>;
  const { lat, lng, accuracy } = position;
  return (
    <Anchor href={mapUrl(position)} target="_blank" rel="noopener noreferrer" inherit className="tabular">
      {lat.toFixed(5)}, {lng.toFixed(5)}
      {accuracy !== null && <span style={{ whiteSpace: 'nowrap' }}> ± {accuracy} m</span>}
    </Anchor>
  );
}

/** When by the phone and when by the server, where, and by whom: side by side, so that a difference is seen. */
export function Capture({ of }: { of: Captured }) {
  const { takenAt, receivedAt, clockOffBy, by, deviceName } = of;
  const isSameDay = takenAt !== null && todayInZone(new Date(takenAt)) === todayInZone(new Date(receivedAt));
  return (
    <dl className={styles.capture}>
      <div>
        <dt>{t('Taken')}</dt>
        <dd>{takenAt ? <Moment at={takenAt} /> : t('Unknown')}</dd>
        {clockOffBy !== null && (
          <dd style={{ color: 'var(--mantine-color-amber-light-color)' }}>
            {clockOffBy > 0
              ? t('Its clock was {minutes} min fast', { minutes: Math.round(clockOffBy / 60) })
              : t('Its clock was {minutes} min slow', { minutes: Math.round(-clockOffBy / 60) })}
          </dd>
        )}
      </div>
      <div>
        <dt>{t('Sent')}</dt>
        <dd>
          {wasOffline(of) ? (
            rich('{when} from offline', { when: <Moment at={receivedAt} isShort={isSameDay} /> })
          ) : (
            <Moment at={receivedAt} isShort={isSameDay} />
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Where')}</dt>
        <dd>
          <Position position={of.position} />
        </dd>
      </div>
      <div>
        <dt>{t('By (person)')}</dt>
        <dd>
          {by}
          {deviceName && (
            <Text span inherit c="dimmed">
              {' · '}
              {deviceName}
            </Text>
          )}
        </dd>
      </div>
    </dl>
  );
}
