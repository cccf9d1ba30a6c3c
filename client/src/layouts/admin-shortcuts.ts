import type { Role } from '@quickfleet/shared/roles';
import { focusSearchField } from '../components/lists/search-field.tsx';
import { creationsOf, screenAt, screensFor } from '../lib/addresses/admin-screens.ts';
import { goTo, openDialogAt } from '../lib/addresses/go-to.ts';
import { moveRowFocus } from '../lib/row-focus.ts';
import type { Shortcut } from '../lib/use-shortcuts.ts';

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
  title: 'On a card of the board',
  shortcuts: [
    { keys: ['enter'], text: 'Choose its driver and place' },
    { keys: ['space'], text: 'Lift it, and put it down' },
    { keys: ['arrows'], text: 'Carry the lifted card' },
    { keys: ['x'], text: 'Select it' },
    { keys: ['shift+updown'], text: 'Select the one above or below too' },
    { keys: ['mod+a'], text: 'Select all of its column' },
    { keys: ['escape'], text: 'Put the lifted card back, or clear the selection' },
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
      title: 'Anywhere',
      shortcuts: [
        { keys: ['mod+k'], text: 'Search and jump', run: open.palette },
        { keys: ['?'], text: 'Help and keyboard shortcuts', run: open.help },
      ],
    },
    {
      title: 'On this screen',
      shortcuts: [
        ...(here?.hasSearch && here.isFor(role)
          ? [{ keys: ['/'], text: `Search ${here.text.toLowerCase()}`, run: focusSearchField }]
          : []),
        ...(here?.hasRows && here.isFor(role)
          ? [
              { keys: ['j'], text: 'Next row; Enter opens it', run: () => moveRowFocus(1) },
              { keys: ['k'], text: 'Previous row', run: () => moveRowFocus(-1) },
            ]
          : []),
        ...(creation ? [{ keys: ['n'], text: creation.text, run: () => openDialogAt(creation.href) }] : []),
      ],
    },
    {
      title: 'Go to',
      shortcuts: screens.map(({ key, text, href }) => ({ keys: ['g', key], text, run: () => goTo(href) })),
    },
  ];
  return groups.filter(({ shortcuts }) => shortcuts.length > 0);
}
