import { Alert, Badge, Button, Card, Group, Progress, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import type { Import, ImportRowState } from '@quickfleet/shared/operations/imports';
import { IconAlertCircle, IconArrowBackUp, IconArrowLeft, IconDownload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useConfirm } from '../../../components/feedback/confirm.tsx';
import { QueryError } from '../../../components/feedback/query-state.tsx';
import { failedRowsHref } from '../../../lib/addresses/paper-links.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportRows } from './import-rows.tsx';
import { importStatus, isUnderWay, kindWords, progressOf } from './import-words.ts';
import { useImportMutations } from './imports-mutations.ts';

/** What the file has, in numbers. */
function Counts({ shown }: { shown: Import }) {
  const parts = [
    `${formatCount(shown.rows, 'row')}`,
    `${shown.valid.toLocaleString('en-US')} ready`,
    `${shown.invalid.toLocaleString('en-US')} to fix`,
    `${shown.skipped.toLocaleString('en-US')} skipped`,
    ...(shown.created > 0 ? [`${shown.created.toLocaleString('en-US')} imported`] : []),
    ...(shown.undone > 0 ? [`${shown.undone.toLocaleString('en-US')} undone`] : []),
  ];
  return (
    <Text c="dimmed" className="tabular" role="status">
      {parts.join(' · ')}
    </Text>
  );
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
      title: `Undo this import?`,
      text: `What it created is deleted, up to ${formatCount(created, 'row')}. Anything that was changed, assigned or paid since stays.`,
      action: 'Undo import',
      cancel: 'Keep it',
    });
    if (isSure) undo.mutate({ id });
  };
  return (
    <Stack gap="sm" mt="sm">
      {state === 'checked' && valid > 0 && (kind === 'orders' || kind === 'quotes') && (
        <Switch
          label="E-mail the customers"
          description="Each customer gets the usual confirmation"
          checked={notify}
          onChange={(event) => setNotify(event.currentTarget.checked)}
        />
      )}
      <Group gap="sm">
        {state === 'checked' && valid > 0 && (
          <Button onClick={() => commit.mutate({ id, notify })} loading={commit.isPending}>
            Import {formatCount(valid, 'row')}
          </Button>
        )}
        {invalid > 0 && (
          <Button
            component="a"
            href={failedRowsHref(id)}
            download
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            Download rows to fix
          </Button>
        )}
        {isOpen && (
          <Button
            variant="default"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => cancel.mutate({ id })}
            loading={cancel.isPending}
          >
            Cancel import
          </Button>
        )}
        {mayUndo && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => void takeBack()}
            loading={undo.isPending}
          >
            Undo import
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
  onView: (view: { rows: ImportRowState | undefined; page: string | undefined }) => void;
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
        All imports
      </Button>
      {found.isPending && <Skeleton h={160} aria-busy />}
      <QueryError query={found} title="The import could not be loaded" />
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
              {kindWords[shown.kind]}
              {shown.createdBy && `, sent by ${shown.createdBy}`}
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
          <ImportColumns
            key={JSON.stringify(shown.columns.map(({ field }) => field))}
            shown={shown}
            isPending={change.isPending}
            onChange={(mapping) => change.mutate({ id, mapping })}
          />
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
