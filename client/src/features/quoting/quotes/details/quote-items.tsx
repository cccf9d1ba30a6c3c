import { Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { QuoteItem } from '@quickfleet/shared/quoting/quotes';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { ImageGallery } from '../../../../components/photos/image-gallery.tsx';
import styles from '../list/quote-card.module.css';

interface QuoteItemsProps {
  items: readonly QuoteItem[];
  /** In the list a thumbnail opens its photo in a new tab, in the details over the page. */
  opens: 'tab' | 'lightbox';
  hasValues?: boolean;
  currency: string;
}

/** Quantity, name, description and photos of what is to be carried. */
export function QuoteItems({ items, opens, hasValues = false, currency }: QuoteItemsProps) {
  return (
    <ul className={styles.items} aria-label={t('Items')}>
      {items.map(({ id, quantity, name, description, value, imageUrls }) => (
        <li key={id} className={styles.line}>
          <div className={styles.what}>
            <span className={styles.count}>{quantity} ×</span>
            <span>
              <Text component="span" fw={500} inherit>
                {keepNumbers(name)}
              </Text>
              {description && (
                <Text component="span" c="dimmed" inherit>
                  {' '}
                  {keepNumbers(description)}
                </Text>
              )}
              {hasValues && value !== null && (
                <Text component="span" c="dimmed" inherit className="tabular">
                  {' '}
                  · {formatAmount(value, currency)}
                </Text>
              )}
            </span>
          </div>
          {imageUrls.length > 0 && (
            <div className={styles.photos} data-large={opens === 'lightbox' || undefined}>
              <ImageGallery
                urls={imageUrls}
                label={t('{name}, photo', { name })}
                opens={opens}
                thumbWidth={opens === 'tab' ? 56 : 96}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
