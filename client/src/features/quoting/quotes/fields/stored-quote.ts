import { SPEED_DEFAULT, speedTypes } from '@quickfleet/shared/quoting/speed';
import { deliveryFrom, field, text } from '../../../../components/delivery-form/stored-form.ts';
import type { QuoteValues } from './quote-values.ts';

/** A quote's form as the browser kept it. */
export const quoteFrom = (stored: unknown): QuoteValues => ({
  ...deliveryFrom(stored),
  speedType: speedTypes.find((type) => type === field(stored, 'speedType')) ?? SPEED_DEFAULT,
  speedDate: text(stored, 'speedDate'),
});
