import { formatAmount, writeDecimal } from '@quickfleet/shared/base/money/money';
import { lineName } from '@quickfleet/shared/base/money/price-line';
import { lineAmount } from '@quickfleet/shared/quoting/quote-totals';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import styles from './details.module.css';

interface PricedLine {
  label: string;
  quantity: string;
  unitPrice: string;
  taxRate: string;
  taxes?: readonly { label: string; rate: string }[] | undefined;
}

interface PriceLinesProps {
  lines: readonly PricedLine[];
  total: string;
  taxTotal: string | null;
  currency: string;
  pricesIncludeTax: boolean;
}

/** ' · 19 % tax', or ' · GST 5 %, QST 9.975 %'. */
const taxWords = ({ taxRate, taxes = [] }: PricedLine): string => {
  if (taxes.length > 0)
    return ` · ${taxes.map(({ label, rate }) => `${label} ${writeDecimal(rate)}\u00a0%`).join(', ')}`;
  return Number(taxRate) > 0 ? ` · ${t('{rate} % tax', { rate: writeDecimal(taxRate) })}` : '';
};

/** What the price is made of. */
export function PriceLines({ lines, total, taxTotal, currency, pricesIncludeTax }: PriceLinesProps) {
  const amount = (value: string) => formatAmount(value, currency);
  return (
    <table className={styles.lines}>
      <tbody>
        {lines.map((line, at) => (
          <tr key={`${at} ${line.label}`}>
            <td>
              <bdi dir="auto">{keepNumbers(lineName(line))}</bdi>
              {Number(line.quantity) !== 1 &&
                ` · ${writeDecimal(line.quantity)} × ${formatAmount(line.unitPrice, currency, { isUnitPrice: true })}`}
              {taxWords(line)}
            </td>
            <td>{amount(lineAmount(line, currency))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {Number(taxTotal) !== 0 && taxTotal !== null && (
          <tr>
            <th scope="row">{pricesIncludeTax ? t('Included tax') : t('Tax')}</th>
            <td>{amount(taxTotal)}</td>
          </tr>
        )}
        <tr>
          <th scope="row">{t('Total')}</th>
          <td>{amount(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
