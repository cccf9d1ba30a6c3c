import type { MyAddresses, OrderAgain } from '@quickfleet/shared/delivery/my';
import { paths } from '@quickfleet/shared/paths';
import { SPEED_DEFAULT } from '@quickfleet/shared/quoting/speed';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { contactFrom, newItem } from '../../../components/delivery-form/delivery-values.ts';
import { storeForm } from '../../../components/delivery-form/stored-form.ts';
import type { ConfirmOptions } from '../../../components/feedback/confirm.tsx';
import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { readStored } from '../../../lib/local-store.ts';
import { REQUEST_DRAFT } from '../../../lib/request-draft.ts';
import { showError } from '../../../lib/toast.ts';

type Address = MyAddresses['data'][number];

const empty: OrderAgain = {
  customer: { name: '', email: '', phone: null, company: null },
  pickupAddress: '',
  deliveryAddress: '',
  pickupContact: null,
  deliveryContact: null,
  notes: null,
  items: [],
};
const valuesOf = ({ customer, items, notes, pickupContact, deliveryContact, ...route }: OrderAgain) => ({
  ...route,
  customer: {
    name: customer.name,
    email: customer.email,
    phone: customer.phone ?? '',
    company: customer.company ?? '',
  },
  pickupContact: contactFrom(pickupContact),
  deliveryContact: contactFrom(deliveryContact),
  notes: notes ?? '',
  speedType: SPEED_DEFAULT,
  speedDate: '',
  items:
    items.length > 0 ? items.map((item) => newItem({ ...item, description: item.description ?? '' })) : [newItem()],
});

/**
 * Fills in the public request: as the draft that its form keeps in this browser. A draft that is there already is
 * replaced only by a yes.
 */
export function useOrderAgain(confirm: (options: ConfirmOptions) => Promise<boolean>) {
  const utils = trpc.useUtils();
  const [, navigate] = useLocation();
  const [filling, setFilling] = useState<string>();
  const fill = async (values: OrderAgain) => {
    const isReplaced =
      readStored(REQUEST_DRAFT) === null ||
      (await confirm({
        title: 'Replace your unfinished request?',
        text: 'This browser keeps a request that was not sent. It is replaced by this one.',
        action: 'Replace it',
      }));
    if (!isReplaced) return;
    if (storeForm(REQUEST_DRAFT, valuesOf(values))) navigate(`${paths.home}#quote-form`);
    else showError('Not filled in', 'This browser does not allow us to keep the form.');
  };
  return {
    filling,
    orderAgain: async (trackingNumber: string) => {
      setFilling(trackingNumber);
      try {
        await fill(await utils.my.again.fetch({ trackingNumber }));
      } catch (error) {
        showError('Not filled in', messageOf(error));
      } finally {
        setFilling(undefined);
      }
    },
    sendAgain: ({ use, address, contact }: Address, person: OrderAgain['customer']) =>
      fill({
        ...empty,
        customer: person,
        ...(use === 'pickup'
          ? { pickupAddress: address, pickupContact: contact }
          : { deliveryAddress: address, deliveryContact: contact }),
      }),
  };
}
