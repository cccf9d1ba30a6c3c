import { Alert, Badge, Button, Card, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { EXPORT_DAYS } from '@quickfleet/shared/limits';
import type { Export, ExportState } from '@quickfleet/shared/operations/full-exports';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertCircle, IconDownload, IconPackageExport, IconTrash, IconX } from '@tabler/icons-react';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { exportHref } from '../../../lib/addresses/paper-links.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatBytes, formatDateTime, formatNumber } from '../../../lib/words/format.ts';
import { useExportMutations } from './exports-mutations.ts';

const states: Record<ExportState, { text: string; color: string }> = {
  waiting: { text: t('Waiting'), color: 'gray' },
  running: { text: t('Running'), color: 'teal' },
  ready: { text: t('Ready (export)'), color: 'green' },
  failed: { text: t('Failed (export)'), color: 'red' },
};
const isUnderWay = ({ state }: Export): boolean => state === 'waiting' || state === 'running';
const wordsOf = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

/** What is in the file, table by table. */
function Contents({ kinds }: Pick<Export, 'kinds'>) {
  return (
    <details>
      <summary>{t('What it contains')}</summary>
      <Text component="ul" size="sm" mt="xs" style={{ columns: '14rem auto' }}>
        {kinds
          .filter(({ rows }) => rows > 0)
          .map(({ name, rows }) => (
            <li key={name}>
              {wordsOf(name)}: <span className="tabular">{formatNumber(rows)}</span>
            </li>
          ))}
      </Text>
    </details>
  );
}

function OneExport({ shown }: { shown: Export }) {
  const { remove } = useExportMutations();
  const { confirm, confirmDialog } = useConfirm();
  const { id, state, rows, files, missingFiles, size } = shown;
  const isGoing = isUnderWay(shown);
  const drop = async () => {
    const isSure = await confirm({
      title: isGoing ? t('Cancel this export?') : t('Delete this export?'),
      text: isGoing ? t('Nothing of it is kept.') : t('Its file is removed. You can make another one at any time.'),
      action: isGoing ? t('Cancel export') : t('Delete export'),
      cancel: t('Keep it'),
    });
    if (isSure) remove.mutate({ id });
  };
  return (
    <Card component="li" withBorder padding="sm">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>
            {t('Export #{id}', { id })}{' '}
            <Text span size="sm" c="dimmed" fw={400}>
              <RelativeTime value={shown.createdAt} />
              {shown.createdBy && `, ${shown.createdBy}`}
            </Text>
          </Text>
          <Badge variant="light" color={states[state].color}>
            {states[state].text}
          </Badge>
        </Group>
        {state !== 'failed' && (
          <Group gap="xs" role={isGoing ? 'status' : undefined}>
            {isGoing && <Loader size={16} aria-hidden />}
            <Text size="sm" className="tabular">
              {[
                t('{count, plural, one {# row} other {# rows}}', { count: rows }),
                t('{count, plural, one {# file} other {# files}}', { count: files }),
                ...(size === null ? [] : [formatBytes(size)]),
              ].join(' · ')}
            </Text>
          </Group>
        )}
        {missingFiles > 0 && (
          <Text size="sm">
            {t('{count, plural, one {# file} other {# files}} could not be found in the store.', {
              count: missingFiles,
            })}
          </Text>
        )}
        {shown.error && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
            {shown.error}
          </Alert>
        )}
        {state === 'ready' && (
          <>
            <Contents kinds={shown.kinds} />
            <Text size="sm" c="dimmed">
              {t('Available until {when}', { when: formatDateTime(shown.expiresAt) })}
            </Text>
          </>
        )}
        <Group gap="sm">
          {state === 'ready' && (
            <Button
              component="a"
              href={exportHref(id)}
              download
              leftSection={<IconDownload size={18} aria-hidden />}
              aria-label={t('Download export #{id}', { id })}
            >
              {t('Download')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={isGoing ? <IconX size={18} aria-hidden /> : <IconTrash size={18} aria-hidden />}
            onClick={() => void drop()}
            loading={remove.isPending}
            aria-label={isGoing ? t('Cancel export #{id}', { id }) : t('Delete export #{id}', { id })}
          >
            {isGoing ? t('Cancel') : t('Delete')}
          </Button>
        </Group>
      </Stack>
      {confirmDialog}
    </Card>
  );
}

/** Everything in one file: what is there to download, and another one. */
export function ExportsSection() {
  const exports = trpc.exports.list.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.data.some(isUnderWay) ? 1000 : false),
  });
  const { create } = useExportMutations();
  const made = exports.data?.data ?? [];
  return (
    <Card component="section" aria-labelledby="export-everything">
      <Group justify="space-between" align="flex-start" mb="sm">
        <div style={{ flex: '1 1 20rem' }}>
          <Title order={2} id="export-everything">
            {t('Export everything')}
          </Title>
          <Text size="sm" c="dimmed">
            {t(
              'A ZIP file with all data, photos and signatures. You can use it to set up QuickFleet on another server. It contains personal data, but no passwords, access codes, links or keys. Files are kept for {days} days.',
              { days: EXPORT_DAYS },
            )}
          </Text>
        </div>
        <Button
          leftSection={<IconPackageExport size={18} aria-hidden />}
          onClick={() => create.mutate()}
          loading={create.isPending}
          disabled={made.some(isUnderWay)}
        >
          {t('Create export')}
        </Button>
      </Group>
      <QueryState query={exports} title={t('The exports could not be loaded')} rows={2} height={96} />
      {exports.data && made.length === 0 && (
        <EmptyState title={t('No exports yet')} text={t('An export takes a few minutes if you have many photos.')} />
      )}
      <Stack component="ul" gap="sm">
        {made.map((one) => (
          <OneExport key={one.id} shown={one} />
        ))}
      </Stack>
    </Card>
  );
}
