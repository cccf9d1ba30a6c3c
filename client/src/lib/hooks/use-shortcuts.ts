import { useWindowEvent } from '@mantine/hooks';
import { SCAN_GAP_MS, SHORTCUT_WAIT_MS } from '@quickfleet/shared/limits';
import { useEffect, useRef } from 'react';
import { KeyBurst } from './key-burst.ts';

export interface Shortcut {
  /** What is pressed, one after the other: ['?'], ['g', 'q'], ['mod+k']. */
  keys: readonly string[];
  text: string;
  run: () => void;
  /** Only moves the focus, so it need not wait until it is known that no scanner pressed the key. */
  isMove?: boolean;
}

const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'];
const typingFields =
  'textarea, select, [contenteditable=""], [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button], [type=file])';

/** By the character and not by the place of the key: ? and / lie elsewhere on other keyboards. */
const pressedKey = (event: KeyboardEvent): string => {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  return isCommand ? `mod+${event.key.toLowerCase()}` : event.key;
};

/** Searches find what is scanned into them; every other field keeps what is typed there. */
const searchFields = '[data-list-search], [data-palette-search]';
const isTakenByField = ({ target }: Event): boolean =>
  target instanceof Element && target.matches(typingFields) && !target.matches(searchFields);

// A dialog that is fading out has its way out as inline style already, and no longer takes keys.
const isFadingOut = (element: HTMLElement): boolean => element.style.opacity === '0';
/** The dialogs and menus that take the keyboard now. */
export const openOverlays = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog], [role=menu]')].filter(
    (overlay) => !isFadingOut(overlay),
  );

// What keeps the keyboard to itself: a dialog, a menu, and for single keys every field.
const isElsewhere = (event: KeyboardEvent, key: string): boolean => {
  if (event.defaultPrevented || event.isComposing || event.repeat || modifiers.includes(event.key)) return true;
  if (openOverlays().length > 0) return true;
  return !key.startsWith('mod+') && event.target instanceof Element && event.target.matches(typingFields);
};

const startsWith = (keys: readonly string[], pressed: readonly string[]) =>
  pressed.every((key, at) => keys[at] === key);

/**
 * Runs what the table says, for a single key or for two in a row; a pause forgets the first one. A handheld scanner
 * types too: its keys are no shortcuts, and what it read goes to `onScan`, unless the cursor is in a field.
 */
export function useShortcuts(shortcuts: readonly Shortcut[], onScan: (code: string) => void = () => {}): void {
  const started = useRef<{ keys: readonly string[]; at: number }>({ keys: [], at: 0 });
  const burst = useRef(new KeyBurst());
  // What single keys open waits until it is known that no scanner pressed them.
  const held = useRef<{ runs: (() => void)[]; timer: number }>({ runs: [], timer: 0 });
  useEffect(() => () => clearTimeout(held.current.timer), []);
  const runHeld = () => {
    const runs = held.current.runs.splice(0);
    if (!burst.current.isScanner) for (const run of runs) run();
  };
  const hold = (run?: () => void) => {
    const { runs } = held.current;
    if (run) runs.push(run);
    clearTimeout(held.current.timer);
    if (runs.length > 0) held.current.timer = window.setTimeout(runHeld, SCAN_GAP_MS);
  };

  // Before every other listener: the end of a scan presses no button and sends no form.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.isComposing || event.repeat || modifiers.includes(event.key)) return;
      if (isTakenByField(event)) {
        burst.current.clear();
        return;
      }
      const { scanned, ended } = burst.current.press(event, event.timeStamp);
      const isInSearch = event.target instanceof Element && event.target.matches(typingFields);
      if (scanned === undefined && !ended && (!burst.current.isScanner || isInSearch)) return;
      event.preventDefault();
      event.stopPropagation();
      hold();
      if (scanned !== undefined) onScan(scanned);
    },
    { capture: true },
  );

  useWindowEvent('keydown', (event) => {
    const key = pressedKey(event);
    if (isElsewhere(event, key)) return;
    const isInTime = event.timeStamp - started.current.at < SHORTCUT_WAIT_MS;
    const pressed = isInTime ? [...started.current.keys, key] : [key];
    const possible = shortcuts.filter(({ keys }) => startsWith(keys, pressed));
    const complete = possible.find(({ keys }) => keys.length === pressed.length);
    started.current = { keys: complete || possible.length === 0 ? [] : pressed, at: event.timeStamp };
    if (complete) event.preventDefault();
    if (key.startsWith('mod+') || complete?.isMove) complete?.run();
    else hold(complete?.run);
  });
}
