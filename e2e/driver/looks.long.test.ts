import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { showIn } from '../accessible.ts';
import { useBrowser, useSite } from '../harness.ts';
import { expectAccessible } from './phone.ts';
import { walks } from './states.ts';

const site = useSite();
const browser = useBrowser();

/**
 * Folder for pictures of every state, for a look by eye: LOOKS_SHOTS=folder npm run test:browser --
 * driver/looks
 */
const shots = process.env['LOOKS_SHOTS'];

const GLOVE = 48;
const READABLE = 16;
/** Tap targets that are smaller than a gloved thumb. */
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
/** Text that is too small to read in the rain; iOS also zooms into a field with it. */
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

/** Buttons with words that are cut off or not in the middle of their height. */
const cutLabels = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.mantine-Button-root')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .filter((button) => {
        const label = button.querySelector<HTMLElement>('.mantine-Button-label');
        const [outer, inner] = [button.getBoundingClientRect(), label?.getBoundingClientRect()];
        const content = button.querySelector('.mantine-Button-inner')?.getBoundingClientRect() ?? outer;
        const offCentre = Math.abs(content.top + content.bottom - outer.top - outer.bottom) / 2;
        return (
          // A button without its words shows its icon alone.
          label?.checkVisibility() &&
          inner &&
          (label.scrollWidth > label.clientWidth + 1 ||
            inner.left < outer.left - 0.5 ||
            inner.right > outer.right + 0.5 ||
            inner.bottom > outer.bottom + 0.5 ||
            offCentre > 2)
        );
      })
      .map((button) => button.textContent?.trim() ?? ''),
  );
/**
 * Filled buttons, as they are without a variant too, that the sun makes unreadable: the contrast of their words, as far
 * as it is below 7:1.
 */
const paleButtons = (page: Page) =>
  page.evaluate(() => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    return [
      ...document.querySelectorAll<HTMLElement>(
        '.mantine-Button-root:is(:not([data-variant]), [data-variant="filled"]):not([data-disabled])',
      ),
    ]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .map((button) => {
        const { color, backgroundColor } = getComputedStyle(button);
        const [light = 0, dark = 0] = [luminance(color), luminance(backgroundColor)].toSorted((a, b) => b - a);
        return { name: button.textContent?.trim(), contrast: (light + 0.05) / (dark + 0.05) };
      })
      .filter(({ contrast }) => contrast < 7)
      .map(({ name, contrast }) => `${name}: ${contrast.toFixed(1)}`);
  });

/** Narrow, wide, split screen and landscape: what is cut off anywhere. */
const sizes = [
  [360, 800],
  [412, 915],
  [412, 360],
  [568, 320],
  [800, 360],
] as const;
async function cutAnywhere(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const label of await cutLabels(page)) found.push(`${label} at ${width} × ${height}`);
    if ((await sideways(page)) > 0) found.push(`scrolls sideways at ${width} × ${height}`);
  }
  if (before) await page.setViewportSize(before);
  return found;
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** What each colour scheme must satisfy; cut-off text does not depend on colours and is measured once. */
async function expectGood(page: Page, state: string, more: { cut?: string[] } = {}): Promise<void> {
  await expectAccessible(page, state);
  expect({
    state,
    targets: await smallTargets(page),
    texts: await smallTexts(page),
    sideways: Math.max(0, await sideways(page)),
    pale: await paleButtons(page),
    cut: [],
    ...more,
  }).toEqual({ state, targets: [], texts: [], sideways: 0, pale: [], cut: [] });
}

const LIGHT = { width: 390, height: 844 };
const DARK = { width: 360, height: 844 };

describe('every state of the portal is readable, tappable and never scrolls sideways', () => {
  for (const [name, walk] of Object.entries(walks)) {
    test(`P42 ${name}: light at 390 px, dark at 360 px`, async () => {
      const seen: string[] = [];
      const shoot = async (page: Page, look: string) => {
        if (shots) await page.screenshot({ path: `${shots}/${seen.at(-1)}.${look}.png`, fullPage: true });
      };
      await walk({
        site,
        browser,
        look: LIGHT,
        // Both colour schemes of a state in one pass, because getting there costs more than looking.
        async visit(state, page) {
          seen.push(state);
          await shoot(page, 'light-390');
          await expectGood(page, state, { cut: await cutAnywhere(page) });
          await page.setViewportSize(DARK);
          await showIn(page, 'dark');
          await shoot(page, 'dark-360');
          await expectGood(page, `${state}, dark`);
          await page.setViewportSize(LIGHT);
          await showIn(page, 'light');
        },
      });
      expect(seen.length).toBeGreaterThan(0);
    });
  }
});
