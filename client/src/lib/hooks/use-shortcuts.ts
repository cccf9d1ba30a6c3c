import { useWindowEvent } from '@mantine/hooks';
import { SHORTCUT_WAIT_MS } from '@quickfleet/shared/limits';
import { useRef } from 'react';

export interface Shortcut {
  /** What is pressed, one after the other: ['?'], ['g', 'q'], ['mod+k']. */
  keys: readonly string[];
  text: string;
  run: () => void;
}

const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'];
const typingFields =
  'textarea, select, [contenteditable=""], [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button], [type=file])';

/** By the character and not by the place of the key: ? and / lie elsewhere on other keyboards. */
const pressedKey = (event: KeyboardEvent): string => {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  return isCommand ? `mod+${event.key.toLowerCase()}` : event.key;
};

// A dialog that is fading out has its way out as inline style already, and no longer takes keys.
const isFadingOut = (element: HTMLElement): boolean => element.style.opacity === '0';
const hasOpenOverlay = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog], [role=menu]')].some(
    (overlay) => !isFadingOut(overlay),
  );

// What keeps the keyboard to itself: a dialog, a menu, and for single keys every field.
const isElsewhere = (event: KeyboardEvent, key: string): boolean => {
  if (event.defaultPrevented || event.isComposing || event.repeat || modifiers.includes(event.key)) return true;
  if (hasOpenOverlay()) return true;
  return !key.startsWith('mod+') && event.target instanceof Element && event.target.matches(typingFields);
};

const startsWith = (keys: readonly string[], pressed: readonly string[]) =>
  pressed.every((key, at) => keys[at] === key);

/** Runs what the table says, for a single key or for two in a row; a pause forgets the first one. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const started = useRef<{ keys: readonly string[]; at: number }>({ keys: [], at: 0 });

  useWindowEvent('keydown', (event) => {
    const key = pressedKey(event);
    if (isElsewhere(event, key)) return;
    const isInTime = event.timeStamp - started.current.at < SHORTCUT_WAIT_MS;
    const pressed = isInTime ? [...started.current.keys, key] : [key];
    const possible = shortcuts.filter(({ keys }) => startsWith(keys, pressed));
    const complete = possible.find(({ keys }) => keys.length === pressed.length);
    started.current = { keys: complete || possible.length === 0 ? [] : pressed, at: event.timeStamp };
    if (!complete) return;
    event.preventDefault();
    complete.run();
  });
}
