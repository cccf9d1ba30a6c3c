import type { MyAddresses, OrderAgain } from '@quickfleet/shared/delivery/my/my';
import { paths } from '@quickfleet/shared/paths';
import { SPEED_DEFAULT } from '@quickfleet/shared/quoting/speed';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { contactFrom, newItem } from '../../../components/delivery-form/delivery-values.ts';
import { storeForm } from '../../../components/delivery-form/draft/stored-form.ts';
import type { ConfirmOptions } from '../../../components/feedback/dialog/confirm.tsx';
import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { readStored } from '../../../lib/storage/local-store.ts';
import { REQUEST_DRAFT } from '../../../lib/storage/request-draft.ts';
import { showError } from '../../../lib/toast.ts';

type Address = MyAddresses['data'][number];

export const emptyRequest: OrderAgain = {
  customer: { name: '', email: '', phone: null, company: null },
  pickupAddress: '',
  deliveryAddress: '',
  pickupContact: null,
  deliveryContact: null,
  notes: null,
  items: [],
};
/** A request as its form holds it. */
export const valuesOf = ({ customer, items, notes, pickupContact, deliveryContact, ...route }: OrderAgain) => ({
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

/** An address as the begin of a request. */
export const requestFrom = ({ use, address, contact }: Address, customer: OrderAgain['customer']): OrderAgain => ({
  ...emptyRequest,
  customer,
  ...(use === 'pickup'
    ? { pickupAddress: address, pickupContact: contact }
    : { deliveryAddress: address, deliveryContact: contact }),
});

/**
 * Fills in the public request: as the draft that its form keeps in this browser. A draft that is there already is
 * replaced only by a yes.
 */
export function useFillRequest(confirm: (options: ConfirmOptions) => Promise<boolean>) {
  const [, navigate] = useLocation();
  return async (values: OrderAgain) => {
    const isReplaced =
      readStored(REQUEST_DRAFT) === null ||
      (await confirm({
        title: t('Replace your unfinished request?'),
        text: t('This browser keeps a request that was not sent. It is replaced by this one.'),
        action: t('Replace it'),
      }));
    if (!isReplaced) return;
    if (storeForm(REQUEST_DRAFT, valuesOf(values))) navigate(`${paths.home}#quote-form`);
    else showError(t('Not filled in'), t('This browser does not allow us to keep the form.'));
  };
}

/** Reads an order as a request for the same again, and hands it on. */
export function useOrderAgain(onRead: (values: OrderAgain) => unknown) {
  const utils = trpc.useUtils();
  const [filling, setFilling] = useState<string>();
  const orderAgain = async (trackingNumber: string) => {
    setFilling(trackingNumber);
    try {
      await onRead(await utils.my.again.fetch({ trackingNumber }));
    } catch (error) {
      showError(t('Not filled in'), messageOf(error));
    } finally {
      setFilling(undefined);
    }
  };
  return { filling, orderAgain };
}
