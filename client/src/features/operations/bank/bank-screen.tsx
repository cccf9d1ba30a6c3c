import { Badge, Button, Card, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import type { BankStatementRow } from '@quickfleet/shared/operations/bank-statements';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowLeft } from '@tabler/icons-react';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { PendingButton } from '../../../components/feedback/pending-button.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDateTime } from '../../../lib/words/format.ts';
import { BankLineCard } from './bank-line.tsx';
import { useBookSure } from './bank-mutations.ts';
import { SendStatement } from './send-statement.tsx';

const LIMIT = 20;
const plainList = { component: 'ul', gap: 'xs', m: 0, p: 0, style: { listStyle: 'none' } } as const;

function StatementCard({ row, onOpen }: { row: BankStatementRow; onOpen: () => void }) {
  const { fileName, format, createdAt, createdBy, lineCount, openCount } = row;
  return (
    <UnstyledButton onClick={onOpen} w="100%">
      <Card padding="sm">
        <Group justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {fileName}
            </Text>
            <Text size="sm" c="dimmed">
              {[
                format,
                formatDateTime(createdAt),
                createdBy,
                t('{count, plural, one {# line} other {# lines}}', { count: lineCount }),
              ].join(' · ')}
            </Text>
          </div>
          <Badge variant="light" color={openCount > 0 ? 'amber' : 'green'} style={{ flexShrink: 0 }}>
            {t('{count, plural, =0 {Done} other {# open}}', { count: openCount })}
          </Badge>
        </Group>
      </Card>
    </UnstyledButton>
  );
}

/** The lines of one file; those that are sure can be booked together. */
function Statement({ id, onClose }: { id: number; onClose: () => void }) {
  const query = trpc.bankStatements.get.useQuery({ id });
  const book = useBookSure(id);
  if (!query.isSuccess) return <QueryState query={query} title={t('The file could not be loaded')} rows={4} />;
  const { fileName, lines } = query.data;
  const sure = lines.filter(({ proposal }) => proposal?.certainty === 'sure');
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Button variant="subtle" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onClose}>
          {t('All files')}
        </Button>
        {sure.length > 1 && (
          <PendingButton isPending={book.isPending} onClick={() => book.mutate(sure)}>
            {t('Book {count, plural, one {# sure line} other {# sure lines}}', { count: sure.length })}
          </PendingButton>
        )}
      </Group>
      <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
        {fileName}
      </Title>
      {lines.length === 0 && <EmptyState title={t('No bookings')} text={t('This file has no booked lines.')} />}
      <Stack {...plainList}>
        {lines.map((line) => (
          <li key={line.id}>
            <BankLineCard statementId={id} line={line} />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

interface BankScreenProps {
  /** The file that is looked at, and its page in the list. */
  statement: number | undefined;
  page: number;
  onOpen: (id: number) => void;
  onClose: () => void;
  onPage: (page: number, how?: 'replace') => void;
}
/** Files of the bank: read one, and say for which invoice each line is. */
export function BankScreen({ statement, page, onOpen, onClose, onPage }: BankScreenProps) {
  const list = trpc.bankStatements.list.useQuery({ page, limit: LIMIT });
  if (statement !== undefined) return <Statement key={statement} id={statement} onClose={onClose} />;
  return (
    <Stack gap="md">
      <Title order={1}>{t('Bank files')}</Title>
      <SendStatement onSent={({ id }) => onOpen(id)} />
      <PagedList
        query={list}
        failed={t('The files could not be loaded')}
        skeleton={{ rows: 3, height: 66 }}
        empty={
          <EmptyState
            title={t('No files of the bank yet')}
            text={t('Download one in your online banking and read it here.')}
          />
        }
        what={t('files')}
        onPage={onPage}
      >
        {(rows) => (
          <Stack {...plainList}>
            {rows.map((row) => (
              <li key={row.id}>
                <StatementCard row={row} onOpen={() => onOpen(row.id)} />
              </li>
            ))}
          </Stack>
        )}
      </PagedList>
    </Stack>
  );
}
