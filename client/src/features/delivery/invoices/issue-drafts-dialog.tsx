import { Alert, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { amountOf, formatAmount, unitsOf } from '@quickfleet/shared/base/money/money';
import type { InvoiceRow } from '@quickfleet/shared/delivery/invoices/invoices';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { useIssueDrafts } from './invoices-mutations.ts';

/** Drafts of one press; the next ones come when these are issued. */
const AT_ONCE = 100;

/** What drafts come to, by currency. */
function sumWords(drafts: readonly InvoiceRow[]): string {
  const sums = new Map<string, bigint>();
  for (const { gross, rounding, currency } of drafts)
    sums.set(currency, (sums.get(currency) ?? 0n) + unitsOf(gross, currency) + unitsOf(rounding, currency));
  return [...sums].map(([currency, units]) => formatAmount(amountOf(units, currency), currency)).join(', ');
}

function Drafts({ drafts, onClose }: { drafts: readonly InvoiceRow[]; onClose: () => void }) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [isSent, setSent] = useState(true);
  const { issue, done } = useIssueDrafts();
  const chosen = drafts.filter(({ id }) => !left.has(id));
  const failed = issue.data?.failed ?? [];
  const choose = (id: number, isChosen: boolean) =>
    setLeft(new Set(isChosen ? [...left].filter((one) => one !== id) : [...left, id]));
  const submit = () =>
    issue.mutate({ drafts: chosen, isSent }, { onSuccess: (issued) => issued.failed.length === 0 && onClose() });
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      cancel={failed.length > 0 ? t('Close') : t('Cancel')}
      send={t('Issue {count, plural, one {# draft} other {# drafts}}', { count: chosen.length })}
      sending={t('{done} of {length} done', { done, length: chosen.length })}
      isPending={issue.isPending}
      isDisabled={chosen.length === 0}
    >
      <Text size="sm">
        {t('Each gets its number and stays as it is. What is wrong later is corrected by a credit note.')}
      </Text>
      <Checkbox
        checked={isSent}
        disabled={issue.isPending}
        onChange={({ currentTarget }) => setSent(currentTarget.checked)}
        label={t('Send each by e-mail')}
      />
      <Group justify="space-between">
        <Text fw={600}>{t('Total')}</Text>
        <Text fw={600} className="tabular">
          {sumWords(chosen)}
        </Text>
      </Group>
      {failed.length > 0 && (
        <Alert color="red" title={t('Not all of it was done')}>
          <List size="sm">
            {failed.map(({ id, name, reason }) => (
              <List.Item key={id}>
                {name}: {reason}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {drafts.map(({ id, buyerName, lineCount, gross, rounding, currency }) => (
          <Group component="li" key={id} justify="space-between" wrap="nowrap">
            <Checkbox
              checked={!left.has(id)}
              disabled={issue.isPending}
              onChange={({ currentTarget }) => choose(id, currentTarget.checked)}
              label={`${buyerName} · ${t('{count, plural, one {# line} other {# lines}}', { count: lineCount })}`}
            />
            <Text size="sm" className="tabular" style={{ flexShrink: 0 }}>
              {formatAmount(amountOf(unitsOf(gross, currency) + unitsOf(rounding, currency), currency), currency)}
            </Text>
          </Group>
        ))}
      </Stack>
    </DialogForm>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const query = trpc.invoices.list.useQuery({ state: 'draft', limit: AT_ONCE });
  if (!query.isSuccess) return <QueryState query={query} title={t('The invoices could not be loaded')} rows={4} />;
  const { data } = query.data;
  if (data.length === 0)
    return (
      <EmptyState
        title={t('No invoices here')}
        text={t('“Invoice deliveries” makes drafts of what was delivered and is not paid.')}
      />
    );
  const byName = data.toSorted((one, other) =>
    one.buyerName.localeCompare(other.buyerName, undefined, { numeric: true }),
  );
  return <Drafts drafts={byName} onClose={onClose} />;
}

/** Issues drafts in one go, and mails each where that is wanted. */
export function IssueDraftsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Issue drafts')} size="lg">
      <Content onClose={onClose} />
    </Dialog>
  );
}
