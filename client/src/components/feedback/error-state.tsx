import { Alert, Button, Group, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { messageOf, requestIdOf } from '../../lib/api/error-message.ts';

interface ErrorStateProps {
  title?: string;
  error: unknown;
  fallback?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** A part of a page that could not be loaded: what happened, the request's id, and a way to try again. */
export function ErrorState({
  title = t('This could not be loaded'),
  error,
  fallback,
  onRetry,
  isRetrying = false,
}: ErrorStateProps) {
  const requestId = requestIdOf(error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <Text size="sm">{messageOf(error, fallback)}</Text>
      {requestId && (
        <Text size="xs" c="dimmed" className="mono" mt={4}>
          {t('Request {id}', { id: requestId })}
        </Text>
      )}
      {onRetry && (
        <Group mt="sm">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={onRetry}
            loading={isRetrying}
          >
            {t('Try again')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
