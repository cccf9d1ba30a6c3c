import { Badge, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import {
  orderPaymentWords,
  type PaymentMethod,
  paymentMethods,
  paymentMethodWords,
} from '@quickfleet/shared/delivery/orders/order-payment';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowBackUp, IconCash } from '@tabler/icons-react';
import { useState } from 'react';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { formatDate } from '../../../../lib/words/format.ts';
import { useMarkPaid, useUndoPaid } from '../change/order-mutations.ts';

const colors = { open: 'amber', paid: 'green', account: 'gray' } as const;

function PaidForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const marking = useMarkPaid();
  const [method, setMethod] = useState<PaymentMethod>('cash');
  const [reference, setReference] = useState('');
  const send = () =>
    marking.mutate(
      { id: order.id, method, reference: reference.trim() || null, version: order.version },
      { onSuccess: onClose },
    );
  return (
    <DialogForm
      onSubmit={send}
      onCancel={onClose}
      send={t('Mark Paid')}
      sending={t('Saving...')}
      isPending={marking.isPending}
    >
      {order.quotePrice !== null && (
        <Text size="sm" className="tabular">
          {t('{customer}: {text}', {
            customer: order.customerName,
            text: formatAmount(order.quotePrice, order.currency),
          })}
        </Text>
      )}
      <NativeSelect
        label={t('How it was paid')}
        data-autofocus
        data={paymentMethods.map((value) => ({ value, label: paymentMethodWords[value] }))}
        value={method}
        onChange={(event) => setMethod(paymentMethods.find((value) => value === event.currentTarget.value) ?? 'other')}
      />
      <TextInput
        label={t('Reference')}
        description={t('Optional: what the bank or the receipt calls it')}
        autoComplete="off"
        maxLength={NAME_MAX}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

/** Whether an order is paid, how, and the press that says so or takes it back. */
export function OrderPayment({ order }: { order: Order }) {
  const { payment, paymentMethod, paymentReference, paidAt } = order;
  const [isOpen, setOpen] = useState(false);
  const undoing = useUndoPaid();
  const { confirm, confirmDialog } = useConfirm();
  const number = formatTracking(order.trackingNumber);
  const undo = async () => {
    const isSure = await confirm({
      title: t('Undo Mark Paid of order {number}?', { number }),
      text: t('The order waits for its payment again. The history keeps both.'),
      action: t('Undo Mark Paid'),
    });
    if (isSure) undoing.mutate({ id: order.id, version: order.version });
  };
  const details = [paymentMethod && paymentMethodWords[paymentMethod], paymentReference, paidAt && formatDate(paidAt)];
  return (
    <Group gap="xs">
      {payment && (
        <Badge size="sm" variant="light" color={colors[payment]}>
          {orderPaymentWords[payment]}
        </Badge>
      )}
      {payment === 'paid' && (
        <Text span size="sm" c="dimmed">
          {details.filter(Boolean).join(' · ')}
        </Text>
      )}
      {payment !== 'paid' && order.status !== 'cancelled' && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCash size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('Mark Paid')}
        </Button>
      )}
      {payment === 'paid' && paymentMethod && (
        <PendingButton
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          isPending={undoing.isPending}
          onClick={() => void undo()}
        >
          {t('Undo')}
        </PendingButton>
      )}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('Mark order {number} as paid', { number })}>
        {isOpen && <PaidForm order={order} onClose={() => setOpen(false)} />}
      </Dialog>
      {confirmDialog}
    </Group>
  );
}
