import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import { QUANTITY_DEFAULT } from '@quickfleet/shared/limits';
import type { ZodForm } from '../../lib/forms/use-zod-form.ts';

/** The values of a delivery form, the visitor's or the staff's; a shared schema checks them. */
export type ItemValues = {
  key: string;
  /** Of an item that is stored already. */
  id?: number;
  name: string;
  description: string;
  quantity: number | string;
  /** Asked for on the staff's forms only. */
  value?: number | string;
  imageUrls: string[];
  /** Of an item that cannot be changed any more: why not. */
  fixedBecause?: string;
};
/** The person at a stop; all empty is the customer. */
export type ContactValues = Record<keyof StopContact, string>;
export type DeliveryValues = {
  customer: { name: string; email: string; phone: string; company: string };
  pickupAddress: string;
  deliveryAddress: string;
  pickupContact: ContactValues;
  deliveryContact: ContactValues;
  notes: string;
  items: ItemValues[];
};

/** What the fields of items need from a form. */
export interface ItemForm {
  readonly errors: Record<string, unknown>;
  key(path: string): string;
  getInputProps(path: string): ReturnType<ZodForm<{ items: ItemValues[] }>['getInputProps']>;
  getInputNode(path: string): HTMLElement | null;
  getValues(): Pick<DeliveryValues, 'items'>;
  clearFieldError(path: string): void;
  setFieldValue(path: string, value: unknown, options?: { forceUpdate?: boolean }): void;
  insertListItem(path: string, item: unknown): void;
  removeListItem(path: string, at: number): void;
}
/** What the fields of a delivery need from a form. */
export interface DeliveryForm extends ItemForm {
  getValues(): DeliveryValues;
}

/** What the fields of a stop's contact need from a form. */
export interface ContactForm extends Pick<ItemForm, 'key' | 'getInputProps' | 'setFieldValue' | 'clearFieldError'> {
  getValues(): Pick<DeliveryValues, 'pickupAddress' | 'deliveryAddress' | 'pickupContact' | 'deliveryContact'>;
}

const textIn = (of: unknown, name: string): string => {
  const value: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, name) : '';
  return typeof value === 'string' ? value : '';
};
/** A stop's contact as a form holds it, of an answer or of what the browser kept. */
export const contactFrom = (of?: unknown): ContactValues => ({
  name: textIn(of, 'name'),
  company: textIn(of, 'company'),
  phone: textIn(of, 'phone'),
  email: textIn(of, 'email'),
  notes: textIn(of, 'notes'),
});

let made = 0;
/** The key lets photos that are still uploading find their item after another item is removed. */
export const newItem = (item: Partial<Omit<ItemValues, 'key'>> = {}): ItemValues => {
  made += 1;
  return { key: `item-${made}`, name: '', description: '', quantity: QUANTITY_DEFAULT, imageUrls: [], ...item };
};

export const photoCount = ({ items }: Pick<DeliveryValues, 'items'>): number =>
  items.reduce((count, item) => count + item.imageUrls.length, 0);

/** Where the item of this key is in the form now; -1 when it was removed. */
export const placeOf = (form: ItemForm, itemKey: string): number =>
  form.getValues().items.findIndex(({ key }) => key === itemKey);
