import { Badge, Button, Card, Group, Select, Stack, Text } from '@mantine/core';
import { formatAmount, isNothing } from '@quickfleet/shared/base/money/money';
import type { BankLine } from '@quickfleet/shared/operations/bank-statements';
import { t } from '@quickfleet/shared/words/t';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { PendingButton } from '../../../components/feedback/pending-button.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { useBookLine } from './bank-mutations.ts';

/** Finds an invoice that is not paid by its number or its customer. */
function ChooseInvoice({ label, onChoose }: { label: string; onChoose: (id: number) => void }) {
  const [q, setQ] = useState('');
  const found = trpc.invoices.list.useQuery(
    { state: 'open', limit: 20, ...(q.trim() ? { q: q.trim() } : {}) },
    { placeholderData: keepPreviousData },
  );
  const data = (found.data?.data ?? []).map(({ id, number, buyerName, due, currency }) => ({
    value: String(id),
    label: `${number ?? ''} · ${buyerName} · ${formatAmount(due, currency)}`,
  }));
  return (
    <Select
      label={label}
      data={data}
      searchable
      searchValue={q}
      onSearchChange={setQ}
      filter={({ options }) => options}
      nothingFoundMessage={t('No invoice that is not paid')}
      onChange={(value) => value && onChoose(Number(value))}
      comboboxProps={{ withinPortal: false }}
      maw={420}
    />
  );
}

function Actions({ statementId, line }: { statementId: number; line: BankLine }) {
  const book = useBookLine();
  const [isChoosing, setChoosing] = useState(false);
  const { id: lineId, state, proposal, amount } = line;
  const send = (invoiceId: number | null) => {
    setChoosing(false);
    book.mutate({ id: statementId, lineId, invoiceId });
  };
  if (amount.startsWith('-')) return null;
  if (isChoosing) return <ChooseInvoice label={t('For which invoice?')} onChoose={send} />;
  return (
    <Group gap="xs">
      {proposal && (
        <PendingButton
          size="xs"
          variant={proposal.certainty === 'sure' ? 'filled' : 'light'}
          isPending={book.isPending}
          onClick={() => send(proposal.invoiceId)}
        >
          {t('Book for {number}', { number: proposal.number })}
        </PendingButton>
      )}
      {state === 'booked' ? (
        <PendingButton size="xs" variant="default" isPending={book.isPending} onClick={() => send(null)}>
          {t('Take back')}
        </PendingButton>
      ) : (
        <Button size="xs" variant="default" onClick={() => setChoosing(true)}>
          {proposal ? t('Another invoice') : t('Choose invoice')}
        </Button>
      )}
      {state === 'open' && (
        <PendingButton size="xs" variant="subtle" color="gray" isPending={book.isPending} onClick={() => send(null)}>
          {t('Set aside (verb)')}
        </PendingButton>
      )}
    </Group>
  );
}

const looks = {
  open: { text: t('Open (not booked)'), color: 'amber' },
  booked: { text: t('Booked (money)'), color: 'green' },
  ignored: { text: t('Set aside (state)'), color: 'gray' },
};

/** One movement of money: what the bank says, the invoice that it is proposed for, and what can be done with it. */
export function BankLineCard({ statementId, line }: { statementId: number; line: BankLine }) {
  const { bookedOn, amount, currency, name, reference, proposal, state, invoiceNumber } = line;
  const isOut = amount.startsWith('-');
  return (
    <Card padding="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2} style={{ minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name ?? t('No name')}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[formatDay(bookedOn), reference].filter(Boolean).join(' · ')}
          </Text>
          {proposal && (
            <Text size="sm">
              {proposal.certainty === 'sure'
                ? t('{number} of {name}: {amount} is due', {
                    number: proposal.number,
                    name: proposal.buyerName,
                    amount: formatAmount(proposal.due, currency),
                  })
                : t('Perhaps {number} of {name}: {amount} is due', {
                    number: proposal.number,
                    name: proposal.buyerName,
                    amount: formatAmount(proposal.due, currency),
                  })}
              {!isNothing(proposal.discount) &&
                ` · ${t('{amount} off for early payment', { amount: formatAmount(proposal.discount, currency) })}`}
            </Text>
          )}
        </Stack>
        <Stack gap={4} align="flex-end" style={{ flexShrink: 0 }}>
          <Text fw={600} className="tabular">
            {formatAmount(amount, currency)}
          </Text>
          {!isOut && (
            <Badge variant="light" color={looks[state].color}>
              {state === 'booked' && invoiceNumber ? invoiceNumber : looks[state].text}
            </Badge>
          )}
        </Stack>
      </Group>
      <div style={{ marginTop: 8 }}>
        <Actions statementId={statementId} line={line} />
      </div>
    </Card>
  );
}
