import { Alert, Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IMPORT_COLUMN_MAX, UPLOAD_FILE_BYTES_MAX } from '@quickfleet/shared/limits';
import type { BankField, BankStatement } from '@quickfleet/shared/operations/bank-statements';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertCircle, IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/error-message.ts';
import { formatBytes } from '../../../lib/words/format.ts';
import { useSendStatement } from './bank-mutations.ts';

const hintId = 'bank-file-hint';
const columns: readonly [BankField, string][] = [
  ['bookedOn', t('Column of the day')],
  ['amount', t('Column of the amount')],
  ['name', t('Column of the name')],
  ['reference', t('Column of the reference')],
];

/** Chooses a file of the bank and sends it to be read; a table may have its columns named. */
export function SendStatement({ onSent }: { onSent: (sent: BankStatement) => void }) {
  const [file, setFile] = useState<File>();
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const send = useSendStatement((sent) => {
    setFile(undefined);
    onSent(sent);
  });
  const isTooLarge = file !== undefined && file.size > UPLOAD_FILE_BYTES_MAX;
  const isTable = /\.(?:csv|txt|tsv|xlsx)$/i.test(file?.name ?? '');
  const take = ([chosen]: File[]) => {
    if (chosen) setFile(chosen);
    send.reset();
  };
  const named = () => Object.fromEntries(Object.entries(mapping).filter(([, column]) => column.trim() !== ''));
  return (
    <Card padding="md" component="section" aria-labelledby="bank-file-title">
      <Title order={2} size="h4" id="bank-file-title">
        {t('Read a file of the bank')}
      </Title>
      <Stack gap="sm" mt="sm">
        <Dropzone
          onDrop={take}
          multiple={false}
          activateOnKeyboard={false}
          inputProps={{
            className: 'visually-hidden',
            style: {},
            tabIndex: 0,
            'aria-label': t('File of the bank'),
            'aria-describedby': hintId,
          }}
        >
          <Group justify="center" gap="sm" ta="center">
            <IconBuildingBank size={28} aria-hidden />
            <div>
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {file ? `${file.name} (${formatBytes(file.size)})` : t('Drop a file here, or choose one')}
              </Text>
              <Text size="sm" c="dimmed" id={hintId}>
                {t('camt.053, camt.054, MT940 or a table (CSV, .xlsx), up to 15 MB')}
              </Text>
            </div>
          </Group>
        </Dropzone>
        {isTable && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {columns.map(([field, label]) => (
              <TextInput
                key={field}
                label={label}
                description={t('Empty: as its heads say')}
                maxLength={IMPORT_COLUMN_MAX}
                autoComplete="off"
                value={mapping[field] ?? ''}
                onChange={({ currentTarget: { value } }) => setMapping({ ...mapping, [field]: value })}
              />
            ))}
          </SimpleGrid>
        )}
        {(isTooLarge || send.isError) && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
            {isTooLarge ? t('A file can have at most 15 MB') : messageOf(send.error)}
          </Alert>
        )}
        <Group gap="sm">
          <Button
            onClick={() => file && send.mutate({ file, mapping: isTable ? named() : {} })}
            loading={send.isPending}
            disabled={file === undefined || isTooLarge}
          >
            {t('Read the file')}
          </Button>
          <Text size="sm" c="dimmed" flex="1 1 220px">
            {t('Nothing is booked before you say so. The same file twice books nothing twice.')}
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}
