import { Text } from '@mantine/core';
import { writeDecimal } from '@quickfleet/shared/base/money/money';
import type { Whereabouts } from '@quickfleet/shared/delivery/drivers/positions';
import { t } from '@quickfleet/shared/words/t';
import { IconHome, IconTruckDelivery } from '@tabler/icons-react';
import { MapSlot } from '../../../components/map/map-slot.tsx';
import { formatTime } from '../../../lib/words/format.ts';
import styles from './tracking.module.css';

/** More stops than this are a number, not dots. */
const DOTS_MAX = 8;
const MAP_HEIGHT = 240;

const kilometresInWords = (kilometres: string): string => {
  const metres = Number(kilometres) * 1000;
  return metres < 1000
    ? t('about {round} m away', { round: Math.round(metres / 100) * 100 })
    : t('about {kilometres} km away', { kilometres: writeDecimal(kilometres) });
};

/** What comes between the driver and this door, in words. */
export const howFarInWords = ({ stopsBefore, kilometres }: Pick<Whereabouts, 'stopsBefore' | 'kilometres'>): string => {
  if (stopsBefore > 0) return t('{count, plural, one {# stop} other {# stops}} before yours', { count: stopsBefore });
  return kilometres === null
    ? t('On the way to you now')
    : t('On the way to you now, {kilometres}', { kilometres: kilometresInWords(kilometres) });
};

/**
 * The driver, the stops that come first, and the door: a line, because a map would show the doors of others. Once this
 * door is next there is a place, and the company's map if it has one.
 */
export function HowFar({ stopsBefore, kilometres, place, at }: Whereabouts) {
  const line = (
    <div aria-hidden className={styles.way}>
      <IconTruckDelivery size={22} />
      {Array.from({ length: Math.min(stopsBefore, DOTS_MAX) }, (_, index) => (
        <i key={index} />
      ))}
      <IconHome size={22} />
    </div>
  );
  return (
    <section className={styles.howFar} aria-label={t('How far away the driver is')}>
      {place ? (
        <MapSlot
          title={t('Map of where the driver is, within {radius} metres', { radius: place.radius })}
          again={t('Back to the driver')}
          height={MAP_HEIGHT}
          points={[{ key: 'driver', ...place }]}
        >
          {line}
        </MapSlot>
      ) : (
        line
      )}
      <Text size="sm">
        {howFarInWords({ stopsBefore, kilometres })}{' '}
        <span className={styles.quiet}>{t('· at {time}', { time: formatTime(at) })}</span>
      </Text>
    </section>
  );
}
