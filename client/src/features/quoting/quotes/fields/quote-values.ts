import { SPEED_DEFAULT, type SpeedType, speedTypes } from '@quickfleet/shared/quoting/speed';
import { contactFrom, type DeliveryValues, newItem } from '../../../../components/delivery-form/delivery-values.ts';
import { deliveryFrom, field, text } from '../../../../components/delivery-form/draft/stored-form.ts';
import type { ZodForm } from '../../../../lib/forms/use-zod-form.ts';

/** A quote's form as the browser kept it. */
export const quoteFrom = (stored: unknown): QuoteValues => ({
  ...deliveryFrom(stored),
  speedType: speedTypes.find((type) => type === field(stored, 'speedType')) ?? SPEED_DEFAULT,
  speedDate: text(stored, 'speedDate'),
  weightKg: text(stored, 'weightKg'),
  needs: text(stored, 'needs'),
});

export type QuoteValues = DeliveryValues & {
  speedType: SpeedType;
  speedDate: string;
  /** Kilograms as they are typed, and words with commas between them. */
  weightKg: string;
  needs: string;
};
/** Either form of a quote; how it is checked is its own. */
export type QuoteForm = Omit<ZodForm<QuoteValues>, 'validate' | 'validateField' | 'isValid'>;

export const emptyQuote = (item = newItem()): QuoteValues => ({
  customer: { name: '', email: '', phone: '', company: '' },
  pickupAddress: '',
  deliveryAddress: '',
  pickupContact: contactFrom(),
  deliveryContact: contactFrom(),
  notes: '',
  speedType: SPEED_DEFAULT,
  speedDate: '',
  weightKg: '',
  needs: '',
  items: [item],
});
