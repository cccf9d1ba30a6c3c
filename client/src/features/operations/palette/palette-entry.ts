import { PALETTE_RESULTS } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { creationsOf, screensFor } from '../../../lib/addresses/admin-screens.ts';
import { goTo, openDialogAt } from '../../../lib/addresses/go-to.ts';
import { settingsAddress, settingsHeads } from '../../../lib/addresses/settings-sections.ts';

/** One line of the palette, and what choosing it does. */
export interface PaletteEntry {
  id: string;
  icon: Icon;
  text: string;
  note?: string;
  side?: ReactNode;
  run: () => void;
  /** A row of a list, in which the typed words are marked. */
  isFound?: boolean;
  /** Choosing it leaves the palette open. */
  staysOpen?: boolean;
}

export interface PaletteGroup {
  title: string;
  entries: readonly PaletteEntry[];
}

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);
/** Whether every typed word begins a word of the text. */
export const isNamed = (text: string, typed: string): boolean =>
  words(typed).every((part) => words(text).some((word) => word.startsWith(part)));

/** The sections of the settings, found by their titles and by what is set in them. */
function settingsFor(role: Role, typed: string): PaletteGroup {
  const isAllowed = screensFor(role).some(({ href }) => href === paths.adminSettings);
  const entries = settingsHeads.flatMap((head) =>
    head.sections
      .filter(({ title, words: about }) => isNamed(`${t('Settings')} ${head.title} ${title} ${about}`, typed))
      .map(({ id, title }) => ({
        id: `settings-${id}`,
        icon: IconSettings,
        text: title,
        note: head.title,
        run: () => goTo(settingsAddress(id)),
      })),
  );
  return { title: t('Settings'), entries: isAllowed ? entries.slice(0, PALETTE_RESULTS) : [] };
}

/** The screens this role may see and what it can make there, by the typed words. */
export function ownGroups(role: Role, typed: string, shortcutOf: (screenKey: string) => ReactNode): PaletteGroup[] {
  const screens = screensFor(role);
  const creations = screens.flatMap((screen) => creationsOf(screen, role));
  const groups: PaletteGroup[] = [
    {
      title: t('Create'),
      entries: creations.map(({ text, icon, href }) => ({ id: href, icon, text, run: () => openDialogAt(href) })),
    },
    {
      title: t('Go to'),
      entries: screens.map(({ text, icon, href, key }) => ({
        id: href,
        icon,
        text,
        side: shortcutOf(key),
        run: () => goTo(href),
      })),
    },
  ];
  const named = groups.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ text }) => isNamed(`${title} ${text}`, typed)),
  }));
  return typed === '' ? named : [...named, settingsFor(role, typed)];
}
