import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type CollectMethod, collectInWords, type TakenMethod } from '@quickfleet/shared/base/money/collect-words';
import { currencySign, decimalsWords, isTooFine, unitsOf } from '@quickfleet/shared/base/money/money';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { NOTES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, useState } from 'react';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { DialogTitle } from '../asking/dialog-title.tsx';
import { record } from '../portal/drivers-mutations.ts';

const AMOUNT = /^\d{1,8}(\.\d{1,4})?$/;
const saveWords: Record<TakenMethod, string> = { cash: t('Handed over in cash'), card: t('Paid by card') };
const waysOf = (method: CollectMethod): readonly TakenMethod[] => (method === 'any' ? ['cash', 'card'] : [method]);

interface CollectDialogProps {
  /** Undefined: it is closed. */
  order: Order | undefined;
  onClose: () => void;
}

function CollectForm({
  order,
  collect,
  onClose,
}: {
  order: Order;
  collect: NonNullable<Order['collect']>;
  onClose: () => void;
}) {
  const { currency } = collect;
  const [amount, setAmount] = useState(order.collected?.amount ?? collect.amount);
  const [reason, setReason] = useState(order.collected?.reason ?? '');
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  // The keypad of a phone may have a comma whatever the language of the page is; with three digits it parts thousands.
  const value = amount.replace(/^(\d+),(\d{1,2})$/, '$1.$2');
  const isAmount = AMOUNT.test(value) && !isTooFine(value, currency);
  const isLess = isAmount && unitsOf(value, currency) < unitsOf(collect.amount, currency);
  const isReasonMissing = isLess && reason.trim() === '';
  const save = async (method: TakenMethod) => {
    if (!isAmount) return setProblem(t('Enter a number {decimals}', { decimals: decimalsWords(currency) }));
    if (isReasonMissing) return setProblem(undefined);
    setSaving(true);
    try {
      await record(order.id, { kind: 'collected', amount: value, method, reason: reason.trim() || null });
      onClose();
    } finally {
      setSaving(false);
    }
  };
  const [first] = waysOf(collect.method);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (first) void save(first);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="xl" fw={650}>
          {collectInWords(collect)}
        </Text>
        <AmountInput
          label={t('Handed over ({currency})', { currency: currencySign(currency) })}
          maxLength={13}
          value={amount}
          error={problem}
          onChange={(plain) => {
            setAmount(plain);
            setProblem(undefined);
          }}
        />
        {isLess && (
          <TextInput
            label={t('Why is it less?')}
            withAsterisk
            maxLength={NOTES_MAX}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {waysOf(collect.method).map((method, at) => (
          <Button
            key={method}
            type={at === 0 ? 'submit' : 'button'}
            size="lg"
            variant={at === 0 ? 'filled' : 'default'}
            disabled={isSaving || isReasonMissing}
            onClick={at === 0 ? undefined : () => void save(method)}
          >
            {isAmount && unitsOf(value, currency) === 0n ? t('Nothing was handed over') : saveWords[method]}
          </Button>
        ))}
        {!isLess && (
          <Button variant="subtle" onClick={() => setAmount('0')}>
            {t('Nothing was handed over')}
          </Button>
        )}
      </Stack>
    </form>
  );
}

/** What was handed over at the door: one tap where it is what was to be collected, a reason where it is less. */
export function CollectDialog({ order, onClose }: CollectDialogProps) {
  return (
    <Modal
      opened={order !== undefined}
      onClose={onClose}
      title={order && <DialogTitle title={t('Collect at the door')} order={order} />}
      size={420}
      radius="lg"
      padding="md"
    >
      {order?.collect && <CollectForm key={order.id} order={order} collect={order.collect} onClose={onClose} />}
    </Modal>
  );
}
