import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

type Scheme = 'light' | 'dark';

/** Nothing is fading, and open dialogs have their names: Mantine refers to a title one step after it is shown. */
const hasSettled = () =>
  document.getAnimations().every((animation) => !(animation instanceof CSSTransition)) &&
  [...document.querySelectorAll('[role=dialog]:not([aria-labelledby]) h2[id$="-title"]')].every(
    (title) => !title.checkVisibility(),
  );

/** The rules of axe that look at colours; all others read the markup, which is the same for both schemes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

async function expectNoViolation(page: Page, what: string, part?: string, rules?: readonly string[]): Promise<void> {
  // What is still fading in has colours that nobody reads.
  await page.waitForFunction(hasSettled);
  // Once for each document: evaluating axe costs as much as a run on the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    // A frame that may run no script, like a mail's, never answers axe, which would wait half a minute for it.
    iframes: false,
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  const found = await page.evaluate(
    async ({ part, options }) => {
      const { violations } = await window.axe.run(part ?? document, options);
      return violations.map(
        ({ id, impact, nodes }) => `${impact} ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    { part, options },
  );
  expect(found.map((violation) => `${what}: ${violation}`)).toEqual([]);
}

/** No violation of any rule, on the page as it is, or in the part of it that a dialog leaves to be read. */
export const expectAccessible = (page: Page, what = 'the page', part?: string): Promise<void> =>
  expectNoViolation(page, what, part);

/** Lets the device change to the other scheme under the open page, and waits until its colours have arrived. */
export async function showIn(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme,
    colorScheme,
  );
  await page.waitForFunction(hasSettled);
}

/** No violation in the light nor in the dark; the page is light before and after. */
export async function expectAccessibleInBoth(page: Page, what = 'the page', part?: string): Promise<void> {
  await expectNoViolation(page, `${what}, light`, part);
  await showIn(page, 'dark');
  await expectNoViolation(page, `${what}, dark`, part, COLOUR_RULES);
  await showIn(page, 'light');
}
