import { Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import styles from '../portal/driver.module.css';

interface Place {
  lat: number;
  lng: number;
}
const WIDTH = 320;
const HEIGHT = 150;
const EDGE = 18;

/** Where places are in the picture, in the same scale both ways; one alone is in the middle. */
export function pointsOf(places: readonly Place[]): { x: number; y: number }[] {
  const [lats, lngs] = [places.map(({ lat }) => lat), places.map(({ lng }) => lng)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  // A degree of longitude is shorter the further it is from the equator.
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [wide, high] = [(east - west) * shrink, north - south];
  const fits = [...(wide > 0 ? [(WIDTH - 2 * EDGE) / wide] : []), ...(high > 0 ? [(HEIGHT - 2 * EDGE) / high] : [])];
  const scale = fits.length > 0 ? Math.min(...fits) : 0;
  return places.map(({ lat, lng }) => ({
    x: WIDTH / 2 + (lng - (west + east) / 2) * shrink * scale,
    y: HEIGHT / 2 - (lat - (south + north) / 2) * scale,
  }));
}

/**
 * The open stops of the day where earlier proofs were taken, in their order. Drawn from the places alone: it needs no
 * map of anybody's and no network.
 */
export function DayMap({ places, without }: { places: readonly Place[]; without: number }) {
  if (places.length < 2) return null;
  const points = pointsOf(places);
  return (
    <figure className={styles.card} style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        role="img"
        aria-label={t('Map of {count, plural, one {# stop} other {# stops}}, in their order', { count: places.length })}
      >
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="var(--qf-route)"
          strokeWidth="2"
          strokeDasharray="1 5"
          strokeLinecap="round"
        />
        {points.map(({ x, y }, at) => (
          <g key={`${x} ${y} ${at}`}>
            <circle cx={x} cy={y} r="10" fill={at === 0 ? 'var(--qf-pin)' : 'var(--qf-route)'} />
            <text x={x} y={y + 4} textAnchor="middle" fontSize="11" fontWeight="700" fill="var(--qf-surface)">
              {at + 1}
            </text>
          </g>
        ))}
      </svg>
      {without > 0 && (
        <Text component="figcaption" size="sm" c="dimmed">
          {t('{count, plural, one {# stop has} other {# stops have}} no place yet.', { count: without })}
        </Text>
      )}
    </figure>
  );
}
