import { Anchor, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { trpc } from '../../../../lib/api/trpc.ts';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import styles from './pricing.module.css';

/** What similar quotes that were paid for cost; staff decide. Nobody waits for it. */
export function PriceHint({ id }: { id: number }) {
  const hint = trpc.quotes.hint.useQuery({ id }, { trpc: { context: { isSlow: true } } });
  if (hint.isError)
    return (
      <Text size="sm" c="dimmed">
        {t('Similar quotes could not be looked up.')}
      </Text>
    );
  if (!hint.data)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('Looking for similar quotes…')}
      </Text>
    );
  const { range, currency, similar } = hint.data;
  if (!range || similar.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No similar quotes')}
      </Text>
    );
  const { low, median, high, count } = range;
  const amount = (value: string) => formatAmount(value, currency);
  const counted = (
    <Text span c="dimmed" inherit>
      ({t('{count, plural, one {# paid quote} other {# paid quotes}}', { count })})
    </Text>
  );
  return (
    <details>
      <summary className={styles.hint}>
        {Number(low) === Number(high)
          ? rich('Similar quotes cost {amount} {count}', { amount: <strong>{amount(low)}</strong>, count: counted })
          : rich('Similar quotes cost {range}, typically {median} {count}', {
              range: <strong>{t('{low} to {high}', { low: amount(low), high: amount(high) })}</strong>,
              median: amount(median),
              count: counted,
            })}
      </summary>
      <ul className={styles.similar} aria-label={t('Similar quotes')}>
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
