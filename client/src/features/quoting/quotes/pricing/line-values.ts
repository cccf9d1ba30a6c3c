import type { QuoteLine } from '@quickfleet/shared/base/money/quote-lines';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';

/** A line while it is typed. */
export interface LineDraft {
  key: number;
  label: string;
  quantity: string;
  unitPrice: string;
  taxRate: string;
}
export type LineErrors = Partial<Record<'label' | 'quantity' | 'unitPrice' | 'taxRate', string>>;

/** Common lines, offered after the company's own. */
export const usualLines: readonly { label: string; isTaken?: true }[] = [
  { label: t('Rush') },
  { label: t('Out of hours') },
  { label: t('Weight') },
  { label: t('Waiting (charge)') },
  { label: t('Extra stop') },
  { label: t('Return (charge)') },
  { label: t('Discount'), isTaken: true },
];

let lastKey = 0;
export const draftOf = (line: Partial<Omit<LineDraft, 'key'>>): LineDraft => ({
  label: '',
  quantity: '1',
  unitPrice: '',
  taxRate: '0',
  ...line,
  key: ++lastKey,
});

const PRICE = /^-?\d{1,8}(\.\d{1,4})?$/;
const QUANTITY = /^\d{1,6}(\.\d{1,3})?$/;
const RATE = /^\d{1,2}(\.\d{1,3})?$/;

/** The line as it is saved, or what is wrong with it, field by field. */
export function parseLine({ label, quantity, unitPrice, taxRate }: LineDraft): {
  line?: QuoteLine;
  errors?: LineErrors;
} {
  const errors: LineErrors = {};
  const [count, rate] = [quantity.trim(), taxRate.trim().replace(/%$/, '').trimEnd() || '0'];
  if (label.trim() === '') errors.label = t('A line needs a name');
  else if (label.trim().length > NAME_MAX) errors.label = t('At most {count} letters', { count: NAME_MAX });
  if (!QUANTITY.test(count) || Number(count) === 0) errors.quantity = t('A number above 0');
  if (!PRICE.test(unitPrice)) errors.unitPrice = t('An amount with at most 4 decimals');
  if (!RATE.test(rate)) errors.taxRate = t('A rate from 0 to 99');
  if (Object.keys(errors).length > 0) return { errors };
  return { line: { label: label.trim(), quantity: count, unitPrice, taxRate: rate } };
}
