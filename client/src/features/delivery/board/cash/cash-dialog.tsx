import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { collectedInWords } from '@quickfleet/shared/base/money/collect-words';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { money } from '@quickfleet/shared/base/primitives';
import type { DriverCash } from '@quickfleet/shared/delivery/collect/collect';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { paths } from '@quickfleet/shared/paths';
import { message, t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Link } from 'wouter';
import { z } from 'zod';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { reported } from '../../../../lib/api/reported.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { formatDateTime, formatDay } from '../../../../lib/words/format.ts';

function useCountCash() {
  const utils = trpc.useUtils();
  return trpc.collect.count.useMutation(
    reported({
      done: ({ counted, currency }) =>
        counted === null
          ? t('The count was taken back')
          : t('{money} counted', { money: formatAmount(counted, currency) }),
      isShown: () => true,
      refresh: () => void utils.collect.cash.invalidate(),
    }),
  );
}

function differenceInWords({ difference, currency }: DriverCash): string {
  if (difference === null || Number(difference) === 0) return t('It is what the driver should have.');
  const amount = formatAmount(difference.replace('-', ''), currency);
  return difference.startsWith('-')
    ? t('{money} less than the driver should have.', { money: amount })
    : t('{money} more than the driver should have.', { money: amount });
}

/** What was handed over, door by door. */
function CashOrders({ cash: { orders, currency } }: { cash: DriverCash }) {
  if (orders.length === 0) return <Text c="dimmed">{t('Nothing was collected on this day.')}</Text>;
  return (
    <Table aria-label={t('Collected at the doors')}>
      <Table.Tbody>
        {orders.map((order) => (
          <Table.Tr key={`${order.orderId} ${order.collectedAt}`}>
            <Table.Td>
              <Anchor component={Link} href={`${paths.adminOrders}?order=${order.orderId}`} className="mono">
                {formatTracking(order.trackingNumber)}
              </Anchor>
              <Text size="xs" c="dimmed">
                <bdi>{order.customerName}</bdi>
              </Text>
            </Table.Td>
            <Table.Td ta="end">
              <span className="tabular">{collectedInWords({ ...order, currency })}</span>
              {order.toCollect !== null && Number(order.toCollect) !== Number(order.amount) && (
                <Text size="xs" c="dimmed" className="tabular">
                  {t('{money} was to be collected', { money: formatAmount(order.toCollect, currency) })}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const check = z.object({ counted: money(message('The amount must be a number of at least 0')) });
function CashForm({ cash, onClose }: { cash: DriverCash; onClose: () => void }) {
  const count = useCountCash();
  const { driverId: id, day, currency, expected, byCard, counted, version } = cash;
  const { form, onSend } = useZodForm(check, { counted: counted ?? '' });
  const seen = version === null ? {} : { version };
  const submit = onSend(async (given) => {
    await count.mutateAsync({ id, day, currency, ...given, ...seen });
    onClose();
  });
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      send={t('Keep the count')}
      sending={t('Saving...')}
      isPending={count.isPending}
      aside={
        counted !== null && (
          <Button
            variant="subtle"
            disabled={count.isPending}
            onClick={() => count.mutate({ id, day, currency, counted: null, ...seen }, { onSuccess: onClose })}
          >
            {t('Take the count back')}
          </Button>
        )
      }
    >
      <CashOrders cash={cash} />
      <Group justify="space-between">
        <Text fw={650}>{t('The driver should have in cash')}</Text>
        <Text fw={650} className="tabular">
          {formatAmount(expected, currency)}
        </Text>
      </Group>
      {Number(byCard) > 0 && (
        <Group justify="space-between">
          <Text c="dimmed">{t('Paid by card')}</Text>
          <Text c="dimmed" className="tabular">
            {formatAmount(byCard, currency)}
          </Text>
        </Group>
      )}
      {counted !== null && cash.countedAt && (
        <div role="status">
          <Text>
            {t('{money} was counted by {who}, {when}', {
              money: formatAmount(counted, currency),
              who: cash.countedBy ?? '',
              when: formatDateTime(cash.countedAt),
            })}
          </Text>
          <Text fw={600}>{differenceInWords(cash)}</Text>
        </div>
      )}
      <AmountInput
        key={form.key('counted')}
        label={t('Counted ({currency})', { currency })}
        data-autofocus
        {...form.getInputProps('counted')}
      />
    </DialogForm>
  );
}

function CashOfDay({ driverId, day, onClose }: { driverId: number; day: string; onClose: () => void }) {
  const [currency, setCurrency] = useState<string>();
  const query = trpc.collect.cash.useQuery({ id: driverId, day, ...(currency ? { currency } : {}) });
  const { data } = query;
  if (!data) return <QueryState query={query} title={t('The cash of the day could not be loaded')} />;
  const others = data.currencies.filter((one) => one !== data.currency);
  return (
    <Stack gap="sm">
      {others.length > 0 && (
        <Group gap="xs">
          {others.map((one) => (
            <Button key={one} variant="default" size="xs" onClick={() => setCurrency(one)}>
              {t('Show {currency}', { currency: one })}
            </Button>
          ))}
        </Group>
      )}
      <CashForm key={`${data.currency} ${data.version}`} cash={data} onClose={onClose} />
    </Stack>
  );
}

interface CashDialogProps {
  /** Undefined: it is closed. */
  driverId: number | undefined;
  name: string;
  day: string;
  onClose: () => void;
}
/** What a driver took at the doors of a day, and what the desk counted of it. */
export function CashDialog({ driverId, name, day, onClose }: CashDialogProps) {
  return (
    <Dialog
      opened={driverId !== undefined}
      onClose={onClose}
      title={t('Cash of {name}, {day}', { name, day: formatDay(day) })}
      size="md"
    >
      {driverId !== undefined && <CashOfDay driverId={driverId} day={day} onClose={onClose} />}
    </Dialog>
  );
}
