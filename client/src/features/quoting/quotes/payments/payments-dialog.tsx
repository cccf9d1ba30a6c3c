import { Badge, Button, Card, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { PaymentRow } from '@quickfleet/shared/quoting/payments';
import { t } from '@quickfleet/shared/words/t';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { EmptyState } from '../../../../components/feedback/empty-state.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { ExcelButton } from '../../../../components/lists/excel-button.tsx';
import { PagedList } from '../../../../components/lists/paged-list.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { excelHref } from '../../../../lib/addresses/paper-links.ts';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showSuccess } from '../../../../lib/toast.ts';
import { useQuoteCache } from '../work/quote-cache.ts';

const ROWS = 20;
const states = [
  { value: 'unmatched', label: t('Unmatched') },
  { value: 'matched', label: t('Matched') },
  { value: 'set_aside', label: t('Set aside') },
] as const;
type State = (typeof states)[number]['value'];
const nothing: Record<State, string> = {
  unmatched: t('Every payment has its quote'),
  matched: t('No payments yet'),
  set_aside: t('Nothing is set aside'),
};

/** Where the money belongs, by the number of its quote; or why it belongs to none. */
function Settle({ payment }: { payment: PaymentRow }) {
  const utils = trpc.useUtils();
  const cache = useQuoteCache();
  const [mode, setMode] = useState<'match' | 'aside'>();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const ends = {
    onError: (error: unknown) => setProblem(messageOf(error)),
    onSettled: () => {
      void utils.payments.invalidate();
      void cache.refresh();
    },
  };
  const match = trpc.payments.match.useMutation({
    ...ends,
    onSuccess: ({ quoteId }) =>
      showSuccess(t('Success'), t('The payment belongs to quote #{quoteId}', { quoteId: quoteId ?? '' })),
  });
  const aside = trpc.payments.setAside.useMutation({
    ...ends,
    onSuccess: () => showSuccess(t('Success'), t('The payment is set aside')),
  });
  const isPending = match.isPending || aside.isPending;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const value = typed.trim().replace(/^#/, '');
    if (mode === 'aside') {
      if (!value) return setProblem(t('Say why it belongs to no quote'));
      aside.mutate({ id: payment.id, reason: value });
    } else if (/^[1-9]\d{0,8}$/.test(value)) match.mutate({ id: payment.id, quoteId: Number(value) });
    else setProblem(t('Type the number of the quote, for example 42'));
  };
  const choose = (next: 'match' | 'aside') => {
    setMode(next);
    setTyped(next === 'match' && payment.quoteId !== null ? String(payment.quoteId) : '');
    setProblem(undefined);
  };
  if (!mode)
    return (
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => choose('match')}>
          {t('Match to a quote')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={() => choose('aside')}>
          {t('Set aside (verb)')}
        </Button>
      </Group>
    );
  return (
    <form onSubmit={send} noValidate>
      <Group gap="xs" align="flex-start">
        <TextInput
          size="xs"
          aria-label={mode === 'match' ? t('Number of the quote') : t('Why it belongs to no quote')}
          placeholder={mode === 'match' ? t('Number of the quote') : t('Why it belongs to no quote')}
          {...(mode === 'match' ? { inputMode: 'numeric', w: 190 } : { miw: 260 })}
          autoFocus
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <PendingButton type="submit" size="xs" isPending={isPending}>
          {mode === 'match' ? t('Match') : t('Set aside (verb)')}
        </PendingButton>
        <Button size="xs" variant="default" onClick={() => setMode(undefined)}>
          {t('Cancel')}
        </Button>
      </Group>
    </form>
  );
}

function Row({ payment }: { payment: PaymentRow }) {
  const { amount, currency, paidAt, reference, providerReference, problem, state, quoteId, by, reason } = payment;
  return (
    <Card component="li" padding="sm" radius="md" style={{ display: 'grid', gap: 6 }}>
      <Group justify="space-between" gap="xs">
        <Text fw={650} className="tabular">
          {formatAmount(amount, currency)}
        </Text>
        <Text size="xs" c="dimmed">
          <RelativeTime value={paidAt} />
        </Text>
      </Group>
      {problem && state === 'unmatched' && <Text size="sm">{problem}</Text>}
      <Group gap={6}>
        {reference && (
          <Badge variant="outline" color="gray">
            {t('Reference {reference}', { reference })}
          </Badge>
        )}
        {providerReference && (
          <Text size="xs" c="dimmed" className="mono">
            {providerReference}
          </Text>
        )}
        {quoteId !== null && (
          <Text size="xs" c="dimmed">
            {t('Quote #{id}', { id: quoteId })}
          </Text>
        )}
      </Group>
      {reason && (
        <Text size="sm" c="dimmed">
          {reason}
          {by ? ` (${by})` : ''}
        </Text>
      )}
      {state === 'unmatched' && <Settle payment={payment} />}
    </Card>
  );
}

function Content() {
  const [state, setState] = useState<State>('unmatched');
  const [page, setPage] = useState(1);
  const query = trpc.payments.list.useQuery({ state, page, limit: ROWS }, { placeholderData: keepPreviousData });
  return (
    <Stack gap="md">
      <Group gap="sm">
        <SegmentedControl
          flex="1 1 280px"
          aria-label={t('Payments')}
          data={[...states]}
          value={state}
          onChange={(value) => {
            setState(states.find((one) => one.value === value)?.value ?? 'unmatched');
            setPage(1);
          }}
        />
        {query.data && query.data.total > 0 && <ExcelButton href={excelHref('payments', { state })} />}
      </Group>
      <PagedList
        query={query}
        failed={t('The payments could not be loaded')}
        skeleton={{ rows: 3 }}
        empty={<EmptyState title={nothing[state]} />}
        what={t('payments')}
        onPage={setPage}
      >
        {(payments) => (
          <Stack component="ul" gap={8} aria-label={t('Payments')}>
            {payments.map((payment) => (
              <Row key={payment.id} payment={payment} />
            ))}
          </Stack>
        )}
      </PagedList>
    </Stack>
  );
}

/** What the payment provider reported, and what of it has no quote yet. */
export function PaymentsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Payments')} size="lg">
      {opened && <Content />}
    </Dialog>
  );
}
