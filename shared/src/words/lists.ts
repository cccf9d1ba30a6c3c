import { localeOf } from './languages.ts';
import { language } from './t.ts';

/** 'Ada, Ben and Carl', as the language joins them; English without a comma before the 'and'. */
export const listOf = (items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string => {
  const locale = language() === 'en' ? 'en-GB' : localeOf(language());
  return new Intl.ListFormat(locale, { type }).format(items);
};
