import type { ProofRulesIn } from '@quickfleet/shared/company/proof-rules';
import type { Order, UpdateOrder } from '@quickfleet/shared/delivery/orders';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import type { Difference } from '../../../../components/feedback/conflict-notice.tsx';
import {
  draftOf,
  noDraft,
  type WindowDraft,
  type WindowName,
  windowOfDraft,
} from '../../../../components/window-field/window-draft.ts';
import { changedFields, contestedFields, haveClashed } from '../../../../lib/forms/text-changes.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { formatDay, todayInZone } from '../../../../lib/words/format.ts';
import { rulesFromText, rulesInWords, rulesToText } from '../../../../lib/words/proof-words.ts';

/** A window as one text, so that two versions of an order are compared field by field. */
const textOf = ({ day, from, to, days }: WindowDraft): string =>
  day || from || to ? [day, from, to, String(days)].join(' ') : '';
const draftFrom = (written: string): WindowDraft => {
  const [day = '', from = '', to = '', days = '0'] = written.split(' ');
  return written === '' ? noDraft : { day, from, to, days: Number(days) };
};

/** What staff may correct, as texts. */
export const valuesOf = (order: Order) => ({
  customerName: order.customerName,
  customerEmail: order.customerEmail ?? '',
  customerPhone: order.customerPhone ?? '',
  customerCompany: order.customerCompany ?? '',
  pickupAddress: order.pickupAddress,
  deliveryAddress: order.deliveryAddress,
  pickupWindow: textOf(draftOf(order.pickupWindow)),
  deliveryWindow: textOf(
    draftOf(order.deliveryWindow, order.deliveryDate ? todayInZone(new Date(order.deliveryDate)) : ''),
  ),
  notes: order.notes ?? '',
  driverNotes: order.driverNotes ?? '',
  officeNotes: order.officeNotes ?? '',
  parcels: String(order.parcels),
  quotePrice: order.quotePrice ?? '',
  onAccount: order.onAccount ? 'yes' : '',
  proofRules: rulesToText(order.proofRules),
});
export type OrderValues = ReturnType<typeof valuesOf>;
type Field = keyof OrderValues;

/** The same as the form holds it. */
export type OrderFields = Omit<OrderValues, WindowName | 'onAccount' | 'proofRules'> &
  Record<WindowName, WindowDraft> & { onAccount: boolean; proofRules: ProofRulesIn | null };
export const fieldsOf = ({
  pickupWindow,
  deliveryWindow,
  onAccount,
  proofRules,
  ...texts
}: OrderValues): OrderFields => ({
  ...texts,
  pickupWindow: draftFrom(pickupWindow),
  deliveryWindow: draftFrom(deliveryWindow),
  onAccount: onAccount !== '',
  proofRules: rulesFromText(proofRules),
});
export const textsOf = ({
  pickupWindow,
  deliveryWindow,
  onAccount,
  proofRules,
  ...texts
}: OrderFields): OrderValues => ({
  ...texts,
  pickupWindow: textOf(pickupWindow),
  deliveryWindow: textOf(deliveryWindow),
  onAccount: onAccount ? 'yes' : '',
  proofRules: rulesToText(proofRules),
});

export const fieldNames: Record<Field, string> = {
  customerName: 'Customer name',
  customerEmail: 'Email',
  customerPhone: 'Phone',
  customerCompany: 'Company',
  pickupAddress: 'Pickup address',
  deliveryAddress: 'Delivery address',
  pickupWindow: 'Pickup window',
  deliveryWindow: 'Delivery window',
  notes: 'Special instructions',
  driverNotes: 'Notes for the driver',
  officeNotes: 'Notes for the office',
  parcels: 'Parcels',
  quotePrice: 'Total',
  onAccount: 'On account',
  proofRules: 'Proof',
};

// Commas only where thousands are parted: '1,25' may be meant as 1.25 and is asked about instead of read as 125.
const AMOUNT = /^(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})?\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?$/u;
/** '1,250.50' and '$1250.50' as '1250.50'; what is no amount stays as it was written, for the schema to refuse. */
export function plainMoney(text: string): string {
  const [, units, fraction = ''] = AMOUNT.exec(text.trim()) ?? [];
  return units === undefined ? text.trim() : `${units.replaceAll(',', '')}${fraction}`;
}
const normal = (field: Field, text: string) =>
  field === 'quotePrice'
    ? plainMoney(text)
        .replace(/^(\d+)$/, '$1.00')
        .replace(/^(\d+\.\d)$/, '$10')
    : text.trim();

/** A delivery's day stands for itself where no times are promised. */
const planned = (written: string) => {
  const draft = draftFrom(written);
  const deliveryWindow = windowOfDraft(draft);
  return deliveryWindow ? { deliveryWindow } : { deliveryWindow, deliveryDate: draft.day || null };
};
/** What goes to the server. */
export function changesOf(values: OrderValues, read: OrderValues): Omit<UpdateOrder, 'id' | 'version'> {
  const changed = changedFields(values, read, normal);
  const has = (field: Field) => changed.includes(field);
  const { pickupWindow, deliveryWindow, onAccount, proofRules, parcels, quotePrice, ...texts } = values;
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([field]) => changed.some((one) => one === field))),
    ...(has('quotePrice') ? { quotePrice: plainMoney(quotePrice) } : {}),
    ...(has('parcels') ? { parcels: parcels.trim() === '' ? null : Number(parcels) } : {}),
    ...(has('onAccount') ? { onAccount: onAccount !== '' } : {}),
    ...(has('proofRules') ? { proofRules: rulesFromText(proofRules) } : {}),
    ...(has('pickupWindow') ? { pickupWindow: windowOfDraft(draftFrom(pickupWindow)) } : {}),
    ...(has('deliveryWindow') ? planned(deliveryWindow) : {}),
  };
}

export const doClash = (mine: OrderValues, theirs: OrderValues, read: OrderValues): boolean =>
  haveClashed(mine, theirs, read, normal);

function shown(field: Field, text: string): string {
  if (field === 'proofRules') return text === '' ? '' : rulesInWords(rulesFromText(text) ?? {});
  if (field !== 'pickupWindow' && field !== 'deliveryWindow') return text;
  const draft = draftFrom(text);
  const window = windowOfDraft(draft);
  if (window) return windowInWords(window, brand.timeZone);
  return draft.day ? formatDay(draft.day) : '';
}
/** What a conflict is about, in words. */
export const differencesOf = (mine: OrderValues, theirs: OrderValues, read: OrderValues): Difference[] =>
  contestedFields(mine, theirs, read, normal).map((field) => ({
    field: fieldNames[field],
    mine: shown(field, mine[field]),
    theirs: shown(field, theirs[field]),
  }));
