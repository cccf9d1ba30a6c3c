import { contactFields } from '@quickfleet/shared/base/contact/stop-person';
import { mapFields } from '@quickfleet/shared/base/fields';
import type { ProofRulesIn } from '@quickfleet/shared/company/proof/proof-rules';
import { orderFields, orderNotes } from '@quickfleet/shared/delivery/orders/order-fields';
import { type Order, type UpdateOrder, updateOrder } from '@quickfleet/shared/delivery/orders/orders';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { isLanguage, languageNames } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import type { ContactValues, ItemValues } from '../../../../components/delivery-form/delivery-values.ts';
import type { Difference } from '../../../../components/feedback/conflict-notice.tsx';
import {
  type CollectValues,
  collectOf,
  contentCheck,
  contentFrom,
  itemFrom,
} from '../../../../components/order-form/order-content.ts';
import {
  type CodeValues,
  codesCheck,
  codesOf,
  codesText,
  newCode,
} from '../../../../components/order-form/partner-code-values.ts';
import {
  draftOf,
  typedWindow,
  type WindowDraft,
  windowOfDraft,
} from '../../../../components/window-field/window-draft.ts';
import { sentPrice } from '../../../../lib/forms/price-values.ts';
import { changedFields, contestedFields, haveClashed } from '../../../../lib/forms/text-changes.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { formatDay, todayInZone } from '../../../../lib/words/format.ts';
import { rulesInWords, rulesToText } from '../../../../lib/words/proof-words.ts';

/** What staff may correct, as the form holds it. */
export const valuesOf = (order: Order, includesTax: boolean) => ({
  ...contentFrom(order, includesTax),
  language: String(order.language ?? ''),
  pickupWindow: draftOf(order.pickupWindow),
  deliveryWindow: draftOf(order.deliveryWindow, order.deliveryDate ? todayInZone(new Date(order.deliveryDate)) : ''),
  parcels: String(order.parcels),
  items: order.items.map((item) => ({
    ...itemFrom(item),
    ...{ id: item.id, imageUrls: item.imageUrls },
    ...(item.isPickedUp ? { fixedBecause: t('Picked up') } : {}),
  })),
  proofRules: order.proofRules as ProofRulesIn | null,
  partnerCodes: order.partnerCodes.map(newCode),
});
export type OrderValues = ReturnType<typeof valuesOf>;
/** Changes are found, told and sent by the names that the fields have on the wire. */
const onWire = ({ customer: { name, email, phone, company }, ...others }: OrderValues) => ({
  ...{ customerName: name, customerEmail: email, customerPhone: phone, customerCompany: company },
  ...others,
});
type Wire = ReturnType<typeof onWire>;
type Field = keyof Wire;

const fieldNames: Record<Field, string> = {
  customerName: t('Customer name'),
  customerEmail: t('Email'),
  customerPhone: t('Phone'),
  customerCompany: t('Company'),
  language: t('Language of e-mails'),
  pickupAddress: t('Pickup address'),
  deliveryAddress: t('Delivery address'),
  pickupContact: t('Pickup contact'),
  deliveryContact: t('Delivery contact'),
  pickupWindow: t('Pickup window'),
  deliveryWindow: t('Delivery window'),
  ...mapFields(orderNotes, (name) => t(orderFields[name].asText.label)),
  parcels: t('Parcels'),
  weightKg: t('Weight in kg'),
  needs: t('Needs'),
  quotePrice: t('Total'),
  onAccount: t('On account'),
  collect: t('To collect at the door'),
  items: t('Items'),
  proofRules: t('Proof'),
  partnerCodes: t('Codes of other companies'),
};

const withDecimals = (amount: string) => amount.replace(/^(\d+)$/, '$1.00').replace(/^(\d+\.\d)$/, '$10');
/** What goes to the server of an item; its photos stay as they are. */
const itemOf = ({ id, name, description, quantity, value = '' }: ItemValues) => ({
  ...(id === undefined ? {} : { id }),
  name: name.trim(),
  description: description.trim(),
  quantity: Number(quantity),
  value: String(value).trim() === '' ? null : withDecimals(String(value)),
});
const areCodes = (rows: ItemValues[] | CodeValues[]): rows is CodeValues[] => rows.every((row) => 'code' in row);
const isContact = (value: object): value is ContactValues => 'phone' in value;
const isCollect = (value: object): value is CollectValues => 'method' in value;
const collectText = ({ amount, currency, method }: CollectValues) =>
  amount.trim() && [withDecimals(amount.trim()), currency, method].join(' ');
