import { decimalsOf } from '@quickfleet/shared/base/money/money';
import { isQrIban } from '@quickfleet/shared/company/bank-account';

/** What a code may hold (EPC069-12, 2.2). */
const BYTES_MAX = 331;
const AMOUNT_MAX = 999_999_999.99;
const oneLine = (text: string, max: number): string => [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, max).join('');

/**
 * The text of a code that the banking app of a phone reads as a transfer in euro (EPC069-12, version 2); null where there
 * is nothing to pay, no account, or another currency.
 */
export function paymentCode({
  iban,
  bic,
  name,
  amount,
  currency,
  reference,
}: {
  iban: string | null;
  bic: string | null;
  name: string;
  amount: string;
  currency: string;
  reference: string;
}): string | null {
  const isPayable = Number(amount) >= 0.01 && Number(amount) <= AMOUNT_MAX;
  if (currency !== 'EUR' || decimalsOf(currency) !== 2 || iban === null || !isPayable) return null;
  // Its bank takes payment slips alone.
  if (isQrIban(iban)) return null;
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    oneLine(name, 70),
    iban.replaceAll(' ', ''),
    `EUR${amount}`,
    '',
    '',
    oneLine(reference, 140),
  ];
  const code = lines.join('\n');
  return Buffer.byteLength(code) > BYTES_MAX ? null : code;
}
