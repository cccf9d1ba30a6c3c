import { Button, Group, Text } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Customer } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { contactFrom, newItem } from '../../../../components/delivery-form/delivery-values.ts';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showError } from '../../../../lib/toast.ts';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { NEW_ITEM, type OrderForm } from './order-values.ts';

/** What an order says again: addresses, people, items and notes; its time, photos and price are of that day. */
const contentOf = (order: Order, currency: string) => ({
  pickupAddress: order.pickupAddress,
  deliveryAddress: order.deliveryAddress,
  pickupContact: contactFrom(order.pickupContact),
  deliveryContact: contactFrom(order.deliveryContact),
  notes: order.notes ?? '',
  driverNotes: order.driverNotes ?? '',
  officeNotes: order.officeNotes ?? '',
  items: order.items.map(({ name, description, quantity, value }) =>
    newItem({
      ...NEW_ITEM,
      ...{ name, description: description ?? '', quantity },
      ...(value !== null && order.currency === currency ? { value } : {}),
    }),
  ),
});

interface LastTimeProps {
  form: OrderForm;
  customer: Customer;
  onFilled: () => void;
}
/** "Same as last time": one press fills in the customer's last order, to be changed before it is created. */
export function LastTime({ form, customer, onFilled }: LastTimeProps) {
  const { client } = trpc.useUtils();
  const [isFilling, setFilling] = useState(false);
  const last = trpc.orders.list.useQuery({ customerId: customer.id, limit: 1 }).data?.data[0];
  if (!last) return null;
  const fill = async () => {
    setFilling(true);
    try {
      const order = await client.orders.get.query({ id: last.id });
      form.setValues({ ...form.getValues(), ...contentOf(order, customer.currency) });
      form.clearErrors();
      onFilled();
    } catch (error) {
      showError(t('The last order could not be read'), messageOf(error));
    } finally {
      setFilling(false);
    }
  };
  return (
    <Group gap="sm" wrap="nowrap">
      <Button
        variant="light"
        size="xs"
        style={{ flex: 'none' }}
        leftSection={<IconHistory size={16} aria-hidden />}
        loading={isFilling}
        onClick={() => void fill()}
      >
        {t('Same as last time')}
      </Button>
      <Text size="xs" c="dimmed" lineClamp={2}>
        {`${t('{count, plural, one {# item} other {# items}}', { count: last.items.length })}, ${oneLine(last.pickupAddress)} → ${oneLine(last.deliveryAddress)}`}
      </Text>
    </Group>
  );
}
