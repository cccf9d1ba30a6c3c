import { Anchor, Button, Group, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { forgetRequest, type LastRequest, readRequest } from '../../../../lib/storage/last-request.ts';
import { formatDate } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import styles from './quote-request.module.css';

const KEPT_MS = 30 * 86_400_000;

/** Older than it is kept, or written by something else: nothing. */
function lastRequest(): LastRequest | undefined {
  try {
    const { name, path, at }: Partial<Record<keyof LastRequest, unknown>> = JSON.parse(readRequest() ?? '{}');
    const isWhole = typeof name === 'string' && typeof path === 'string' && typeof at === 'number';
    if (isWhole && path.startsWith('/q/') && Date.now() - at < KEPT_MS) return { name, path, at };
    forgetRequest();
  } catch {
    // What cannot be read is not shown.
  }
  return undefined;
}

/** t('Your last request'), with its reference and the way to its page. */
export function LastRequestNote() {
  const [request, setRequest] = useState(lastRequest);
  if (!request) return null;
  const forget = () => {
    forgetRequest();
    setRequest(undefined);
  };
  return (
    <Group className={styles.restored} gap="xs" component="section" aria-label={t('Your last request')}>
      <IconReceipt size={20} aria-hidden />
      <Text size="sm" flex={1} miw={200}>
        {rich('Your last request: {name}, sent {date}.', {
          name: <span className="mono">{request.name}</span>,
          date: formatDate(new Date(request.at)),
        })}{' '}
        <Anchor href={request.path} inherit underline="always">
          {t('Open your quote')}
        </Anchor>
      </Text>
      <Button variant="default" size="xs" onClick={forget}>
        {t('Remove')}
      </Button>
    </Group>
  );
}
