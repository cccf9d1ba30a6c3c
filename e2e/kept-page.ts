import type { Page } from 'playwright-core';

/** A page that the tests of a file take over from each other, one at a time. */
export interface KeptPage {
  page: Page;
  /** Whether the next test may have it. */
  canEmpty(): boolean;
  /** Leaves it as in a new profile: signed out, nothing stored, no route, online, handlers gone, the mouse in a corner. */
  empty(url: string): Promise<void>;
}

const STORAGE = ['local_storage', 'indexeddb', 'cache_storage', 'service_workers'].join();
const EVENTS = ['console', 'pageerror', 'request', 'response', 'dialog'];

/** Has to see all that a test does with the page. */
export function keptPage(page: Page): KeptPage {
  const context = page.context();
  const debug = context.newCDPSession.bind(context);
  let isSpent = false;
  const spending =
    <Given extends unknown[], Answer>(change: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      isSpent = true;
      return change(...given);
    };
  // Playwright cannot take these from a page again: scripts for each document, a clock, permissions, emulations.
  page.addInitScript = spending(page.addInitScript.bind(page));
  page.clock.install = spending(page.clock.install.bind(page.clock));
  context.addInitScript = spending(context.addInitScript.bind(context));
  context.grantPermissions = spending(context.grantPermissions.bind(context));
  context.newCDPSession = spending(debug);
  return {
    page,
    canEmpty: () => !isSpent && !page.isClosed(),
    async empty(url) {
      for (const other of context.pages()) if (other !== page) await other.close();
      for (const routed of [page, context]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
      for (const event of EVENTS) page.removeAllListeners(event);
      await context.setOffline(false);
      // A mouse that is where the next test moves it to would move nothing.
      await page.mouse.up();
      await page.mouse.move(0, 0);
      for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await page.keyboard.up(key);
      // A page of the same origin keeps the process, which has compiled the scripts.
      await page.goto(`${url}/robots.txt`);
      await context.clearCookies();
      const session = await debug(page);
      await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: STORAGE });
      await session.detach();
      await page.evaluate(() => sessionStorage.clear());
    },
  };
}
