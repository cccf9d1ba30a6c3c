import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { answersTaps } from '../../lib/loading/answers-taps.ts';
import { RouteLine } from '../delivery/route-line.tsx';

/**
 * Around every route: a page that breaks does not take the rest with it. Give it the path as key, so that moving on recovers.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
    answersTaps();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Center component="main" mih="60vh" p="md">
        <Stack align="center" gap="sm" ta="center" role="alert">
          <RouteLine width={160} />
          <Title order={1} size="h2">
            {t('This page could not be shown')}
          </Title>
          <Text c="dimmed" maw={440}>
            {t('Nothing you saved is lost. Load the page again; if it happens twice, please tell support.')}
          </Text>
          <Group>
            <Button onClick={() => location.reload()}>{t('Reload the page')}</Button>
            <Button variant="default" component="a" href={paths.home}>
              {t('Go to the home page')}
            </Button>
          </Group>
        </Stack>
      </Center>
    );
  }
}
