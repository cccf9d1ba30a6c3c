import { Text } from '@mantine/core';
import type { QuoteLine } from '@quickfleet/shared/quote-lines';
import { findTotalsProblem, totalsOf } from '@quickfleet/shared/quote-totals';
import { formatAmount } from '../../../lib/format.ts';
import styles from './pricing.module.css';

export interface Totals {
  net?: string;
  total?: string;
  taxes: readonly { rate: string; tax: string }[];
  /** Why there is no total. */
  problem?: string;
}

/** The sums of what is typed so far, as the server will make them. */
export function totalsOrProblem(lines: readonly QuoteLine[], pricesIncludeTax: boolean): Totals {
  const problem = findTotalsProblem(lines, { pricesIncludeTax });
  if (problem) return { taxes: [], problem };
  const { net, total, taxes } = totalsOf(lines, { pricesIncludeTax });
  return { net, total, taxes };
}

export function LiveTotals({
  totals: { net, total, taxes, problem },
  currency,
  pricesIncludeTax,
}: {
  totals: Totals;
  currency: string;
  pricesIncludeTax: boolean;
}) {
  if (problem !== undefined || total === undefined || net === undefined)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {problem}
      </Text>
    );
  const taxed = taxes.filter(({ tax }) => Number(tax) !== 0);
  return (
    <div role="status" aria-label="Totals">
      <dl className={styles.totals}>
        {taxed.length > 0 && (
          <div>
            <dt>Net</dt>
            <dd>{formatAmount(net, currency)}</dd>
          </div>
        )}
        {taxed.map(({ rate, tax }) => (
          <div key={rate}>
            <dt>
              {pricesIncludeTax ? 'Included tax' : 'Tax'} {rate} %
            </dt>
            <dd>{formatAmount(tax, currency)}</dd>
          </div>
        ))}
        <div>
          <dt>Total</dt>
          <dd>{formatAmount(total, currency)}</dd>
        </div>
      </dl>
    </div>
  );
}
