import { Anchor, MantineThemeProvider, Text, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../../lib/addresses/use-document-title.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { roomyTheme } from '../../../../theme.ts';
import styles from '../sign-in.module.css';
import { SignInPanel } from '../sign-in-panel.tsx';

interface AccountFrameProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** The pages around a sign-in: the same look, with one form. */
export function AccountFrame({ title, lead, children }: AccountFrameProps) {
  useDocumentTitle(title);
  return (
    <MantineThemeProvider theme={roomyTheme}>
      <div className={styles.root}>
        <SignInPanel />
        <main className={styles.side} id="main">
          <div className={styles.form}>
            <Text c="dimmed">{brand.name}</Text>
            <Title order={1}>{title}</Title>
            <Text c="dimmed" mt={4} mb="xl">
              {lead}
            </Text>
            {children}
            <Text size="sm" mt="lg">
              <Anchor component={Link} href={paths.signIn} inherit underline="always">
                {t('Customer sign-in')}
              </Anchor>
              {' · '}
              <Anchor component={Link} href={paths.adminSignIn} inherit underline="always">
                {t('Team sign-in')}
              </Anchor>
            </Text>
          </div>
        </main>
      </div>
    </MantineThemeProvider>
  );
}
