import { Alert, Badge, Button, Card, Group, Progress, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import type { Import, ImportRowState } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertCircle, IconArrowBackUp, IconArrowLeft, IconDownload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { PrintLabels } from '../../../components/delivery/print-labels.tsx';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { QueryError } from '../../../components/feedback/query-state.tsx';
import { failedRowsHref } from '../../../lib/addresses/paper-links.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportConstants } from './import-constants.tsx';
import { ImportReading } from './import-reading.tsx';
import { ImportRows } from './import-rows.tsx';
import { importStatus, isUnderWay, kindWords, progressOf } from './import-words.ts';
import { useImportMutations } from './imports-mutations.ts';

/** What the file has, in numbers. */
function Counts({ shown }: { shown: Import }) {
  const parts = [
    t('{count, plural, one {# row} other {# rows}}', { count: shown.rows }),
    t('{count, plural, other {# ready}}', { count: shown.valid }),
    t('{count, plural, other {# to fix}}', { count: shown.invalid }),
    t('{count, plural, other {# skipped}}', { count: shown.skipped }),
    ...(shown.created > 0 ? [t('{count, plural, other {# imported}}', { count: shown.created })] : []),
    ...(shown.undone > 0 ? [t('{count, plural, other {# undone}}', { count: shown.undone })] : []),
  ];
  return (
    <Text c="dimmed" className="tabular" role="status">
      {parts.join(' · ')}
    </Text>
  );
}

/** The labels of what went in, where one page of rows has all of it. */
function ImportedLabels({ id, created }: Pick<Import, 'id' | 'created'>) {
  const rows = trpc.imports.rows.useQuery({ id, state: 'created', page: 1, limit: PAGE_SIZE_MAX });
  const orders = (rows.data?.data ?? []).flatMap(({ objectId }) =>
    objectId === null ? [] : { id: objectId, parcels: 1 },
  );
  return orders.length > 0 && created <= PAGE_SIZE_MAX && <PrintLabels orders={orders} />;
}

function Actions({ shown }: { shown: Import }) {
  const [notify, setNotify] = useState(false);
  const { commit, cancel, undo } = useImportMutations();
  const { confirm, confirmDialog } = useConfirm();
  const { id, state, valid, created, invalid, kind } = shown;
  const isOpen = state === 'checking' || state === 'checked' || state === 'importing';
  const mayUndo = ['done', 'cancelled', 'failed'].includes(state) && created > 0 && !shown.isUndoing;
  const takeBack = async () => {
    const isSure = await confirm({
      title: t('Undo this import?'),
      text: t(
        'What it created is deleted, up to {count, plural, one {# row} other {# rows}}. Anything that was changed, assigned or paid since stays.',
        { count: created },
      ),
      action: t('Undo import'),
      cancel: t('Keep it'),
    });
    if (isSure) undo.mutate({ id });
  };
  return (
    <Stack gap="sm" mt="sm">
      {state === 'checked' && valid > 0 && (kind === 'orders' || kind === 'quotes') && (
        <Switch
          label={t('E-mail the customers')}
          description={t('Each customer gets the usual confirmation')}
          checked={notify}
          onChange={(event) => setNotify(event.currentTarget.checked)}
        />
      )}
      <Group gap="sm">
        {state === 'checked' && valid > 0 && shown.questions.length === 0 && (
          <Button onClick={() => commit.mutate({ id, notify })} loading={commit.isPending}>
            {t('Import {count, plural, one {# row} other {# rows}}', { count: valid })}
          </Button>
        )}
        {state === 'done' && kind === 'orders' && created > 0 && !shown.isUndoing && (
          <ImportedLabels id={id} created={created} />
        )}
        {invalid > 0 && (
          <Button
            component="a"
            href={failedRowsHref(id)}
            download
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t('Download rows to fix')}
          </Button>
        )}
        {isOpen && (
          <Button
            variant="default"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => cancel.mutate({ id })}
            loading={cancel.isPending}
          >
            {t('Cancel import')}
          </Button>
        )}
        {mayUndo && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => void takeBack()}
            loading={undo.isPending}
          >
            {t('Undo import')}
          </Button>
        )}
      </Group>
      {confirmDialog}
    </Stack>
  );
}

interface ImportDetailProps {
  id: number;
  state: ImportRowState | undefined;
  page: number;
  onView: (view: { rows: ImportRowState | undefined; page: string | undefined }, how?: 'replace') => void;
  onBack: () => void;
}

/** One file: what its columns are, what happens with its rows, and what can be done with it. */
export function ImportDetail({ id, state, page, onView, onBack }: ImportDetailProps) {
  const found = trpc.imports.get.useQuery(
    { id },
    { refetchOnMount: 'always', refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? 1000 : false) },
  );
  const { change } = useImportMutations();
  const shown = found.data;
  const progress = shown && progressOf(shown);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={onBack}
        mb="sm"
      >
        {t('All imports')}
      </Button>
      {found.isPending && <Skeleton h={160} aria-busy />}
      <QueryError query={found} title={t('The import could not be loaded')} />
      {shown && (
        <>
          <Card padding="md">
            <Group justify="space-between" align="flex-start">
              <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
                {shown.fileName}
              </Title>
              <Badge color={importStatus(shown).color} variant="light">
                {importStatus(shown).text}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed">
              {shown.createdBy
                ? t('{kind}, sent by {name}', { kind: kindWords[shown.kind], name: shown.createdBy })
                : kindWords[shown.kind]}
            </Text>
            <Counts shown={shown} />
            {progress !== undefined && (
              <Progress value={progress} mt="sm" aria-label={importStatus(shown).text} animated />
            )}
            {shown.problem && (
              <Alert color="red" mt="sm" icon={<IconAlertCircle aria-hidden />}>
                {shown.problem}
              </Alert>
            )}
            <Actions shown={shown} />
          </Card>
          <ImportReading
            shown={shown}
            isPending={change.isPending}
            onChange={(said) => change.mutate({ id, ...said })}
          />
          <ImportColumns
            key={JSON.stringify(shown.columns.map(({ name, field }) => [name, field]))}
            shown={shown}
            isPending={change.isPending}
            onChange={(mapping) => change.mutate({ id, mapping })}
          />
          {(shown.kind === 'orders' || shown.kind === 'quotes') &&
            (shown.state === 'checked' || shown.state === 'checking') && (
              <ImportConstants
                key={`constants ${JSON.stringify(shown.constants)}`}
                shown={shown}
                isPending={change.isPending}
                onChange={(constants) => change.mutate({ id, constants })}
              />
            )}
          <ImportRows
            key={`${shown.state} ${shown.isUndoing}`}
            shown={shown}
            state={state}
            page={page}
            onView={onView}
          />
        </>
      )}
    </>
  );
}
