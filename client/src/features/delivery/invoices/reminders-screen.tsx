import { Alert, Card, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { formatAmount, isNothing } from '@quickfleet/shared/base/money/money';
import { type DueReminder, REMINDERS_MAX } from '@quickfleet/shared/delivery/invoices/reminders';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { PendingButton } from '../../../components/feedback/pending-button.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { AgingTable } from '../../../components/money/aging-table.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { useRemindAll } from './invoices-mutations.ts';

function ReminderCard({
  reminder,
  isChosen,
  onChoose,
}: {
  reminder: DueReminder;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { number, buyerName, email, due, currency, dueOn, step, fee, subject, text, problem } = reminder;
  return (
    <Card padding="sm">
      <Checkbox
        checked={isChosen}
        disabled={problem !== null}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        label={t('Reminder {step}: {number} of {name}', { step, number, name: buyerName })}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {[
          t('{amount} was due on {day}', { amount: formatAmount(due, currency), day: formatDay(dueOn) }),
          isNothing(fee) ? null : t('Fee: {fee}', { fee: formatAmount(fee, currency) }),
          email,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {problem !== null && (
        <Alert color="amber" mt="xs">
          {problem}
        </Alert>
      )}
      {problem === null && (
        <details style={{ marginTop: 8 }}>
          <summary>{t('What will be sent')}</summary>
          <Text size="sm" fw={600} mt={4}>
            {subject}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </details>
      )}
    </Card>
  );
}

/** Who is to be reminded today, with what each will read; and what is owed by age. */
export function RemindersScreen() {
  const list = trpc.invoices.reminders.useQuery();
  const remind = useRemindAll();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  if (!list.isSuccess) return <QueryState query={list} title={t('The reminders could not be loaded')} rows={3} />;
  const { data } = list.data;
  const chosen = data.filter(({ id, problem }) => problem === null && !left.has(id));
  const choose = (id: number, isChosen: boolean) =>
    setLeft(new Set(isChosen ? [...left].filter((one) => one !== id) : [...left, id]));
  return (
    <Stack gap="md">
      <Title order={1}>{t('Reminders')}</Title>
      {data.length === 0 ? (
        <EmptyState title={t('Nobody to remind')} text={t('No invoice is overdue for as long as your settings say.')} />
      ) : (
        <>
          <Group>
            <PendingButton
              isPending={remind.isPending}
              disabled={chosen.length === 0}
              onClick={() => remind.mutate({ invoices: chosen.map(({ id, step }) => ({ id, step })) })}
            >
              {t('Send {count, plural, one {# reminder} other {# reminders}}', { count: chosen.length })}
            </PendingButton>
          </Group>
          {data.length === REMINDERS_MAX && (
            <Text size="sm">
              {t('{count} are shown. The next ones come when these are sent.', { count: data.length })}
            </Text>
          )}
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
            {data.map((reminder) => (
              <li key={reminder.id}>
                <ReminderCard
                  reminder={reminder}
                  isChosen={reminder.problem === null && !left.has(reminder.id)}
                  onChoose={(isChosen) => choose(reminder.id, isChosen)}
                />
              </li>
            ))}
          </Stack>
        </>
      )}
      <AgingTable />
    </Stack>
  );
}
