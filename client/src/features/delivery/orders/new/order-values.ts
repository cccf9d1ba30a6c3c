import { mapFields } from '@quickfleet/shared/base/fields';
import { collectMethods } from '@quickfleet/shared/base/money/collect-words';
import { type ProofRulesIn, proofRules } from '@quickfleet/shared/company/proof/proof-rules';
import { orderNotes } from '@quickfleet/shared/delivery/orders/order-fields';
import { type CreateOrder, createOrder } from '@quickfleet/shared/delivery/orders/orders';
import type { Customer } from '@quickfleet/shared/people/customers';
import { findWindowFaults, type WindowFault } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { contactOf } from '../../../../components/customer-choice/use-customer-choice.ts';
import { deliveryFrom, field, text } from '../../../../components/delivery-form/draft/stored-form.ts';
import { toOrderContact } from '../../../../components/delivery-form/order-contact.ts';
import {
  contentCheck,
  contentFrom,
  noCollect,
  type OrderContent,
} from '../../../../components/order-form/order-content.ts';
import { type CodesValues, codesCheck, codesFrom } from '../../../../components/order-form/partner-code-values.ts';
import {
  noDraft,
  planOf,
  typedWindow,
  type WindowDraft,
  type WindowName,
  windowOfDraft,
} from '../../../../components/window-field/window-draft.ts';
import type { ZodForm } from '../../../../lib/forms/use-zod-form.ts';

export type OrderDraft = OrderContent &
  CodesValues &
  Record<WindowName, WindowDraft> & {
    parcels: string | number;
    driverId: number | null;
    /** null leaves it to the customer and the company. */
    proofRules: ProofRulesIn | null;
  };
export type OrderForm = ZodForm<OrderDraft>;

export const emptyOrder = (customer?: Customer): OrderDraft => ({
  ...contentFrom(undefined, true),
  customer: contactOf(customer),
  parcels: '',
  pickupWindow: noDraft,
  deliveryWindow: noDraft,
  driverId: null,
  proofRules: null,
  partnerCodes: [],
});

const draftFrom = (stored: unknown): WindowDraft => {
  const days = field(stored, 'days');
  return {
    day: text(stored, 'day'),
    from: text(stored, 'from'),
    to: text(stored, 'to'),
    days: typeof days === 'number' ? days : 0,
  };
};
const collectFrom = (stored: unknown) => ({
  ...noCollect,
  amount: text(stored, 'amount'),
  currency: text(stored, 'currency'),
  method: collectMethods.find((method) => method === field(stored, 'method')) ?? noCollect.method,
});
export const orderFrom = (stored: unknown): OrderDraft => {
  const driverId = field(stored, 'driverId');
  const parcels = field(stored, 'parcels');
  return {
    ...deliveryFrom(stored),
    ...mapFields(orderNotes, (name) => text(stored, name)),
    parcels: typeof parcels === 'number' ? parcels : text(stored, 'parcels'),
    weightKg: text(stored, 'weightKg'),
    needs: text(stored, 'needs'),
    quotePrice: text(stored, 'quotePrice'),
    onAccount: field(stored, 'onAccount') === true,
    collect: collectFrom(field(stored, 'collect')),
    pickupWindow: draftFrom(field(stored, 'pickupWindow')),
    deliveryWindow: draftFrom(field(stored, 'deliveryWindow')),
    driverId: typeof driverId === 'number' ? driverId : null,
    proofRules: proofRules.safeParse(field(stored, 'proofRules')).data ?? null,
    partnerCodes: codesFrom(field(stored, 'partnerCodes')),
  };
};

const { parcels, ...shape } = createOrder.shape;
const isChecked =
  (name: keyof OrderDraft) =>
  ({ value, issues }: { value: unknown; issues: readonly { path?: readonly PropertyKey[] | undefined }[] }) =>
    typeof value === 'object' && value !== null && !issues.some(({ path }) => path?.[0] === name);
const faultAt = (path: WindowFault['path'], order: unknown): string | undefined =>
  findWindowFaults(
    {
      pickupWindow: windowOfDraft(draftFrom(field(order, 'pickupWindow'))),
      deliveryWindow: windowOfDraft(draftFrom(field(order, 'deliveryWindow'))),
    },
    new Date(),
  ).find((fault) => fault.path === path)?.message;

/** The shared rules in the form's shape; empty parcels are counted. */
export const orderCheck = z
  .object({
    ...contentCheck,
    driverId: shape.driverId,
    proofRules: shape.proofRules,
    partnerCodes: codesCheck,
    parcels: z.preprocess((typed) => (typed === '' ? null : typed), parcels),
    pickupWindow: typedWindow({ needsTimes: true }),
    deliveryWindow: typedWindow({ needsTimes: false }),
  })
  // `when`: reported together with the other fields' errors, not only once they are corrected.
  .refine(({ quotePrice: price, onAccount }) => Boolean(price) || onAccount === true, {
    path: ['quotePrice'],
    error: t('Enter a price, or choose On account'),
    when: isChecked('quotePrice'),
  })
  .refine((order) => !faultAt('pickupWindow.to', order), {
    path: ['pickupWindow', 'to'],
    error: ({ input }) => faultAt('pickupWindow.to', input),
    when: isChecked('pickupWindow'),
  })
  .refine((order) => !faultAt('deliveryWindow.to', order), {
    path: ['deliveryWindow', 'to'],
    error: ({ input }) => faultAt('deliveryWindow.to', input),
    when: isChecked('deliveryWindow'),
  });

export const toCreate = ({
  customer,
  pickupWindow,
  deliveryWindow,
  ...order
}: z.output<typeof orderCheck>): CreateOrder => ({
  ...order,
  ...planOf(pickupWindow, deliveryWindow),
  ...toOrderContact(customer),
});
