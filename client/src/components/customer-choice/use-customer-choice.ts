import { SEARCH_MAX } from '@quickfleet/shared/limits';
import type { Customer, CustomerAddresses } from '@quickfleet/shared/people/customers';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { trpc } from '../../lib/api/trpc.ts';
import type { DeliveryForm, DeliveryValues } from '../delivery-form/delivery-values.ts';

/** What the customer section shows: the search, the chosen customer, or the fields. */
type CustomerPart =
  | { shows: 'search' }
  | { shows: 'chosen'; customer: Customer }
  | { shows: 'fields'; customer?: Customer };

/** A known customer as a form holds one; empty without. */
export const contactOf = (customer?: Customer): DeliveryValues['customer'] => ({
  name: customer?.name ?? '',
  email: customer?.email ?? '',
  phone: customer?.phone ?? '',
  company: customer?.company ?? '',
});

const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.trim().toLowerCase();

export interface AddressOffer {
  address: string;
  label: string | null;
}
/** What is offered for a stop: each address once. */
function offersOf(stop: 'pickup' | 'delivery', found: CustomerAddresses | undefined): AddressOffer[] {
  if (!found) return [];
  const saved = found.saved.filter(({ use }) => use === stop || use === 'both');
  const known = new Set(saved.map(({ address }) => address.toLowerCase()));
  const others = found[stop].filter((address) => !known.has(address.toLowerCase()));
  return [
    ...saved.map(({ address, label }) => ({ address, label })),
    ...others.map((address) => ({ address, label: null })),
  ];
}

const partOf = (contact: DeliveryValues['customer'], customer: Customer | undefined): CustomerPart => {
  if (customer) return { shows: 'chosen', customer };
  return Object.values(contact).some(Boolean) ? { shows: 'fields' } : { shows: 'search' };
};

/** The customer of a staff form: searched for, or new. `customer` is preselected by the page that led here. */
export function useCustomerChoice(form: DeliveryForm, customer?: Customer) {
  const [part, setPart] = useState<CustomerPart>(() => partOf(form.getValues().customer, customer));
  const search = useRef<HTMLInputElement>(null);
  // A resumed draft has only the contact; the e-mail address identifies the customer.
  const [resumed, setResumed] = useState(() => (part.shows === 'fields' ? form.getValues().customer.email : ''));
  const found = trpc.customers.list.useQuery(
    { q: resumed.slice(0, SEARCH_MAX) },
    { enabled: resumed.includes('@'), select: ({ data }) => data.find(({ email }) => isSameEmail(email, resumed)) },
  );
  const known = part.shows === 'search' ? undefined : (part.customer ?? (resumed ? found.data : undefined));
  const addresses = trpc.customers.addresses.useQuery({ id: known?.id ?? 0 }, { enabled: known !== undefined });

  const fill = (contact: DeliveryValues['customer']) => {
    for (const [name, value] of Object.entries(contact)) {
      form.setFieldValue(`customer.${name}`, value);
      form.clearFieldError(`customer.${name}`);
    }
  };
  return {
    part,
    search,
    /** The known customer, if any. */
    customer: known,
    /** Where the known customer sends from and to: the saved addresses first. */
    addresses: {
      pickup: offersOf('pickup', known ? addresses.data : undefined),
      delivery: offersOf('delivery', known ? addresses.data : undefined),
    },
    choose: (chosen: Customer) => {
      fill(contactOf(chosen));
      flushSync(() => setPart({ shows: 'chosen', customer: chosen }));
      form.getInputNode('pickupAddress')?.focus();
    },
    /** Starts a new customer with the typed text. */
    begin: (typed: string) => {
      fill({ ...contactOf(), ...(typed.includes('@') ? { email: typed } : { name: typed }) });
      flushSync(() => setPart({ shows: 'fields' }));
      form.getInputNode(typed && !typed.includes('@') ? 'customer.email' : 'customer.name')?.focus();
    },
    change: () => {
      setResumed('');
      fill(contactOf());
      flushSync(() => setPart({ shows: 'search' }));
      search.current?.focus();
    },
    editDetails: () => {
      flushSync(() => setPart((shown) => ({ ...shown, shows: 'fields' })));
      form.getInputNode('customer.name')?.focus();
    },
    /** What is wrong must be on the screen before it can take the focus. */
    reveal: (errors: Record<string, unknown>) => {
      if (part.shows !== 'fields' && Object.keys(errors).some((path) => path.startsWith('customer.')))
        flushSync(() => setPart((shown) => ({ ...shown, shows: 'fields' })));
    },
    takeAddress: (path: 'pickupAddress' | 'deliveryAddress', address: string) => {
      form.setFieldValue(path, address);
      form.clearFieldError(path);
      form.getInputNode(path)?.focus();
    },
  };
}
export type CustomerChoice = ReturnType<typeof useCustomerChoice>;
