import { hasDecimalComma } from '@quickfleet/shared/base/money/money';

const CURRENCY = '(?:[A-Z]{0,3}\\p{Sc}|[A-Z]{3})?';
const written = (thousands: string, decimal: string) =>
  new RegExp(`^${CURRENCY}\\s*(\\d+|\\d{1,3}(?:[${thousands}]\\d{3})+)?([${decimal}]\\d+)?\\s*${CURRENCY}$`, 'u');
// Commas only where thousands are parted: '1,25' may be meant as 1.25 and is asked about instead of read as 125.
const WITH_POINT = written(',\\s’', '.');
/** '1.250,50', '1 250,50 €' and '1250,5': as most of Europe writes it. */
const WITH_COMMA = written('.\\s’', ',');
const MINUS = /^\s*[-−]/;

/** Digits and signs of Arabic and Persian keyboards. */
const inLatin = (text: string): string =>
  text
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');

/**
 * A number as people write one as the plain decimal of the API: '1,250.50', '$1250.50' and '- $20', and '1.250,50 €'
 * where the language has a comma. It reads what `writeDecimal` wrote as the same. What is no number stays as it was typed, for the schema to refuse.
 */
export function plainNumber(typed: string): string {
  const text = inLatin(typed).trim();
  const amount = text.replace(MINUS, '').trimStart();
  const [, units = '', fraction = ''] = (hasDecimalComma() && WITH_COMMA.exec(amount)) || WITH_POINT.exec(amount) || [];
  if (units === '' && fraction === '') return text;
  return `${MINUS.test(text) ? '-' : ''}${units.replaceAll(/\D/g, '') || '0'}${fraction.replace(',', '.')}`;
}
