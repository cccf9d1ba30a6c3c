import { QUANTITY_DEFAULT, QUANTITY_MAX, QUANTITY_MIN } from '@quickfleet/shared/limits';
import { SPEED_DEFAULT, type SpeedType } from '@quickfleet/shared/speed';
import type { LateForm } from '../../lib/use-late-form.ts';

/** What the form holds while it is filled in; the schema makes the payload of it. */
export type RequestItem = { key: string; name: string; description: string; quantity: number; imageUrls: string[] };
export type RequestValues = {
  customer: { name: string; email: string; phone: string; company: string };
  pickupAddress: string;
  deliveryAddress: string;
  notes: string;
  speedType: SpeedType;
  speedDate: string;
  items: RequestItem[];
};
export type RequestForm = LateForm<RequestValues>;

let made = 0;
/** A key of its own: photos that are still on their way find their item again after another one was removed. */
export const newItem = (item: Partial<Omit<RequestItem, 'key'>> = {}): RequestItem => {
  made += 1;
  return { key: `item-${made}`, name: '', description: '', quantity: QUANTITY_DEFAULT, imageUrls: [], ...item };
};

export const emptyRequest = (): RequestValues => ({
  customer: { name: '', email: '', phone: '', company: '' },
  pickupAddress: '',
  deliveryAddress: '',
  notes: '',
  speedType: SPEED_DEFAULT,
  speedDate: '',
  items: [newItem()],
});

/** At least 1, and 1 for whatever is not a number. */
export const toQuantity = (text: string): number => {
  const whole = Math.floor(Number(text));
  return text.trim() !== '' && Number.isFinite(whole)
    ? Math.min(QUANTITY_MAX, Math.max(QUANTITY_MIN, whole))
    : QUANTITY_DEFAULT;
};

export const photoCount = (values: RequestValues): number =>
  values.items.reduce((count, item) => count + item.imageUrls.length, 0);
