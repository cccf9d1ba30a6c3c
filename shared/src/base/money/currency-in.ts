import { z } from 'zod';
import { t } from '../../words/t.ts';

// Asked only where one is given: an old browser that knows no list still shows its form.
const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);
const CURRENCY_WORDS = () => t('Choose a currency by its three letters, for example EUR');
/** A currency in a request. */
export const currencyIn = z
  .string({ error: CURRENCY_WORDS })
  .trim()
  .toUpperCase()
  .refine(isCurrency, { error: CURRENCY_WORDS });
