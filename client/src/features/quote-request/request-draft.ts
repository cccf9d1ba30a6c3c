// The unfinished request stays in this browser until it is sent: a reload or a closed tab costs nothing that was typed.
import { PENDING_UPLOAD_HOURS, QUANTITY_DEFAULT } from '@quickfleet/shared/limits';
import { SPEED_DEFAULT, speedTypes } from '@quickfleet/shared/speed';
import { newItem, photoCount, type RequestItem, type RequestValues, toQuantity } from './request-values.ts';

const KEY = 'quickfleet-quote-draft';
const KEPT_DAYS = 14;
const HOUR = 3_600_000;

export interface Draft {
  values: RequestValues;
  /** Photos that were kept too long to be still there. */
  lostPhotos: boolean;
}

const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
const text = (of: unknown, name: string): string => {
  const value = field(of, name);
  return typeof value === 'string' ? value : '';
};
const list = (of: unknown, name: string): unknown[] => {
  const value = field(of, name);
  return Array.isArray(value) ? value : [];
};

// Read by hand: a schema would load the whole checking library for everyone who only looks at the page.
const readItem = (stored: unknown): RequestItem =>
  newItem({
    name: text(stored, 'name'),
    description: text(stored, 'description'),
    quantity: toQuantity(String(field(stored, 'quantity'))),
    imageUrls: list(stored, 'imageUrls').filter((url) => typeof url === 'string'),
  });

function readValues(stored: unknown): RequestValues {
  const customer = field(stored, 'customer');
  const items = list(stored, 'items').map(readItem);
  return {
    customer: {
      name: text(customer, 'name'),
      email: text(customer, 'email'),
      phone: text(customer, 'phone'),
      company: text(customer, 'company'),
    },
    pickupAddress: text(stored, 'pickupAddress'),
    deliveryAddress: text(stored, 'deliveryAddress'),
    notes: text(stored, 'notes'),
    speedType: speedTypes.find((type) => type === field(stored, 'speedType')) ?? SPEED_DEFAULT,
    speedDate: text(stored, 'speedDate'),
    items: items.length > 0 ? items : [newItem()],
  };
}

const readStored = (): unknown => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
};
/** When the oldest of the photos was uploaded; the server sweeps what nobody claims. */
const photosSince = (stored: unknown): number => Number(field(stored, 'photosSince') ?? Date.now());

export function readDraft(): Draft | null {
  const stored = readStored();
  if (!(Date.now() - Number(field(stored, 'savedAt')) < KEPT_DAYS * 24 * HOUR)) return null;
  const values = readValues(field(stored, 'values'));
  if (Date.now() - photosSince(stored) < (PENDING_UPLOAD_HOURS - 1) * HOUR) return { values, lostPhotos: false };
  return {
    values: { ...values, items: values.items.map((item) => ({ ...item, imageUrls: [] })) },
    lostPhotos: photoCount(values) > 0,
  };
}

const isUntouched = ({ name, description, quantity, imageUrls }: RequestItem) =>
  name === '' && description === '' && quantity === QUANTITY_DEFAULT && imageUrls.length === 0;
/** Whether there is nothing worth keeping. */
const isEmpty = ({ customer, pickupAddress, deliveryAddress, notes, speedType, items }: RequestValues) =>
  speedType === SPEED_DEFAULT &&
  [...Object.values(customer), pickupAddress, deliveryAddress, notes].every((typed) => typed === '') &&
  items.every(isUntouched);

export function saveDraft(values: RequestValues): void {
  if (isEmpty(values)) {
    clearDraft();
    return;
  }
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify({
        savedAt: Date.now(),
        ...(photoCount(values) > 0 ? { photosSince: photosSince(readStored()) } : {}),
        values,
      }),
    );
  } catch {
    // Without storage a reload starts anew; nothing else depends on the draft.
  }
}

export function clearDraft(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Then nothing can have been stored.
  }
}
