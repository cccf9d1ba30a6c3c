import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { Link } from 'wouter';
import { RouteLine } from '../components/delivery/route-line.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';

export function NotFoundPage() {
  useDocumentTitle(t('Page Not Found'));
  return (
    <Stack align="center" justify="center" gap="md" px="md" py={64} mih="60vh" ta="center">
      <RouteLine shape="hero" width={420} />
      <Text fw={600} c="dimmed" className="tabular">
        404
      </Text>
      <Title order={1}>{t('Page Not Found')}</Title>
      <Text c="dimmed" maw={460}>
        {t("We can't find that page. It may have moved, or the link may be incomplete.")}
      </Text>
      <Group justify="center">
        <Button component={Link} href={paths.home}>
          {t('Go to the home page')}
        </Button>
        <Button component={Link} href={paths.track} variant="default">
          {t('Track an order')}
        </Button>
      </Group>
    </Stack>
  );
}
