import { Button, Group, Text } from '@mantine/core';
import { carriedBy, pickFields } from '@quickfleet/shared/base/fields';
import { orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Customer } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { contentFrom, NEW_ITEM } from '../../../../components/order-form/order-content.ts';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { usePricesIncludeTax } from '../../../../lib/api/use-price-rule.ts';
import { showError } from '../../../../lib/toast.ts';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import type { OrderForm } from './order-values.ts';

const again = carriedBy(orderFields, 'lastTime');
/** What an order says again, by its table of fields; its time and photos are of that day. */
const contentOf = (order: Order, currency: string, includesTax: boolean) => {
  const hasAmounts = order.currency === currency;
  const content = contentFrom(order, includesTax);
  const said = {
    ...content,
    proofRules: order.proofRules,
    quotePrice: hasAmounts ? content.quotePrice : '',
    items: content.items.map((item) => (hasAmounts ? item : { ...item, ...NEW_ITEM })),
  };
  return pickFields(said, again);
};

interface LastTimeProps {
  form: OrderForm;
  customer: Customer;
  onFilled: () => void;
}
/** "Same as last time": one press fills in the customer's last order, to be changed before it is created. */
export function LastTime({ form, customer, onFilled }: LastTimeProps) {
  const { client } = trpc.useUtils();
  const [isFilling, setFilling] = useState(false);
  const includesTax = usePricesIncludeTax();
  const last = trpc.orders.list.useQuery({ customerId: customer.id, limit: 1 }).data?.data[0];
  if (!last) return null;
  const fill = async () => {
    setFilling(true);
    try {
      const order = await client.orders.get.query({ id: last.id });
      form.setValues({ ...form.getValues(), ...contentOf(order, customer.currency, includesTax) });
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
