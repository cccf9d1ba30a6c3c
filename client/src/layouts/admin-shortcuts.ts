import type { Role } from '@quickfleet/shared/roles';
import { labelWithin } from '@quickfleet/shared/words/letters';
import { t } from '@quickfleet/shared/words/t';
import { focusSearchField } from '../components/lists/search-field.tsx';
import { creationsOf, screenAt, screensFor } from '../lib/addresses/admin-screens.ts';
import { goTo, openDialogAt } from '../lib/addresses/go-to.ts';
import type { Shortcut } from '../lib/hooks/use-shortcuts.ts';
import { moveRowFocus } from '../lib/row-focus.ts';

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}
/** What the help shows: also keys that work in one place of a screen, which listens to them. */
export interface HelpGroup {
  title: string;
  shortcuts: readonly Pick<Shortcut, 'keys' | 'text'>[];
}
const onCards: HelpGroup = {
  title: t('On a card of the board'),
  shortcuts: [
    { keys: ['enter'], text: t('Choose its driver and place') },
    { keys: ['space'], text: t('Lift it, and put it down') },
    { keys: ['arrows'], text: t('Carry the lifted card') },
    { keys: ['x'], text: t('Select it') },
    { keys: ['shift+updown'], text: t('Select the one above or below too') },
    { keys: ['mod+a'], text: t('Select all of its column') },
    { keys: ['escape'], text: t('Put the lifted card back, or clear the selection') },
  ],
};
/** Every key that works on this screen. */
export const helpFor = (groups: readonly ShortcutGroup[], path: string): HelpGroup[] =>
  screenAt(path)?.hasCards ? [...groups.slice(0, -1), onCards, ...groups.slice(-1)] : [...groups];

interface Opens {
  palette: () => void;
  help: () => void;
}

/** Every shortcut that works for this role on this screen: the keyboard listener and the help read it. */
export function shortcutsFor(role: Role, path: string, open: Opens): ShortcutGroup[] {
  const screens = screensFor(role);
  const here = screenAt(path);
  const [creation] = here?.isFor(role) ? creationsOf(here, role) : [];
  const groups: ShortcutGroup[] = [
    {
      title: t('Anywhere'),
      shortcuts: [
        { keys: ['mod+k'], text: t('Search and jump'), run: open.palette },
        { keys: ['?'], text: t('Help and keyboard shortcuts'), run: open.help },
      ],
    },
    {
      title: t('On this screen'),
      shortcuts: [
        ...(here?.hasSearch && here.isFor(role)
          ? [
              {
                keys: ['/'],
                text: t('Search {text}', { text: labelWithin(here.text) }),
                run: focusSearchField,
                isMove: true,
              },
            ]
          : []),
        ...(here?.hasRows && here.isFor(role)
          ? [
              { keys: ['j'], text: t('Next row; Enter opens it'), run: () => moveRowFocus(1), isMove: true },
              { keys: ['k'], text: t('Previous row'), run: () => moveRowFocus(-1), isMove: true },
            ]
          : []),
        ...(creation ? [{ keys: ['n'], text: creation.text, run: () => openDialogAt(creation.href) }] : []),
      ],
    },
    {
      title: t('Go to'),
      shortcuts: screens.map(({ key, text, href }) => ({ keys: ['g', key], text, run: () => goTo(href) })),
    },
  ];
  return groups.filter(({ shortcuts }) => shortcuts.length > 0);
}
