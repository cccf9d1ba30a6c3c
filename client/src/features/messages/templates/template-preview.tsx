import { Alert, Box, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { MailFrame } from '../../../components/subject/mail-frame.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { rich } from '../../../lib/words/rich.tsx';
import styles from './templates.module.css';

const WAIT_MS = 300;

/** A text message as the phone shows it, and as how many it is sent. */
function SmsText({ text, parts }: { text: string; parts: number }) {
  return (
    <div>
      <Paper bg="var(--mantine-color-default-hover)" p="sm" radius="lg" maw={420} className={styles.sms}>
        {text}
      </Paper>
      <Text size="sm" c="dimmed" mt={4}>
        {t('{count, plural, one {# character} other {# characters}}, sent as {count2, plural, other {# SMS}}', {
          count: text.length,
          count2: parts,
        })}
      </Text>
    </div>
  );
}

/**
 * The mail that subject and content make of sample values, as they are in the editor; with a warning for names that
 * nothing fills. `name` distinguishes two previews on one page.
 */
export function TemplatePreview({
  type,
  subject,
  content,
  name = t('Preview'),
}: {
  type: string;
  subject: string;
  content: string;
  name?: string;
}) {
  const { client } = trpc.useUtils();
  const [text] = useDebouncedValue(JSON.stringify({ type, subject, content }), WAIT_MS);
  const preview = useQuery({
    queryKey: ['template-preview', text],
    queryFn: () => client.templates.preview.mutate(JSON.parse(text)),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const unknown = preview.data?.unknownVariables ?? [];

  return (
    <Stack gap="xs" component="section" aria-label={name}>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t('With sample values')}
        </Text>
      </div>
      {unknown.length > 0 && (
        <Alert
          color="amber"
          icon={<IconAlertTriangle aria-hidden />}
          title={unknown.length === 1 ? t('Unknown variable') : t('Unknown variables')}
          role="status"
        >
          {rich('Nothing fills {text}: {length, select, yes {it comes} other {they come}} out empty.', {
            text: <span className="mono">{unknown.map((name) => `{{${name}}}`).join(', ')}</span>,
            length: unknown.length === 1 ? 'yes' : 'no',
          })}
        </Alert>
      )}
      {preview.isError && (
        <ErrorState
          title={t('The preview could not be made')}
          error={preview.error}
          onRetry={() => void preview.refetch()}
          isRetrying={preview.isFetching}
        />
      )}
      {preview.isPending && <Skeleton h={590} />}
      {preview.data && (
        <>
          <Box
            px="sm"
            py={8}
            bd="1px solid var(--qf-line)"
            style={{ borderRadius: 'var(--mantine-radius-md)', overflowWrap: 'anywhere' }}
          >
            <Text span size="sm" c="dimmed">
              {type === 'sms' ? t('In the mailbox') : t('Subject')}:{' '}
            </Text>
            <Text span size="sm" fw={600} data-testid="preview-subject">
              {preview.data.subject || t('(empty)')}
            </Text>
          </Box>
          {preview.data.smsParts === null ? (
            <MailFrame html={preview.data.html} title={t('{name} of the e-mail', { name })} height={540} />
          ) : (
            <SmsText text={preview.data.text} parts={preview.data.smsParts} />
          )}
        </>
      )}
    </Stack>
  );
}
