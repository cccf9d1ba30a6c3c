import { STARS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';

/** So many of five stars, to look at and to hear. */
export const Stars = ({ stars }: { stars: number }) => (
  <span style={{ whiteSpace: 'nowrap', letterSpacing: 1 }}>
    <span aria-hidden style={{ color: 'var(--mantine-color-amber-text, currentColor)' }}>
      {'★'.repeat(stars)}
      {'☆'.repeat(STARS_MAX - stars)}
    </span>
    <span className="visually-hidden">{t('{stars} of {max} stars', { stars, max: STARS_MAX })}</span>
  </span>
);