const contactText = (contact: ContactValues) =>
  contactFields
    .map((name) => contact[name].trim())
    .filter(Boolean)
    .join(', ');
/** A value as one text, the same for values that mean the same. */
function normal(field: Field, value: Wire[Field]): string {
  if (typeof value === 'string') return field === 'quotePrice' ? withDecimals(value) : value.trim();
  if (Array.isArray(value)) return JSON.stringify(areCodes(value) ? codesOf(value) : value.map(itemOf));
  if (typeof value === 'boolean') return value ? 'yes' : '';
  if (value && isContact(value)) return contactText(value) && JSON.stringify(value);
  if (value && isCollect(value)) return collectText(value);
  if (value && 'from' in value) return value.day || value.from || value.to ? JSON.stringify(value) : '';
  return rulesToText(value);
}

/** Without promised times, the day of a delivery is kept alone. */
const planned = (draft: WindowDraft) => {
  const deliveryWindow = windowOfDraft(draft);
  return deliveryWindow ? { deliveryWindow } : { deliveryWindow, deliveryDate: draft.day || null };
};
export function changesOf(
  typed: OrderValues,
  read: OrderValues,
  includesTax: boolean,
): Omit<UpdateOrder, 'id' | 'version'> {
  const values = onWire(typed);
  const changed = changedFields(values, onWire(read), normal);
  const has = (field: Field) => changed.includes(field);
  const { pickupWindow, deliveryWindow, parcels, quotePrice, items, language, collect, partnerCodes, ...others } =
    values;
  return {
    ...Object.fromEntries(Object.entries(others).filter(([field]) => changed.some((one) => one === field))),
    ...(has('language') ? { language: isLanguage(language) ? language : null } : {}),
    ...(has('quotePrice') ? sentPrice(quotePrice, includesTax) : {}),
    ...(has('collect') ? { collect: collectOf(collect) } : {}),
    ...(has('items') ? { items: items.map(itemOf) } : {}),
    ...(has('partnerCodes') ? { partnerCodes: codesOf(partnerCodes) } : {}),
    ...(has('parcels') ? { parcels: parcels.trim() === '' ? null : Number(parcels) } : {}),
    ...(has('pickupWindow') ? { pickupWindow: windowOfDraft(pickupWindow) } : {}),
    ...(has('deliveryWindow') ? planned(deliveryWindow) : {}),
  };
}

export const doClash = (mine: OrderValues, theirs: OrderValues, read: OrderValues): boolean =>
  haveClashed(onWire(mine), onWire(theirs), onWire(read), normal);

function shown(value: Wire[Field]): string {
  if (typeof value === 'string') return isLanguage(value) ? languageNames[value] : value;
  if (typeof value === 'boolean') return value ? t('yes') : '';
  if (Array.isArray(value) && areCodes(value)) return codesText(value);
  if (Array.isArray(value)) return value.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');
  if (value && isContact(value)) return contactText(value);
  if (value && isCollect(value)) return collectText(value);
  if (!value || !('from' in value)) return rulesToText(value) === '' ? '' : rulesInWords(value ?? {});
  const window = windowOfDraft(value);
  if (window) return windowInWords(window, brand.timeZone, brand.hourCycle);
  return value.day ? formatDay(value.day) : '';
}
export const differencesOf = (typed: OrderValues, present: OrderValues, read: OrderValues): Difference[] => {
  const [mine, theirs] = [onWire(typed), onWire(present)];
  return contestedFields(mine, theirs, onWire(read), normal).map((field) => ({
    field: fieldNames[field],
    mine: shown(mine[field]),
    theirs: shown(theirs[field]),
  }));
};

const { parcels, proofRules } = updateOrder.shape;
/** The shared rules; empty parcels are counted. */
export const changeCheck = z.object({
  ...contentCheck,
  language: z.string(),
  parcels: z.preprocess((typed) => (typed === '' ? null : typed), parcels),
  items: updateOrder.shape.items,
  proofRules,
  partnerCodes: codesCheck,
  pickupWindow: typedWindow({ needsTimes: true }),
  deliveryWindow: typedWindow({ needsTimes: false }),
});
