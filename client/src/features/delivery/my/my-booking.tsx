import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { OrderAgain } from '@quickfleet/shared/delivery/my/my';
import { type BookMine, bookMine } from '@quickfleet/shared/delivery/my/my-booking';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type KnownAddress, KnownAddresses, takeAddress } from '../../../components/addresses/known-addresses.tsx';
import { AddressFields, NotesField } from '../../../components/delivery-form/delivery-fields.tsx';
import { ItemList } from '../../../components/delivery-form/items/item-list.tsx';
import { Quantity } from '../../../components/delivery-form/items/quantity.tsx';
import { SpeedField } from '../../../components/delivery-form/speed-field.tsx';
import { codeOf, issuesOf, messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useAttempt } from '../../../lib/forms/use-attempt.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';
import { rich } from '../../../lib/words/rich.tsx';
import { useAgreedPrice } from './use-agreed-price.ts';
import { valuesOf } from './use-order-again.ts';

interface MyBookingProps {
  customer: { id: number; name: string };
  initial: OrderAgain;
  /** Fills the request for a quote in, where there is no agreed price. */
  onRequest: (values: OrderAgain) => void;
  onClose: () => void;
}
/** Books a delivery for a customer on account, at the agreed price. */
export function MyBooking({ customer, initial, onRequest, onClose }: MyBookingProps) {
  const utils = trpc.useUtils();
  const attemptOf = useAttempt();
  const book = useMutation({
    mutationFn: (input: BookMine) =>
      utils.client.my.book.mutate(input, { context: { idempotencyKey: attemptOf(input) } }),
  });
  const [start] = useState(() => ({ ...valuesOf(initial), customerId: customer.id }));
  const [shown, setShown] = useState(start);
  const { form, onSubmit, showErrors } = useZodForm(bookMine, start, { onValuesChange: setShown });
  const { price, error, refetch } = useAgreedPrice(shown);
  const total = price?.total ?? null;

  const send = async (input: BookMine) => {
    if (total === null || book.isPending) return;
    const booking = { ...input, total };
    try {
      const made = await book.mutateAsync(booking);
      showSuccess(t('Booked'), `${formatTracking(made.trackingNumber)}, ${formatAmount(made.total, made.currency)}`);
      void utils.my.invalidate();
      onClose();
    } catch (failure) {
      if (codeOf(failure) === 'PRICE_CHANGED') void refetch();
      if (Object.keys(issuesOf(failure)).length > 0) showErrors(issuesOf(failure));
      else showError(t('Not booked'), messageOf(failure));
    }
  };
  // A new key unfolds the contact that was filled in.
  const [chosen, setChosen] = useState(0);
  const choose = (address: KnownAddress) => {
    takeAddress(form, address);
    setChosen((count) => count + 1);
  };
  const { pickupAddress, deliveryAddress, notes, items } = shown;
  const request = (): OrderAgain => ({
    ...initial,
    pickupAddress,
    deliveryAddress,
    notes: notes || null,
    items: items.map(({ name, description, quantity }) => ({ name, description, quantity: Number(quantity) })),
  });

  return (
    <Stack gap="lg">
      <div>
        <Button variant="subtle" px={0} leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onClose}>
          {t('My deliveries')}
        </Button>
        <Title order={1}>{t('Book a delivery')}</Title>
        <Text c="dimmed">{t('For {name}, on account.', { name: customer.name })}</Text>
      </div>
      <Card padding="lg">
        <form onSubmit={onSubmit((input) => void send(input))} noValidate>
          <Stack gap="lg">
            <KnownAddresses customerId={customer.id} onChoose={choose} />
            <AddressFields key={chosen} form={form} />
            <SpeedField form={form} isForVisitor />
            <Stack gap="md">
              <ItemList form={form} addText={t('Add another item')} Figures={Quantity} />
            </Stack>
            <NotesField form={form} />
            {price?.message && (
              <Alert color="amber" role="status">
                {price.message}.
                <Button variant="default" size="xs" mt="sm" display="block" onClick={() => onRequest(request())}>
                  {t('Request a quote with this')}
                </Button>
              </Alert>
            )}
            {error && (
              <Alert color="red" role="alert">
                {messageOf(error)}
              </Alert>
            )}
            <Group justify="space-between">
              <Text role="status" className="tabular">
                {total === null ? t('The price appears here before you book.') : null}
                {total !== null &&
                  price &&
                  rich('Price: {price}', { price: <strong>{formatAmount(total, price.currency)}</strong> })}
              </Text>
              <Button type="submit" loading={book.isPending} disabled={total === null}>
                {t('Book')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Stack>
  );
}
