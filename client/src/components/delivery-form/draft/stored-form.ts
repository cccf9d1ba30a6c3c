// A form that was not sent stays in this browser: a reload or a closed tab costs nothing that was typed.
import { PENDING_UPLOAD_HOURS } from '@quickfleet/shared/limits';
import { readStoredJson, store } from '../../../lib/storage/local-store.ts';
import { contactFrom, type DeliveryValues, type ItemValues, newItem, photoCount } from '../delivery-values.ts';

const HOUR = 3_600_000;

export interface StoredForm<Values extends DeliveryValues = DeliveryValues> {
  values: Values;
  savedAt: string;
  /** Photos waited so long that the server has deleted them; they are left out of `values`. */
  hasLostPhotos: boolean;
}

// Read by hand: a schema would load the whole checking library for everyone who only looks at the public page.
export const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
export const text = (of: unknown, name: string): string => {
  const value = field(of, name);
  return typeof value === 'string' ? value : '';
};
const list = (of: unknown, name: string): unknown[] => {
  const value = field(of, name);
  return Array.isArray(value) ? value : [];
};
const isNumberOrText = (value: unknown): value is number | string => ['number', 'string'].includes(typeof value);

const itemFrom = (stored: unknown): ItemValues => {
  const id = field(stored, 'id');
  const quantity = field(stored, 'quantity');
  const value = field(stored, 'value');
  return newItem({
    ...(typeof id === 'number' ? { id } : {}),
    name: text(stored, 'name'),
    description: text(stored, 'description'),
    ...(isNumberOrText(quantity) ? { quantity } : {}),
    ...(isNumberOrText(value) ? { value } : {}),
    imageUrls: list(stored, 'imageUrls').filter((url) => typeof url === 'string'),
  });
};

/** The part that every form about a delivery has. */
export const deliveryFrom = (stored: unknown): DeliveryValues => {
  const customer = field(stored, 'customer');
  return {
    customer: {
      name: text(customer, 'name'),
      email: text(customer, 'email'),
      phone: text(customer, 'phone'),
      company: text(customer, 'company'),
    },
    pickupAddress: text(stored, 'pickupAddress'),
    deliveryAddress: text(stored, 'deliveryAddress'),
    pickupContact: contactFrom(field(stored, 'pickupContact')),
    deliveryContact: contactFrom(field(stored, 'deliveryContact')),
    notes: text(stored, 'notes'),
    items: list(stored, 'items').map(itemFrom),
  };
};

/** When the oldest of the photos was uploaded; the server deletes what no quote names after a while. */
const photosSince = (stored: unknown): number => Number(field(stored, 'photosSince') ?? field(stored, 'savedAt'));

/** What was stored under this key and is not older than `keptDays`; `valuesFrom` reads the form's own fields. */
export function readStoredForm<Values extends DeliveryValues>(
  key: string,
  keptDays: number,
  valuesFrom: (stored: unknown) => Values,
): StoredForm<Values> | undefined {
  const stored = readStoredJson(key);
  const savedAt = Number(field(stored, 'savedAt'));
  if (!(Date.now() - savedAt < keptDays * 24 * HOUR)) return undefined;
  const values = valuesFrom(field(stored, 'values'));
  if (values.items.length === 0) return undefined;
  const isOld = Date.now() - photosSince(stored) > (PENDING_UPLOAD_HOURS - 1) * HOUR;
  // The photos of a stored item belong to it and are kept.
  const isLost = (item: ItemValues) => isOld && item.id === undefined && item.imageUrls.length > 0;
  return {
    values: { ...values, items: values.items.map((item) => (isLost(item) ? { ...item, imageUrls: [] } : item)) },
    savedAt: new Date(savedAt).toISOString(),
    hasLostPhotos: values.items.some(isLost),
  };
}

/** Returns whether the browser stored it. */
export function storeForm(key: string, values: DeliveryValues): boolean {
  const before = readStoredJson(key);
  const savedAt = Date.now();
  const since = field(before, 'photosSince') === undefined ? savedAt : photosSince(before);
  const photos = photoCount(values) > 0 ? { photosSince: since } : {};
  return store(key, JSON.stringify({ savedAt, ...photos, values }));
}
