import { Alert, Button, Card, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { UPLOAD_FILE_BYTES_MAX } from '@quickfleet/shared/limits';
import { importKinds } from '@quickfleet/shared/operations/import-fields';
import type { Import } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertCircle, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/error-message.ts';
import { formatBytes, formatNumber } from '../../../lib/words/format.ts';
import { kindWords } from './import-words.ts';
import styles from './imports.module.css';
import { useSendFile } from './imports-mutations.ts';

const hintId = 'import-file-hint';
const ACCEPTED = '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Chooses what a file holds and sends it to be checked. */
export function SendFile({ onSent }: { onSent: (sent: Import) => void }) {
  const [kind, setKind] = useState<(typeof importKinds)[number]>('orders');
  const [file, setFile] = useState<File>();
  const send = useSendFile(onSent);
  const isTooLarge = file !== undefined && file.size > UPLOAD_FILE_BYTES_MAX;
  const take = ([chosen]: File[]) => {
    if (chosen) setFile(chosen);
    send.reset();
  };
  return (
    <Card padding="md" component="section" aria-labelledby="import-file-title">
      <Title order={2} size="h4" id="import-file-title">
        {t('Import a file')}
      </Title>
      <Stack gap="sm" mt="sm">
        <NativeSelect
          label={t('What is in the file?')}
          data={importKinds.map((value) => ({ value, label: kindWords[value] }))}
          value={kind}
          onChange={(event) => setKind(importKinds.find((known) => known === event.currentTarget.value) ?? 'orders')}
          maw={320}
        />
        <Dropzone
          className={styles.drop ?? ''}
          onDrop={take}
          multiple={false}
          activateOnKeyboard={false}
          inputProps={{
            accept: ACCEPTED,
            className: 'visually-hidden',
            style: {},
            tabIndex: 0,
            'aria-label': t('CSV or Excel file'),
            'aria-describedby': hintId,
          }}
        >
          <Group justify="center" gap="sm" ta="center">
            <IconFileSpreadsheet size={28} aria-hidden />
            <div>
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {file ? `${file.name} (${formatBytes(file.size)})` : t('Drop a file here, or choose one')}
              </Text>
              <Text size="sm" c="dimmed" id={hintId}>
                {t('CSV or Excel (.xlsx), up to 15 MB and {rows} rows', { rows: formatNumber(50_000) })}
              </Text>
            </div>
          </Group>
        </Dropzone>
        {(isTooLarge || send.isError) && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
            {isTooLarge ? t('A file can have at most 15 MB') : messageOf(send.error)}
          </Alert>
        )}
        <Group gap="sm">
          <Button
            onClick={() => file && send.mutate({ kind, file })}
            loading={send.isPending}
            disabled={file === undefined || isTooLarge}
          >
            {t('Check the file')}
          </Button>
          <Text size="sm" c="dimmed" flex="1 1 220px">
            {t('We check every row first. Nothing is created until you say so.')}
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}
