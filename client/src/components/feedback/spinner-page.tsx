import { Center, Loader, Stack, Text, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { useIsOnline } from '../../lib/hooks/use-is-online.ts';

/** The centred spinner while the user or a page loads, or the reason why it does not. */
export function SpinnerPage() {
  const isOnline = useIsOnline();
  return (
    <Center mih="60vh" px="md" role="status">
      <Stack align="center" gap="sm">
        <Loader aria-hidden />
        {isOnline ? (
          <span className="visually-hidden">{t('Loading')}</span>
        ) : (
          <>
            <Title order={1} size="h3">
              {t('You are offline')}
            </Title>
            <Text c="dimmed" ta="center">
              {t('This page opens when the network is back.')}
            </Text>
          </>
        )}
      </Stack>
    </Center>
  );
}
