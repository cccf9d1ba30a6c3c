import { Anchor, Container, Group, MantineThemeProvider, Stack, Text } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { BrandMark } from '../components/brand-mark.tsx';
import { Ribbon } from '../components/ribbon.tsx';
import { arriveAtHash } from '../lib/addresses/hash-target.ts';
import { brand, inBrief, supportMailto } from '../lib/words/brand.ts';
import { ended } from '../lib/words/ended.ts';
import { roomyTheme } from '../theme.ts';
import { PublicHeader } from './public-header.tsx';
import styles from './public-layout.module.css';

function PublicFooter() {
  return (
    <footer className={styles.footer}>
      <Container size="lg">
        <Group justify="space-between" align="flex-start" gap="lg">
          <Stack gap={6} maw={420}>
            <BrandMark onDark />
            <Text size="sm">
              {inBrief.delivery}, real-time tracking, {inBrief.care} handling.
            </Text>
          </Stack>
          <Group component="nav" aria-label="Footer" gap="lg">
            <Anchor component={Link} href={paths.privacy} size="sm">
              Privacy Policy
            </Anchor>
            <Anchor component={Link} href={paths.terms} size="sm">
              Terms of Service
            </Anchor>
            <Anchor href={supportMailto()} size="sm">
              Contact Support
            </Anchor>
          </Group>
        </Group>
        <Text size="sm" mt="lg">
          © 2025 {ended(brand.name)} All rights reserved.
        </Text>
      </Container>
    </footer>
  );
}

/** A link from another page, or a shared one, names a section that is there only once its page has loaded. */
function HashTarget() {
  useEffect(() => (location.hash ? arriveAtHash(location.hash) : undefined), []);
  return null;
}

/** Pages for everyone: header, footer, skip link. The page brings its h1; `main` is here. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return (
    <MantineThemeProvider theme={roomyTheme}>
      <div className={styles.root}>
        <a href="#main" className={styles.skip}>
          Skip to content
        </a>
        <PublicHeader />
        <main id="main" tabIndex={-1} className={styles.main} style={{ outline: 'none' }}>
          <Ribbon />
          {children}
        </main>
        <PublicFooter />
        <HashTarget key={path} />
      </div>
    </MantineThemeProvider>
  );
}
