import { QUANTITY_DEFAULT } from '@quickfleet/shared/limits';
import { SPEED_DEFAULT, type SpeedType } from '@quickfleet/shared/speed';
import type { ZodForm } from '../../../lib/use-zod-form.ts';

/** What a quote's form holds while it is filled in, a visitor's or the staff's; the shared schema makes the payload. */
export type ItemValues = {
  key: string;
  /** Of an item that is stored already. */
  id?: number;
  name: string;
  description: string;
  quantity: number | string;
  /** Asked for on the staff's form only. */
  value?: number | string;
  imageUrls: string[];
};
export type QuoteValues = {
  customer: { name: string; email: string; phone: string; company: string };
  pickupAddress: string;
  deliveryAddress: string;
  notes: string;
  speedType: SpeedType;
  speedDate: string;
  items: ItemValues[];
};
/** Either form; how it is checked is its own. */
export type QuoteForm = Omit<ZodForm<QuoteValues>, 'validate' | 'validateField' | 'isValid'>;

let made = 0;
/** A key of its own: photos that are still uploading find their item again after another one was removed. */
export const newItem = (item: Partial<Omit<ItemValues, 'key'>> = {}): ItemValues => {
  made += 1;
  return { key: `item-${made}`, name: '', description: '', quantity: QUANTITY_DEFAULT, imageUrls: [], ...item };
};

export const emptyQuote = (item = newItem()): QuoteValues => ({
  customer: { name: '', email: '', phone: '', company: '' },
  pickupAddress: '',
  deliveryAddress: '',
  notes: '',
  speedType: SPEED_DEFAULT,
  speedDate: '',
  items: [item],
});

export const photoCount = (values: QuoteValues): number =>
  values.items.reduce((count, item) => count + item.imageUrls.length, 0);

/** Where the item of this key is in the form now; -1 when it was removed. */
export const placeOf = (form: QuoteForm, itemKey: string): number =>
  form.getValues().items.findIndex(({ key }) => key === itemKey);
