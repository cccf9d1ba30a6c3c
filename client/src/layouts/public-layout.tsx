import { MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { DemoRibbon } from '../components/demo-ribbon.tsx';
import { arriveAtHash } from '../lib/addresses/hash-target.ts';
import { roomyTheme } from '../theme.ts';
import { PublicFooter } from './public-footer.tsx';
import { PublicHeader } from './public-header.tsx';
import styles from './public-layout.module.css';

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
          <DemoRibbon />
          {children}
        </main>
        <PublicFooter />
        <HashTarget key={path} />
      </div>
    </MantineThemeProvider>
  );
}
