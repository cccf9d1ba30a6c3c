import { Text } from '@mantine/core';
import { formatAmount, writeDecimal } from '@quickfleet/shared/base/money/money';
import type { QuoteLine } from '@quickfleet/shared/base/money/quote-lines';
import { findTotalsProblem, type TotalsRule, totalsOf } from '@quickfleet/shared/quoting/quote-totals';
import { t } from '@quickfleet/shared/words/t';
import styles from './pricing.module.css';

export interface Totals {
  net?: string;
  total?: string;
  taxes: readonly { label?: string; rate: string; tax: string }[];
  /** Why there is no total. */
  problem?: string;
}

/** The sums of what is typed so far, as the server will make them. */
export function totalsOrProblem(lines: readonly QuoteLine[], rule: TotalsRule): Totals {
  const problem = findTotalsProblem(lines, rule);
  if (problem) return { taxes: [], problem };
  const { net, total, taxes } = totalsOf(lines, rule);
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
    <div role="status" aria-label={t('Totals')}>
      <dl className={styles.totals}>
        {taxed.length > 0 && (
          <div>
            <dt>{t('Net')}</dt>
            <dd>{formatAmount(net, currency)}</dd>
          </div>
        )}
        {taxed.map(({ label, rate, tax }) => (
          <div key={`${label} ${rate}`}>
            <dt>
              {pricesIncludeTax
                ? label
                  ? t('Included {name}', { name: label })
                  : t('Included tax')
                : (label ?? t('Tax'))}{' '}
              {writeDecimal(rate)} %
            </dt>
            <dd>{formatAmount(tax, currency)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('Total')}</dt>
          <dd>{formatAmount(total, currency)}</dd>
        </div>
      </dl>
    </div>
  );
}
