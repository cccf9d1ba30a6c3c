import { t } from '@quickfleet/shared/words/t';
import { smallImage } from '../../lib/files/small-image.ts';

/** The place where a delivery may be left; it opens in full. */
export const PlacePhoto = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noreferrer" style={{ display: 'inline-block', marginBlock: 6 }}>
    <img
      src={smallImage(url)}
      alt={t('Where to leave it, in full')}
      style={{ display: 'block', maxWidth: 180, maxHeight: 135, borderRadius: 8 }}
    />
  </a>
);
