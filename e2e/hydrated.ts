import type { Frame } from 'playwright-core';

/**
 * Waits until React has taken over the page that the server rendered, by the first `tag` in it: from then on the page's
 * own handlers answer.
 */
export const hydrated = async (page: Pick<Frame, 'waitForFunction'>, tag: 'h1' | 'form' = 'h1'): Promise<void> => {
  await page.waitForFunction((name) => {
    const part = document.querySelector(name);
    // React marks a part when it has read it, and takes the page over once it has read all of it.
    return (
      part !== null &&
      document.querySelector('[data-shown]') !== null &&
      Object.keys(part).some((key) => key.startsWith('__reactFiber'))
    );
  }, tag);
};
