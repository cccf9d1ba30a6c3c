import { z } from 'zod';
import { t } from '../../words/t.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));
const CURRENCY_WORDS = () => t('Choose a currency by its three letters, for example EUR');
/** A currency in a request. */
export const currencyIn = z
  .string({ error: CURRENCY_WORDS })
  .trim()
  .toUpperCase()
  .refine((code) => currencies.has(code), { error: CURRENCY_WORDS });
