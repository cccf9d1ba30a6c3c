import type { Page } from 'playwright-core';

/** Waits until React has taken over the page that the server rendered: from then on the page's own handlers answer. */
export const hydrated = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1');
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
  });
};
