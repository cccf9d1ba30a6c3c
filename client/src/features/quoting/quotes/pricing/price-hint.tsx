import { Anchor, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money';
import { paths } from '@quickfleet/shared/paths';
import { trpc } from '../../../../lib/api/trpc.ts';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatCount } from '../../../../lib/words/format.ts';
import styles from './pricing.module.css';

/** What similar quotes that were paid for cost; staff decide. Nobody waits for it. */
export function PriceHint({ id }: { id: number }) {
  const hint = trpc.quotes.hint.useQuery({ id }, { trpc: { context: { isSlow: true } } });
  if (hint.isError)
    return (
      <Text size="sm" c="dimmed">
        Similar quotes could not be looked up.
      </Text>
    );
  if (!hint.data)
    return (
      <Text size="sm" c="dimmed" role="status">
        Looking for similar quotes…
      </Text>
    );
  const { range, currency, similar } = hint.data;
  if (!range || similar.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No similar quotes
      </Text>
    );
  const { low, median, high, count } = range;
  const amount = (value: string) => formatAmount(value, currency);
  return (
    <details>
      <summary className={styles.hint}>
        Similar quotes cost{' '}
        <strong>{Number(low) === Number(high) ? amount(low) : `${amount(low)} to ${amount(high)}`}</strong>
        {Number(low) !== Number(high) && `, typically ${amount(median)}`}{' '}
        <Text span c="dimmed" inherit>
          ({formatCount(count, 'paid quote')})
        </Text>
      </summary>
      <ul className={styles.similar} aria-label="Similar quotes">
        {similar.map((quote) => (
          <li key={quote.id}>
            <Anchor href={`${paths.adminQuotes}?quote=${quote.id}`} target="_blank" rel="noopener" inherit>
              <span className={styles.similarPrice}>{amount(quote.price)}</span>
              <span className={styles.similarWay}>
                #{quote.id} · {oneLine(quote.pickupAddress)} → {oneLine(quote.deliveryAddress)}
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
    </details>
  );
}
