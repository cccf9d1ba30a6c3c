import type { Page } from 'playwright-core';

/** Counts the presses of a mouse button on a page from its next address on; read them with `since`, from zero each time. */
export async function countPresses(page: Page): Promise<{ since(does: () => Promise<void>): Promise<number> }> {
  let presses = 0;
  await page.exposeFunction('countPress', () => {
    presses++;
  });
  await page.addInitScript(() => addEventListener('pointerdown', () => Reflect.get(window, 'countPress')(), true));
  return {
    async since(does) {
      presses = 0;
      await does();
      return presses;
    },
  };
}
