import { Text, Title } from '@mantine/core';
import { SEARCH_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { z } from 'zod';
import { SearchField } from '../../../components/lists/search-field.tsx';
import { useUrlState } from '../../../lib/addresses/url-state.ts';
import { showField } from '../../../lib/forms/focus-first.ts';
import { useScrollIntoView } from '../../../lib/hooks/use-scroll-into-view.ts';
import { EnvironmentTable } from './environment.tsx';
import { Health } from './health.tsx';
import styles from './settings.module.css';

export interface SettingsSection {
  id: string;
  title: string;
  /** What the search finds it by, besides its title and what it shows. */
  words: string;
}
const own: readonly SettingsSection[] = [
  { id: 'health', title: t('Health'), words: t('checks doctor backup disk database mail server proxy clock') },
  { id: 'environment', title: t('Environment'), words: t('variables port public url smtp s3 secrets time zone start') },
];

const settingsView = z.object({
  section: z.string().max(40).optional(),
  q: z.string().max(SEARCH_MAX).default(''),
});

const panelId = (id: string) => `settings-${id}`;
const isAbout = ({ id, title, words }: SettingsSection, q: string): boolean => {
  const shown = document.getElementById(panelId(id))?.textContent ?? '';
  const all = `${title} ${words} ${shown}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};
/** The label in a section that speaks of what is looked for. */
const labelIn = (id: string, q: string): HTMLLabelElement | undefined =>
  q === ''
    ? undefined
    : [...(document.getElementById(panelId(id))?.querySelectorAll('label') ?? [])].find((label) =>
        label.textContent?.toLowerCase().includes(q.toLowerCase()),
      );

/** The admin's settings, one section at a time; each has its own address, and a search finds it by its words. */
export function SettingsScreen({
  sections: company,
  children,
}: {
  sections: readonly SettingsSection[];
  /** The sections of the features; those that are not shown keep what was typed. */
  children: (shown: string) => ReactNode;
}) {
  const [view, setView] = useUrlState(settingsView);
  const { q } = view;
  const sections = [...company, ...own];
  // Closing a dialog that the address opened keeps its section.
  const [last, setLast] = useState(sections[0]?.id ?? '');
  const shown = sections.find(({ id }) => id === view.section)?.id ?? last;
  if (shown !== last) setLast(shown);
  const found = q ? sections.filter((section) => isAbout(section, q)) : sections;
  useScrollIntoView(() => labelIn(shown, q), `${shown} ${q}`, { block: 'center' });

  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    const [first] = found;
    if (first) setView({ section: first.id });
    requestAnimationFrame(() => showField(first && labelIn(first.id, q)?.control));
  };
  const address = (id: string) =>
    `${paths.adminSettings}?${new URLSearchParams({ section: id, ...(q ? { q } : {}) }).toString()}`;

  return (
    <>
      <Title order={1} mb="md">
        {t('Settings')}
      </Title>
      <div className={styles.columns}>
        <div className={styles.side}>
          <search>
            <form onSubmit={openFirst}>
              <SearchField
                value={q}
                onSearch={(text) => setView({ q: text }, 'replace')}
                label={t('Search the settings')}
                placeholder={t('Search the settings')}
              />
            </form>
          </search>
          <nav aria-label={t('Settings')}>
            <ul className={styles.nav}>
              {found.map(({ id, title }) => (
                <li key={id}>
                  <Link href={address(id)} aria-current={id === shown ? 'page' : undefined} className={styles.navLink}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {found.length === 0 && (
            <Text size="sm" c="dimmed" role="status">
              {t('No settings for “{q}”', { q })}
            </Text>
          )}
        </div>
        <div style={{ minWidth: 0 }}>
          {children(shown)}
          <SettingsPanel id="health" shown={shown}>
            <Health />
          </SettingsPanel>
          <SettingsPanel id="environment" shown={shown}>
            <EnvironmentTable />
          </SettingsPanel>
        </div>
      </div>
    </>
  );
}

/** A section's place: `isKept` where what was typed into it stays while another one is shown. */
export function SettingsPanel({
  id,
  shown,
  isKept = false,
  children,
}: {
  id: string;
  shown: string;
  isKept?: boolean;
  children: ReactNode;
}) {
  if (id !== shown && !isKept) return null;
  return (
    <div id={panelId(id)} hidden={id !== shown}>
      {children}
    </div>
  );
}
