import { lineAmount } from '@quickfleet/shared/quote-totals';
import { formatAmount } from '../../../lib/format.ts';
import styles from './details.module.css';

interface PricedLine {
  label: string;
  quantity: string;
  unitPrice: string;
  taxRate: string;
}

interface PriceLinesProps {
  lines: readonly PricedLine[];
  total: string;
  taxTotal: string | null;
  currency: string;
  pricesIncludeTax: boolean;
}

/** What the price is made of. */
export function PriceLines({ lines, total, taxTotal, currency, pricesIncludeTax }: PriceLinesProps) {
  const amount = (value: string) => formatAmount(value, currency);
  return (
    <table className={styles.lines}>
      <tbody>
        {lines.map((line, at) => (
          <tr key={`${at} ${line.label}`}>
            <td>
              {line.label}
              {Number(line.quantity) !== 1 && ` · ${line.quantity} × ${amount(line.unitPrice)}`}
              {Number(line.taxRate) > 0 && ` · ${line.taxRate}\u00a0% tax`}
            </td>
            <td>{amount(lineAmount(line))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {Number(taxTotal) !== 0 && taxTotal !== null && (
          <tr>
            <th scope="row">{pricesIncludeTax ? 'Tax in it' : 'Tax'}</th>
            <td>{amount(taxTotal)}</td>
          </tr>
        )}
        <tr>
          <th scope="row">Total</th>
          <td>{amount(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
