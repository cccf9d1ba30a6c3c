import { QUANTITY_DEFAULT } from '@quickfleet/shared/limits';
import { SPEED_DEFAULT } from '@quickfleet/shared/quoting/speed';
import type { ItemValues } from '../../../../components/delivery-form/delivery-values.ts';
import {
  forgetStoredForm,
  readStoredForm,
  type StoredForm,
  storeForm,
} from '../../../../components/delivery-form/stored-form.ts';
import type { QuoteValues } from '../fields/quote-values.ts';
import { quoteFrom } from '../fields/stored-quote.ts';

const KEY = 'quickfleet-quote-draft';
const KEPT_DAYS = 14;

/** The unfinished request, kept in this browser until it is sent. */
export const readDraft = (): StoredForm<QuoteValues> | null => readStoredForm(KEY, KEPT_DAYS, quoteFrom) ?? null;
export const clearDraft = (): void => forgetStoredForm(KEY);

const isUntouched = ({ name, description, quantity, imageUrls }: ItemValues) =>
  name === '' && description === '' && quantity === QUANTITY_DEFAULT && imageUrls.length === 0;
/** Whether there is nothing worth keeping. */
const isEmpty = ({ customer, pickupAddress, deliveryAddress, notes, speedType, items }: QuoteValues) =>
  speedType === SPEED_DEFAULT &&
  [...Object.values(customer), pickupAddress, deliveryAddress, notes].every((typed) => typed === '') &&
  items.every(isUntouched);

/** Without storage a reload starts over; nothing else depends on the draft. */
export function saveDraft(values: QuoteValues): void {
  if (isEmpty(values)) clearDraft();
  else storeForm(KEY, values);
}
