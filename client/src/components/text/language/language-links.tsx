import { languageNames, languages } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import type { MouseEvent } from 'react';
import styles from './language-links.module.css';

/** The link leads to the same page with whatever else its address says by now. */
function keepAddress({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) {
  const address = new URL(location.href);
  address.searchParams.set('language', link.lang);
  link.href = address.href;
}

/** Every language by its own name; the server keeps the choice and sends the page in it. */
export function LanguageLinks() {
  return (
    <nav aria-label={t('Language')} className={styles.links}>
      {languages.map((one) => (
        <a key={one} href={`?language=${one}`} lang={one} aria-current={one === language()} onClick={keepAddress}>
          {languageNames[one]}
        </a>
      ))}
    </nav>
  );
}
