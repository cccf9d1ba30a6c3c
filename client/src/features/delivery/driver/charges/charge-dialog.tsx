import { Button, Modal, Stack, Text } from '@mantine/core';
import { currencySign, decimalsWords, formatAmount, isTooFine } from '@quickfleet/shared/base/money/money';
import type { ChargeRate } from '@quickfleet/shared/delivery/charges/charge-rates';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, useState } from 'react';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { DialogTitle } from '../asking/dialog-title.tsx';
import { record } from '../portal/drivers-mutations.ts';

const AMOUNT = /^\d{1,8}(\.\d{1,4})?$/;

interface ChargeDialogProps {
  order: Order;
  rates: readonly ChargeRate[];
  opened: boolean;
  onClose: () => void;
}

/** The charges that have no timer: one tap on what happened, or the amount where it differs each time. */
function Choices({ order, rates, onClose }: Omit<ChargeDialogProps, 'opened'>) {
  const [typed, setTyped] = useState<string>();
  const [amount, setAmount] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const add = async (label: string, value: string, hasTax: { hasTax?: true } = {}) => {
    setSaving(true);
    try {
      await record(order.id, { kind: 'charge', label, minutes: null, amount: value, ...hasTax });
      onClose();
    } finally {
      setSaving(false);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    // The keypad of a phone may have a comma whatever the language of the page is; with three digits it parts thousands.
    const value = amount.replace(/^(\d+),(\d{1,2})$/, '$1.$2');
    if (typed === undefined) return;
    if (!AMOUNT.test(value) || isTooFine(value, order.currency))
      setProblem(t('Enter a number {decimals}', { decimals: decimalsWords(order.currency) }));
    else void add(typed, value);
  };
  const isNet = rates.find(({ label }) => label === typed)?.isNet ?? false;
  if (typed !== undefined)
    return (
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          <AmountInput
            label={`${typed} (${currencySign(order.currency)})`}
            description={isNet ? t('Without tax') : undefined}
            data-autofocus
            autoFocus
            maxLength={13}
            value={amount}
            error={problem}
            onChange={(plain) => {
              setAmount(plain);
              setProblem(undefined);
            }}
          />
          <Button type="submit" size="lg" loading={isSaving}>
            {t('Add charge')}
          </Button>
        </Stack>
      </form>
    );
  return (
    <Stack gap="sm">
      {rates.map(({ label, amount: price }) => (
        <Button
          key={label}
          variant="default"
          size="lg"
          justify="space-between"
          disabled={isSaving}
          rightSection={
            price === null ? undefined : <span className="tabular">{formatAmount(price, order.currency)}</span>
          }
          onClick={() => (price === null ? setTyped(label) : void add(label, price, { hasTax: true }))}
        >
          {label}
        </Button>
      ))}
      <Text size="sm" c="dimmed">
        {t('The office approves each charge.')}
      </Text>
    </Stack>
  );
}

export function ChargeDialog({ order, rates, opened, onClose }: ChargeDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<DialogTitle title={t('Add a charge')} order={order} />}
      size={420}
      radius="lg"
      padding="md"
    >
      {opened && <Choices order={order} rates={rates} onClose={onClose} />}
    </Modal>
  );
}
