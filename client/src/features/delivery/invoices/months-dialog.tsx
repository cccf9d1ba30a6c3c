import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { AccountingMonth } from '@quickfleet/shared/delivery/accounting/accounting';
import { t } from '@quickfleet/shared/words/t';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { accountingHref, accountingTableHref } from '../../../lib/addresses/paper-links.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDate, formatMonth, todayInZone } from '../../../lib/words/format.ts';
import { useCloseMonth } from './invoices-mutations.ts';

const DATEV = 'DATEV';

function Month({ row, onCloseMonth }: { row: AccountingMonth; onCloseMonth: () => void }) {
  const { month, closedAt, closedBy, totals } = row;
  const name = formatMonth(month);
  const isOver = month < todayInZone().slice(0, 7);
  return (
    <Stack component="li" gap={4}>
      <Group justify="space-between">
        <Text fw={600}>{name}</Text>
        {closedAt === null && !isOver ? (
          <Text size="sm" c="dimmed">
            {t('Not over yet')}
          </Text>
        ) : closedAt === null ? (
          <Button size="compact-sm" variant="default" onClick={onCloseMonth}>
            {t('Close {month}', { month: name })}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {t('Closed {day} by {name}', { day: formatDate(closedAt), name: closedBy ?? '' })}
          </Text>
        )}
      </Group>
      {totals.map(({ currency, invoices, creditNotes, gross, paid }) => (
        <Text key={currency} size="sm" className="tabular">
          {t(
            '{invoices, plural, one {# invoice} other {# invoices}}, {notes, plural, one {# credit note} other {# credit notes}}',
            {
              invoices,
              notes: creditNotes,
            },
          )}
          {' · '}
          {t('{gross} invoiced, {paid} paid', {
            gross: formatAmount(gross, currency),
            paid: formatAmount(paid, currency),
          })}
        </Text>
      ))}
      <Group gap="md">
        <Anchor size="sm" href={accountingHref(month, 'datev.csv')} download>
          {DATEV}
        </Anchor>
        <Anchor size="sm" href={accountingTableHref(month, 'journal')} download>
          {t('Journal')}
        </Anchor>
        <Anchor size="sm" href={accountingTableHref(month, 'tax')} download>
          {t('Taxes')}
        </Anchor>
        <Anchor size="sm" href={accountingHref(month, 'month.zip')} download>
          {t('All papers (ZIP)')}
        </Anchor>
      </Group>
    </Stack>
  );
}

function Months() {
  const months = trpc.accounting.months.useQuery();
  const close = useCloseMonth();
  const { confirm, confirmDialog } = useConfirm();
  const ask = async (month: string) => {
    const yes = await confirm({
      title: t('Close {month}?', { month: formatMonth(month) }),
      text: t(
        'Nothing in it, or before it, changes afterwards: no invoice, no credit note and no payment. This cannot be undone.',
      ),
      action: t('Close the month'),
    });
    if (yes && !close.isPending) close.mutate({ month });
  };
  if (!months.isSuccess) return <QueryState query={months} title={t('The months could not be loaded')} rows={3} />;
  const { data } = months.data;
  if (data.length === 0)
    return (
      <EmptyState title={t('No months yet')} text={t('A month is here once something was issued or paid in it.')} />
    );
  return (
    <>
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.map((row) => (
          <Month key={row.month} row={row} onCloseMonth={() => void ask(row.month)} />
        ))}
      </Stack>
      {confirmDialog}
    </>
  );
}

/** The months of the accounts: what the accountant gets of each, and closing it. */
export function MonthsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Months for the accountant')} size="lg">
      <Months />
    </Dialog>
  );
}
