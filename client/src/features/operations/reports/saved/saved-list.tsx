import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import { reportTitles } from '@quickfleet/shared/operations/reports/report-names';
import type { SavedReport } from '@quickfleet/shared/operations/reports/saved-reports';
import { listOf } from '@quickfleet/shared/words/lists';
import { t } from '@quickfleet/shared/words/t';
import { IconMail, IconPencil, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { lazyExtra } from '../../../../lib/loading/lazy-named.ts';
import { formatDay } from '../../../../lib/words/format.ts';
import { useDeleteReport, useSendReport } from './saved-mutations.ts';
import { hrefOf } from './saved-values.ts';

const SaveDialog = lazyExtra(() => import('./save-dialog.tsx').then((m) => m.SaveDialog));

function SavedCard({ report, onEdit }: { report: SavedReport; onEdit: () => void }) {
  const sending = useSendReport();
  const deletion = useDeleteReport();
  const { confirm, confirmDialog } = useConfirm();
  const { id, name, ruleInWords, nextOn, isOn, recipients, format, problem } = report;
  const remove = async () => {
    const isSure = await confirm({ title: t('Delete this saved report?'), text: name, action: t('Delete') });
    if (isSure) deletion.mutate({ id });
  };
  return (
    <Card component="section" padding="md" aria-label={name}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, flex: '1 1 260px', overflowWrap: 'anywhere' }}>
          <Group gap="xs">
            <Title order={3} size="h4">
              <Anchor component={Link} href={hrefOf(report)} inherit>
                {name}
              </Anchor>
            </Title>
            {!isOn && <Badge variant="light">{t('Paused')}</Badge>}
          </Group>
          <Text size="sm">
            {reportTitles[report.report]} · {ruleInWords} · {format === 'pdf' ? t('PDF') : t('Spreadsheet')}
          </Text>
          <Text size="sm" c="dimmed">
            {nextOn ? t('Next on {day}', { day: formatDay(nextOn) }) : t('Not mailed by itself')}
          </Text>
          <Text size="sm" c="dimmed">
            {recipients.length > 0 ? listOf(recipients.map((one) => one.name)) : t('No recipients')}
          </Text>
          {[problem, ...recipients.map((one) => one.problem && `${one.name}: ${one.problem}`)].map(
            (text) =>
              text && (
                <Text key={text} size="sm" c="var(--mantine-color-error)">
                  {text}
                </Text>
              ),
          )}
        </div>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
            loading={sending.isPending}
            disabled={recipients.length === 0}
            onClick={() => sending.mutate({ id })}
          >
            {t('Mail now')}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            {t('Edit')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            loading={deletion.isPending}
            onClick={() => void remove()}
          >
            {t('Delete')}
          </Button>
        </Group>
      </Group>
      {confirmDialog}
    </Card>
  );
}

/** The reports that were saved, when each is mailed next and to whom. */
export function SavedList() {
  const list = trpc.savedReports.list.useQuery({ page: 1, limit: PAGE_SIZE_MAX });
  const [editedId, setEditedId] = useState<number>();
  const edited = list.data?.data.find(({ id }) => id === editedId);
  return (
    <Stack component="section" gap="sm" mt="xl" aria-label={t('Saved reports')}>
      <Title order={2} size="h3">
        {t('Saved reports')}
      </Title>
      <QueryError title={t('The saved reports could not be loaded')} query={list} />
      {list.data?.data.length === 0 && (
        <Text c="dimmed">{t('Open a report, press Save, and it is mailed every Monday or as you like.')}</Text>
      )}
      {list.data?.data.map((report) => (
        <SavedCard key={report.id} report={report} onEdit={() => setEditedId(report.id)} />
      ))}
      {edited && (
        <Suspense>
          <SaveDialog
            opened
            report={edited.report}
            query={edited.query}
            saved={edited}
            onClose={() => setEditedId(undefined)}
          />
        </Suspense>
      )}
    </Stack>
  );
}
