import { Anchor, Container, Group, MantineThemeProvider, Stack, Text } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { BrandMark } from '../components/brand-mark.tsx';
import { Ribbon } from '../components/ribbon.tsx';
import { LanguageLinks } from '../components/text/language/language-links.tsx';
import { arriveAtHash } from '../lib/addresses/hash-target.ts';
import { brand, supportMailto } from '../lib/words/brand.ts';
import { ended } from '../lib/words/ended.ts';
import { roomyTheme } from '../theme.ts';
import { PublicHeader } from './public-header.tsx';
import styles from './public-layout.module.css';

const { claims } = brand.site;

function PublicFooter() {
  return (
    <footer className={styles.footer}>
      <Container size="lg">
        <Group justify="space-between" align="flex-start" gap="lg">
          <Stack gap={6} maw={420}>
            <BrandMark onDark />
            <Text size="sm">
              {t(
                '{delivery, select, sameDay {Same-day delivery} other {Delivery}}, real-time tracking, {care, select, insured {insured and secure} other {secure}} handling.',
                { delivery: claims.sameDay ? 'sameDay' : 'other', care: claims.insured ? 'insured' : 'other' },
              )}
            </Text>
          </Stack>
          <Group component="nav" aria-label={t('Footer')} gap="lg">
            <Anchor component={Link} href={paths.privacy} size="sm">
              {t('Privacy Policy')}
            </Anchor>
            <Anchor component={Link} href={paths.terms} size="sm">
              {t('Terms of Service')}
            </Anchor>
            {brand.imprint && (
              <Anchor component={Link} href={paths.imprint} size="sm">
                {t('Imprint')}
              </Anchor>
            )}
            <Anchor href={supportMailto()} size="sm">
              {t('Contact Support')}
            </Anchor>
          </Group>
        </Group>
        <Text size="sm" mt="lg">
          {t('© 2025 {company} All rights reserved.', { company: ended(brand.name) })}
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
          {t('Skip to content')}
        </a>
        <PublicHeader />
        <main id="main" tabIndex={-1} className={styles.main} style={{ outline: 'none' }}>
          <Ribbon />
          {children}
        </main>
        <PublicFooter />
        <LanguageLinks />
        <HashTarget key={path} />
      </div>
    </MantineThemeProvider>
  );
}
