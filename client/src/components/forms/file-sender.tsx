import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { UPLOAD_FILE_BYTES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { messageOf } from '../../lib/api/error-message.ts';
import { formatBytes } from '../../lib/words/format.ts';
import styles from './file-sender.module.css';

interface FileSenderProps {
  title: string;
  /** What the field is called. */
  label: string;
  icon: ReactNode;
  /** Which files it takes, in words. */
  hint: string;
  /** Which files a chooser offers; absent: all. */
  accept?: string;
  button: string;
  /** What happens to the file, beside the button. */
  note: string;
  sending: { isPending: boolean; isError: boolean; error: unknown; reset: () => void };
  /** The file is let go once it is sent. */
  onSend: (file: File, letGo: () => void) => void;
  /** Above the field. */
  before?: ReactNode;
  /** Below it, for the file that was chosen. */
  after?: (file: File | undefined) => ReactNode;
}

/** Chooses one file, by hand or by dropping it, and sends it. */
export function FileSender(props: FileSenderProps) {
  const { title, label, icon, hint, accept, button, note, sending, onSend, before, after } = props;
  const id = useId();
  const [file, setFile] = useState<File>();
  const isTooLarge = file !== undefined && file.size > UPLOAD_FILE_BYTES_MAX;
  const take = ([chosen]: File[]) => {
    if (chosen) setFile(chosen);
    sending.reset();
  };
  return (
    <Card padding="md" component="section" aria-labelledby={`${id}-title`}>
      <Title order={2} size="h4" id={`${id}-title`}>
        {title}
      </Title>
      <Stack gap="sm" mt="sm">
        {before}
        <Dropzone
          className={styles.drop ?? ''}
          onDrop={take}
          multiple={false}
          activateOnKeyboard={false}
          inputProps={{
            ...(accept ? { accept } : {}),
            className: 'visually-hidden',
            style: {},
            tabIndex: 0,
            'aria-label': label,
            'aria-describedby': `${id}-hint`,
          }}
        >
          <Group justify="center" gap="sm" ta="center">
            {icon}
            <div>
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {file ? `${file.name} (${formatBytes(file.size)})` : t('Drop a file here, or choose one')}
              </Text>
              <Text size="sm" c="dimmed" id={`${id}-hint`}>
                {hint}
              </Text>
            </div>
          </Group>
        </Dropzone>
        {after?.(file)}
        {(isTooLarge || sending.isError) && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
            {isTooLarge ? t('A file can have at most 15 MB') : messageOf(sending.error)}
          </Alert>
        )}
        <Group gap="sm">
          <Button
            onClick={() => file && onSend(file, () => setFile(undefined))}
            loading={sending.isPending}
            disabled={file === undefined || isTooLarge}
          >
            {button}
          </Button>
          <Text size="sm" c="dimmed" flex="1 1 220px">
            {note}
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}
