import { SPEED_DEFAULT, type SpeedType } from '@quickfleet/shared/quoting/speed';
import { type DeliveryValues, newItem } from '../../../../components/delivery-form/delivery-values.ts';
import type { ZodForm } from '../../../../lib/forms/use-zod-form.ts';

export type QuoteValues = DeliveryValues & { speedType: SpeedType; speedDate: string };
/** Either form of a quote; how it is checked is its own. */
export type QuoteForm = Omit<ZodForm<QuoteValues>, 'validate' | 'validateField' | 'isValid'>;

export const emptyQuote = (item = newItem()): QuoteValues => ({
  customer: { name: '', email: '', phone: '', company: '' },
  pickupAddress: '',
  deliveryAddress: '',
  notes: '',
  speedType: SPEED_DEFAULT,
  speedDate: '',
  items: [item],
});
