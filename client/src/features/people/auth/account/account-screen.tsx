import { Anchor, Container, Stack, Text, Title } from '@mantine/core';
import { displayName } from '@quickfleet/shared/base/contact/display-name';
import { paths } from '@quickfleet/shared/paths';
import type { User } from '@quickfleet/shared/people/users';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../../lib/addresses/use-document-title.ts';
import { roleWords } from '../../../../lib/words/role-words.ts';
import { FactorCard } from './factor-card.tsx';
import { LanguageCard } from './language-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

const back: Record<Role, { text: string; href: string }> = {
  admin: { text: t('Back to the dashboard'), href: paths.admin },
  dispatcher: { text: t('Back to the dashboard'), href: paths.admin },
  driver: { text: t('Back to the driver portal'), href: paths.driver },
  customer: { text: t('Back to the home page'), href: paths.home },
};

/** A person's own account: who they are here, and where they are signed in. */
export function AccountScreen({ user }: { user: User }) {
  useDocumentTitle(t('Account and security'));
  const { text, href } = back[user.role];
  return (
    <Container size="sm" py="xl" component="main" id="main">
      <Stack gap="lg">
        <div>
          <Anchor component={Link} href={href} size="sm" underline="always">
            {text}
          </Anchor>
          <Title order={1} mt="xs">
            {t('Account and security')}
          </Title>
          <Text c="dimmed">
            {displayName(user)} · {user.username} · {roleWords[user.role].text}
            {user.email && ` · ${user.email}`}
          </Text>
        </div>
        <FactorCard />
        {!user.mustSetUpFactor && (
          <>
            <LanguageCard user={user} />
            <PasskeysCard />
            <SessionsCard />
          </>
        )}
      </Stack>
    </Container>
  );
}
