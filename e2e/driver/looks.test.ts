import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser, useSite } from '../harness.ts';
import { expectAccessible } from './phone.ts';
import { walks } from './states.ts';

const site = useSite();
const browser = useBrowser();

/**
 * Where pictures of every state go when somebody wants to look at them: LOOKS_SHOTS=folder npm run test:browser --
 * driver/looks
 */
const shots = process.env['LOOKS_SHOTS'];

const GLOVE = 48;
const READABLE = 16;
/** Whatever is there to be tapped, and is smaller than a gloved thumb. */
const smallTargets = (page: Page) =>
  page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>('button, a, input:not([type=file]), textarea')]
        .filter((target) => target.checkVisibility({ visibilityProperty: true }))
        .map((target) => ({
          name: target.textContent?.trim() || target.getAttribute('aria-label') || target.tagName,
          box: target.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0 && (box.height < least - 0.5 || box.width < least - 0.5))
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    GLOVE,
  );
/** Text that is smaller than one reads in the rain; in a field iOS zooms into it as well. */
const smallTexts = (page: Page) =>
  page.evaluate((least) => {
    const found = new Set<string>();
    const check = (element: Element, text: string | null | undefined) => {
      const isSeen =
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('.visually-hidden, script, style');
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (isSeen && size < least) found.add(`${text}: ${size}`);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (parentElement && textContent?.trim()) check(parentElement, textContent.trim());
    }
    for (const field of document.querySelectorAll('input:not([type=file]), textarea'))
      check(field, field.getAttribute('aria-label') ?? field.tagName);
    return [...found];
  }, READABLE);

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function expectGood(page: Page, state: string): Promise<void> {
  await expectAccessible(page);
  expect({
    state,
    targets: await smallTargets(page),
    texts: await smallTexts(page),
    sideways: Math.max(0, await sideways(page)),
  }).toEqual({
    state,
    targets: [],
    texts: [],
    sideways: 0,
  });
}

describe('every state of the portal is readable, tappable and never scrolls sideways', () => {
  for (const [colorScheme, width] of [
    ['light', 390],
    ['dark', 360],
  ] as const) {
    for (const [name, walk] of Object.entries(walks)) {
      test(`${name}: ${colorScheme}, ${width} px`, async () => {
        const seen: string[] = [];
        await walk({
          site,
          browser,
          look: { colorScheme, width },
          async visit(state, page) {
            seen.push(state);
            if (shots) await page.screenshot({ path: `${shots}/${state}.${colorScheme}-${width}.png`, fullPage: true });
            await expectGood(page, state);
          },
        });
        expect(seen.length).toBeGreaterThan(0);
      });
    }
  }
});
