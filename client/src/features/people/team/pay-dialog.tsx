import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { noPay } from '@quickfleet/shared/people/money/driver-pay';
import { displayName, type WholeUser } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { DialogOf } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { PendingButton } from '../../../components/feedback/pending-button.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { AmountInput } from '../../../components/forms/amount-input.tsx';
import { PayLines, PayPeriod } from '../../../components/pay/pay-lines.tsx';
import { inNewTab, payHref } from '../../../lib/addresses/paper-links.ts';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { todayInZone } from '../../../lib/words/format.ts';
import { useApprovePay, useSavePay, useUndoApproval } from './team-mutations.ts';

const CSV = 'CSV';
const rates = ['perStop', 'perHour', 'perKm', 'orderShare', 'chargeShare', 'minimum'] as const;
const rateWords = {
  perStop: t('For each stop'),
  perHour: t('For each hour of the shift'),
  perKm: t('For each kilometre'),
  orderShare: t('Share of the net price'),
  chargeShare: t('Share of charges'),
  minimum: t('At least, on a day with work'),
};
const isShare = (rate: (typeof rates)[number]): boolean => rate === 'orderShare' || rate === 'chargeShare';

/** By what a driver is paid. */
function RatesForm({ user, onClose }: { user: WholeUser; onClose: () => void }) {
  const [values, setValues] = useState(() =>
    Object.fromEntries(rates.map((rate) => [rate, (user.pay ?? noPay)[rate] ?? ''])),
  );
  const save = useSavePay();
  const issues = issuesOf(save.error);
  return (
    <DialogForm
      onSubmit={() => save.mutate({ id: user.id, pay: values })}
      onCancel={onClose}
      cancel={t('Close')}
      send={t('Save rates')}
      isPending={save.isPending}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {rates.map((rate) => (
          <AmountInput
            key={rate}
            label={rateWords[rate]}
            rightSection={isShare(rate) ? '%' : undefined}
            value={values[rate] ?? ''}
            error={issues[`pay.${rate}`]}
            onChange={(typed) => setValues((before) => ({ ...before, [rate]: typed }))}
          />
        ))}
      </SimpleGrid>
    </DialogForm>
  );
}

function Earned({ user }: { user: WholeUser }) {
  const today = todayInZone();
  const [days, setDays] = useState({ from: `${today.slice(0, 8)}01`, to: today });
  const earned = trpc.pay.get.useQuery({ id: user.id, ...days });
  const approve = useApprovePay();
  const undo = useUndoApproval();
  return (
    <Stack gap="sm">
      <PayPeriod days={days} onChange={setDays} />
      {earned.isSuccess ? (
        <PayLines earned={earned.data} />
      ) : (
        <QueryState query={earned} title={t('The pay could not be loaded')} rows={3} height={24} />
      )}
      <Group justify="space-between">
        <Group gap="md">
          <Anchor size="sm" {...inNewTab} href={payHref(user.id, days, 'pdf')}>
            {t('Print')}
          </Anchor>
          <Anchor size="sm" href={payHref(user.id, days, 'csv')} download>
            {CSV}
          </Anchor>
        </Group>
        <Group gap="xs">
          {(earned.data?.approvals.length ?? 0) > 0 && (
            <Button variant="subtle" size="xs" onClick={() => !undo.isPending && undo.mutate({ id: user.id })}>
              {t('Take back the latest approval')}
            </Button>
          )}
          <PendingButton
            size="xs"
            isPending={approve.isPending}
            onClick={() => !approve.isPending && approve.mutate({ id: user.id, ...days })}
          >
            {t('Approve these days')}
          </PendingButton>
        </Group>
      </Group>
      <Text size="xs" c="dimmed">
        {t('Approved days stay as they are, whatever the rates are later.')}
      </Text>
    </Stack>
  );
}

/** By what a driver is paid, what was earned, and its approval. */
export function PayDialog({ user, onClose }: { user: WholeUser | undefined; onClose: () => void }) {
  return (
    <DialogOf of={user} onClose={onClose} title={(of) => t('Pay of {name}', { name: displayName(of) })} size="lg">
      {(of) => (
        <Stack gap="lg">
          <Earned user={of} />
          <RatesForm key={of.version} user={of} onClose={onClose} />
        </Stack>
      )}
    </DialogOf>
  );
}
