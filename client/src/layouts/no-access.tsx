import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { Link } from 'wouter';
import { RouteLine } from '../components/delivery/route-line.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';

/** The workplace of a role; ordinary users have none. */
const ownPlace: Partial<Record<Role, { text: string; href: string }>> = {
  admin: { text: t('Go to the dashboard'), href: paths.admin },
  dispatcher: { text: t('Go to the dashboard'), href: paths.admin },
  driver: { text: t('Go to your orders'), href: paths.adminOrders },
};

/** Tells a signed-in user that their role may not open this page, with a way out. */
export function NoAccess({ role }: { role: Role }) {
  useDocumentTitle(t("You don't have access"));
  const place = ownPlace[role];
  return (
    <Stack align="center" gap="sm" py={64} ta="center">
      <RouteLine width={160} />
      <Title order={1} size="h2">
        {t("You don't have access")}
      </Title>
      <Text c="dimmed" maw={440}>
        {t('Your account is signed in, but it may not open this page. Ask an administrator if you need it.')}
      </Text>
      <Group justify="center">
        {place && (
          <Button component={Link} href={place.href}>
            {place.text}
          </Button>
        )}
        <Button component={Link} href={paths.home} variant={place ? 'default' : 'filled'}>
          {t('Go to the home page')}
        </Button>
      </Group>
    </Stack>
  );
}
