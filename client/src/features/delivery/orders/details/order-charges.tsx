import { Badge, Button, Card, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { amountOf, currencySign, formatAmount, unitsOf } from '@quickfleet/shared/base/money/money';
import {
  approvedSum,
  type ChargeRate,
  type ChargeState,
  chargeName,
  chargeStateWords,
  rateAmount,
  ratesOf,
} from '@quickfleet/shared/delivery/charges/charge-rates';
import type { Charge } from '@quickfleet/shared/delivery/charges/charges';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useAddCharge, useUpdateCharge } from '../change/order-mutations.ts';

const colors: Readonly<Record<ChargeState, string>> = { proposed: 'amber', approved: 'green', dropped: 'gray' };

interface Typed {
  label: string;
  minutes: string;
  amount: string;
}
const typedOf = ({ label, minutes, amount, taxTotal }: Charge, currency: string, isNet: boolean): Typed => ({
  label,
  minutes: minutes === null ? '' : String(minutes),
  amount: isNet ? amountOf(unitsOf(amount, currency) - unitsOf(taxTotal ?? '0', currency), currency) : amount,
});
const NOTHING: Typed = { label: '', minutes: '', amount: '' };
const OTHER = t('Something else');

interface ChargeFormProps {
  order: Order;
  /** What is changed; a new charge without one. */
  charge?: Charge;
  onDone: () => void;
}
function ChargeForm({ order, charge, onDone }: ChargeFormProps) {
  const company = trpc.company.get.useQuery();
  const quoting = company.data?.quoting;
  const isNet = quoting?.pricesIncludeTax === false;
  // Amounts are typed as prices are: here a rate is what its saved line says, and not what tax makes of it.
  const rates: ChargeRate[] = quoting ? ratesOf({ ...quoting, pricesIncludeTax: true }, order.currency) : [];
  const before = charge ? typedOf(charge, order.currency, isNet) : NOTHING;
  const [changed, setTyped] = useState<Typed>();
  const typed = changed ?? before;
  const add = useAddCharge();
  const update = useUpdateCharge();
  const errors = issuesOf(add.error ?? update.error);
  const isKnown = rates.some(({ label }) => label === typed.label);
  const price = (next: Typed): Typed => {
    const rate = rates.find(({ label }) => label === next.label);
    const amount = rate && rateAmount(rate, Number(next.minutes) || null, order.currency);
    return { ...next, amount: amount ?? next.amount };
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const { label, amount } = typed;
    const ofRate = typed.minutes !== before.minutes || !charge ? price({ ...typed, amount: '' }).amount : undefined;
    const isUnsaid = amount === ofRate || (charge && amount === before.amount);
    const content = {
      id: order.id,
      label,
      ...(isUnsaid && amount !== '' ? {} : { amount }),
      minutes: typed.minutes.trim() === '' ? null : Number(typed.minutes),
    };
    if (charge) update.mutate({ ...content, chargeId: charge.id, version: order.version }, { onSuccess: onDone });
    else add.mutate({ ...content, state: 'approved', version: order.version }, { onSuccess: onDone });
  };
  return (
    <form
      onSubmit={send}
      noValidate
      aria-label={charge ? t('Change {name}', { name: charge.label }) : t('Add a charge (office)')}
    >
      <Stack gap="sm">
        {!charge && rates.length > 0 && (
          <NativeSelect
            label={t('Saved line')}
            data={[OTHER, ...rates.map(({ label }) => label)]}
            value={isKnown ? typed.label : OTHER}
            onChange={({ target: { value } }) =>
              setTyped(value === OTHER ? NOTHING : price({ ...NOTHING, label: value }))
            }
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
          <TextInput
            label={t('Charge')}
            withAsterisk
            maxLength={NAME_MAX}
            value={typed.label}
            error={errors['label']}
            onChange={(event) => setTyped({ ...typed, label: event.currentTarget.value })}
          />
          <TextInput
            label={t('Minutes')}
            inputMode="numeric"
            maxLength={4}
            value={typed.minutes}
            error={errors['minutes']}
            onChange={(event) =>
              setTyped(price({ ...typed, minutes: event.currentTarget.value.replaceAll(/\D/g, '') }))
            }
          />
          <AmountInput
            label={t('Amount ({currency})', { currency: currencySign(order.currency) })}
            description={isNet ? t('Without tax') : t('With its tax')}
            withAsterisk
            maxLength={13}
            value={typed.amount}
            error={errors['amount']}
            onChange={(amount) => setTyped({ ...typed, amount })}
          />
        </SimpleGrid>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onDone}>
            {t('Cancel')}
          </Button>
          <Button type="submit" size="xs" loading={add.isPending || update.isPending}>
            {charge ? t('Save charge') : t('Add charge')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const moves: Readonly<Record<ChargeState, readonly Exclude<ChargeState, 'proposed'>[]>> = {
  proposed: ['approved', 'dropped'],
  approved: ['dropped'],
  dropped: ['approved'],
};
const moveWords = { approved: t('Approve'), dropped: t('Drop (verb)') } as const;
const moveName = {
  approved: (name: string) => t('Approve {name}', { name }),
  dropped: (name: string) => t('Drop {name}', { name }),
} as const;

function ChargeCard({ order, charge }: { order: Order; charge: Charge }) {
  const [isChanging, setChanging] = useState(false);
  const update = useUpdateCharge();
  const name = chargeName(charge);
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {keepNumbers(name)}
            </Text>
            <Badge size="sm" variant="light" color={colors[charge.state]}>
              {chargeStateWords[charge.state]}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {charge.by} · <RelativeTime value={charge.takenAt} />
          </Text>
        </div>
        <Text fw={600} className="tabular">
          {formatAmount(charge.amount, order.currency)}
        </Text>
      </Group>
      {isChanging ? (
        <ChargeForm order={order} charge={charge} onDone={() => setChanging(false)} />
      ) : (
        <Group gap="xs" mt={6}>
          {moves[charge.state].map((state) => (
            <Button
              key={state}
              size="compact-sm"
              variant={state === 'approved' ? 'filled' : 'default'}
              loading={update.isPending && update.variables.state === state}
              disabled={update.isPending}
              aria-label={moveName[state](name)}
              onClick={() => update.mutate({ id: order.id, chargeId: charge.id, state })}
            >
              {moveWords[state]}
            </Button>
          ))}
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('Change {name}', { name })}
            disabled={update.isPending}
            onClick={() => setChanging(true)}
          >
            {t('Change')}
          </Button>
        </Group>
      )}
    </Card>
  );
}

/** What stops cost on top of the price: drivers propose it, and the office approves, drops, changes or adds it. */
export function OrderCharges({ order }: { order: Order }) {
  const [isAdding, setAdding] = useState(false);
  const sum = approvedSum(order.charges, order.currency);
  return (
    <Stack gap="sm">
      {order.charges.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {order.charges.map((charge) => (
            <ChargeCard key={charge.id} order={order} charge={charge} />
          ))}
        </Stack>
      )}
      <Text size="sm" c="dimmed">
        {sum === null
          ? t('No approved charges. Approved ones are on the customer’s statement; the total stays as it is.')
          : t('Approved: {amount}, on the customer’s statement. The total stays as it is.', {
              amount: formatAmount(sum, order.currency),
            })}
      </Text>
      {isAdding ? (
        <ChargeForm order={order} onDone={() => setAdding(false)} />
      ) : (
        <Group>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('Add a charge (office)')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
