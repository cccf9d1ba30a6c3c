import { STARS_MAX } from '@quickfleet/shared/limits';

/** So many of five stars, to look at and to hear. */
export const Stars = ({ stars }: { stars: number }) => (
  <span style={{ whiteSpace: 'nowrap', letterSpacing: 1 }}>
    <span aria-hidden style={{ color: 'var(--mantine-color-amber-text, currentColor)' }}>
      {'★'.repeat(stars)}
      {'☆'.repeat(STARS_MAX - stars)}
    </span>
    <span className="visually-hidden">
      {stars} of {STARS_MAX} stars
    </span>
  </span>
);
