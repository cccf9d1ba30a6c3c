import { Text, Title } from '@mantine/core';
import { SEARCH_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, Fragment, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { z } from 'zod';
import { SearchField } from '../../../components/lists/search-field.tsx';
import {
  type SettingsSection,
  settingsAddress,
  settingsHeads,
  settingsSections,
} from '../../../lib/addresses/settings-sections.ts';
import { useUrlState } from '../../../lib/addresses/url-state.ts';
import { showField } from '../../../lib/forms/focus-first.ts';
import { useScrollIntoView } from '../../../lib/hooks/use-scroll-into-view.ts';
import { EnvironmentTable } from './environment.tsx';
import { Health } from './health.tsx';
import styles from './settings.module.css';

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
  children,
}: {
  /** The sections of the features; those that are not shown keep what was typed. */
  children: (shown: string) => ReactNode;
}) {
  const [view, setView] = useUrlState(settingsView);
  const { q } = view;
  // Closing a dialog that the address opened keeps its section.
  const [last, setLast] = useState(settingsSections[0]?.id ?? '');
  const shown = settingsSections.find(({ id }) => id === view.section)?.id ?? last;
  if (shown !== last) setLast(shown);
  const heads = settingsHeads
    .map((head) => ({ ...head, sections: head.sections.filter((section) => q === '' || isAbout(section, q)) }))
    .filter(({ sections }) => sections.length > 0);
  const found = heads.flatMap(({ sections }) => sections);
  useScrollIntoView(() => labelIn(shown, q), `${shown} ${q}`, { block: 'center' });

  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    const [first] = found;
    if (first) setView({ section: first.id });
    requestAnimationFrame(() => showField(first && labelIn(first.id, q)?.control));
  };
  const address = (id: string) => settingsAddress(id, q ? { q } : {});

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
            {heads.map(({ title, sections }) => (
              <Fragment key={title}>
                <Text id={`head-${sections[0]?.id}`} size="xs" fw={700} c="dimmed" className={styles.head}>
                  {title}
                </Text>
                <ul className={styles.nav} aria-labelledby={`head-${sections[0]?.id}`}>
                  {sections.map(({ id, title: name }) => (
                    <li key={id}>
                      <Link
                        href={address(id)}
                        aria-current={id === shown ? 'page' : undefined}
                        className={styles.navLink}
                      >
                        {name}
                      </Link>
                    </li>
                  ))}
                </ul>
              </Fragment>
            ))}
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
