import { NativeSelect, Text, TextInput } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { creditInvoice, type Invoice, payInvoice } from '@quickfleet/shared/delivery/invoices/invoices';
import { paymentMethods, paymentMethodWords } from '@quickfleet/shared/delivery/orders/order-payment';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { AmountInput } from '../../../components/forms/amount-input.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { formatDay, todayInZone } from '../../../lib/words/format.ts';
import { useCreditInvoice, usePayInvoice } from './invoices-mutations.ts';

interface FormProps {
  invoice: Invoice;
  onClose: () => void;
}
const methods = paymentMethods.map((value) => ({ value, label: paymentMethodWords[value] }));

function PayForm({ invoice: { id, version, due, earlyPayment, currency }, onClose }: FormProps) {
  const pay = usePayInvoice();
  const initial = {
    amount: due.startsWith('-') ? '' : due,
    paidOn: todayInZone(),
    method: 'transfer',
    reference: '',
  };
  const { form, onSend } = useZodForm(payInvoice.omit({ id: true, version: true }), initial);
  const submit = onSend(async (payment) => {
    await pay.mutateAsync({ id, version, ...payment });
    onClose();
  });
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      send={t('Note payment')}
      sending={t('Saving...')}
      isPending={pay.isPending}
    >
      <AmountInput
        key={form.key('amount')}
        label={t('Amount ({currency})', { currency })}
        description={
          earlyPayment === null || earlyPayment.isOver
            ? undefined
            : t('{amount} is enough until {day}', {
                amount: formatAmount(earlyPayment.due, currency),
                day: formatDay(earlyPayment.until),
              })
        }
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput key={form.key('paidOn')} type="date" label={t('Paid on')} {...form.getInputProps('paidOn')} />
      <NativeSelect
        key={form.key('method')}
        label={t('How it was paid')}
        data={methods}
        {...form.getInputProps('method')}
      />
      <TextInput
        key={form.key('reference')}
        label={t('Reference')}
        maxLength={NAME_MAX}
        autoComplete="off"
        {...form.getInputProps('reference')}
      />
    </DialogForm>
  );
}

function CreditForm({ invoice: { id, version, number }, onClose }: FormProps) {
  const credit = useCreditInvoice();
  const { form, onSend } = useZodForm(creditInvoice.pick({ reason: true }), { reason: '' });
  const submit = onSend(async ({ reason }) => {
    await credit.mutateAsync({ id, version, reason });
    onClose();
  });
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      send={t('Issue credit note')}
      sending={t('Issuing...')}
      isPending={credit.isPending}
    >
      <Text size="sm">
        {t('A credit note with its own number takes back all of {number} that is not credited yet.', {
          number: number ?? '',
        })}
      </Text>
      <TextInput
        key={form.key('reason')}
        label={t('Reason')}
        description={t('Printed on the credit note')}
        maxLength={NAME_MAX}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
}

export function PayDialog({ opened, ...of }: FormProps & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={of.onClose} title={t('Payment')} size="sm">
      <PayForm {...of} />
    </Dialog>
  );
}
export function CreditDialog({ opened, ...of }: FormProps & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={of.onClose} title={t('Credit note')} size="sm">
      <CreditForm {...of} />
    </Dialog>
  );
}
