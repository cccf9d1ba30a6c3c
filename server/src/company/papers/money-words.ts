import { localeOf } from '@quickfleet/shared/words/languages';
import { language } from '@quickfleet/shared/words/t';

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
