import { decimalsWords, isTooFine, roundAmount } from '@quickfleet/shared/base/money/money';
import { money, paymentUrl } from '@quickfleet/shared/base/primitives';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';

const priceIn = (currency: string) => {
  const error = t('The price must be a number of at least 0 {decimals}', { decimals: decimalsWords(currency) });
  return z
    .string()
    .trim()
    .min(1, { error: t('A price is required') })
    .transform((text): string | number => text)
    .pipe(money(() => error))
    .refine((amount) => !isTooFine(amount, currency), { error })
    .transform((amount) => roundAmount(amount, currency));
};

/** Only who pays by a link needs one; `isWithout` is asked when the form is sent. */
export const priceForm = (currency: string, isWithout: () => boolean) =>
  z.object({
    price: priceIn(currency),
    paymentUrl: z.string().transform((typed, context) => {
      if (isWithout()) return undefined;
      const { data, error } = paymentUrl.safeParse(typed);
      if (error) context.addIssue({ code: 'custom', message: error.issues[0]?.message ?? '' });
      return data;
    }),
  });
/** What will be saved, as a decimal string; undefined while it is no price. */
export const parsePrice = (text: string, currency: string): string | undefined =>
  priceIn(currency).safeParse(text).data;
