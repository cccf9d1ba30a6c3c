import { formatAmount, writeDecimal } from '@quickfleet/shared/base/money/money';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';

/** 'March 2, 2026', of a day like 2026-03-02 */
export const plainDayWords = (day: string): string =>
  new Intl.DateTimeFormat(localeOf(language()), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );

/** The lines of a text that were written one below the other. */
export const linesOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** What is taken off for paying early: until which day (inclusive) how much is enough. */
export const earlyPaymentWords = (early: {
  percent: string;
  until: string;
  enough: string;
  currency: string;
}): string =>
  t('{percent} % less when you pay by {day}: {amount}.', {
    percent: writeDecimal(early.percent),
    day: plainDayWords(early.until),
    amount: formatAmount(early.enough, early.currency),
  });
