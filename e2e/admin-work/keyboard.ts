import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { soon } from '../admin-quotes/staff.ts';

interface Focus {
  /** The accessible name, or the visible text. */
  name: string;
  /** A heading that took the focus after navigation; it is read and shows no ring. */
  isHeading: boolean;
  isMarked: boolean;
  isInView: boolean;
  isCovered: boolean;
}

/** Where the focus is; nothing when it was lost to the page's body. */
const focusOf = (page: Page): Promise<Focus | undefined> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return undefined;
    const labels =
      at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement
        ? [...(at.labels ?? [])]
        : [];
    const images = [...at.querySelectorAll('img')].map(({ alt }) => alt).join(' ');
    const name =
      at.getAttribute('aria-label') ??
      (labels.map(({ textContent }) => textContent).join(' ') || at.textContent || images);
    const look = getComputedStyle(at);
    const hasRing = look.outlineStyle !== 'none' && Number.parseFloat(look.outlineWidth) > 0;
    // A field shows the focus by the colour of its frame, which may be the box around the input.
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--mantine-primary-color-filled)';
    const primary = getComputedStyle(probe).color;
    probe.remove();
    const frames = [at, at.parentElement, at.parentElement?.parentElement].filter((one) => one instanceof HTMLElement);
    const hasFrame =
      at.matches('input, textarea, select') && frames.some((one) => getComputedStyle(one).borderTopColor === primary);
    const { top, bottom, left, right, width, height } = at.getBoundingClientRect();
    const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    const above = document.elementFromPoint(left + width / 2, Math.min(Math.max(top + height / 2, 1), innerHeight - 1));
    const isCovered =
      isInView &&
      above !== null &&
      !at.contains(above) &&
      !above.contains(at) &&
      !above.closest('label, [data-tooltip], .mantine-Tooltip-tooltip');
    return {
      name: name.trim(),
      isHeading: at.matches('h1, [role=dialog] h2'),
      isMarked: hasRing || hasFrame,
      isInView,
      isCovered,
    };
  });

export interface Keyboard {
  /** Waits until the element of this name has the focus, visible and uncovered. */
  expectOn(name: string | RegExp): Promise<void>;
  /** Moves there with Tab, or backwards; every stop must be visible, and none may be the page's body. */
  tabTo(name: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
}

const isCalled = (focus: Focus | undefined, name: string | RegExp): boolean =>
  focus !== undefined && (typeof name === 'string' ? focus.name === name : name.test(focus.name));
const MOST_STOPS = 60;

/** A user without a mouse. */
export function keyboardOf(page: Page): Keyboard {
  const seen = async (): Promise<Focus> => {
    const first = await focusOf(page);
    if (!first) throw new Error('the focus was lost to the body of the page');
    if (first.isHeading) return first;
    await expect
      .poll(() => focusOf(page), { message: `the focus on '${first.name}' is seen` })
      .toMatchObject({ name: first.name, isMarked: true, isInView: true, isCovered: false });
    return first;
  };
  return {
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    async expectOn(name) {
      await soon(async () => (await focusOf(page))?.name).toMatch(name);
      await seen();
    },
    async tabTo(name, key = 'Tab') {
      const passed: string[] = [];
      for (let stop = 0; stop < MOST_STOPS; stop++) {
        await page.keyboard.press(key);
        const focus = await seen();
        if (isCalled(focus, name)) return;
        passed.push(focus.name);
      }
      throw new Error(`${key} never reached ${name}: ${passed.join(' · ')}`);
    },
  };
}
