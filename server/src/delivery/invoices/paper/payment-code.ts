import { decimalsOf } from '@quickfleet/shared/base/money/money';
import { isQrIban } from '@quickfleet/shared/company/bank-account';
import { fillPaymentUrl } from '@quickfleet/shared/company/company';

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

/** Where what is due is paid online, by the company's pattern; null without one, and for one that is of quotes alone. */
export function paymentLink(
  pattern: string | null,
  { number, due, currency }: { number: string; due: string; currency: string },
): string | null {
  if (pattern === null || pattern.includes('{quoteId}') || Number(due) <= 0) return null;
  return fillPaymentUrl(pattern, { quoteId: '', reference: number, total: due, currency });
}
