import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { cardOf, dialogOf, makerOf, soon } from '../admin-quotes/staff.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { paletteOf } from './palette.ts';

const site = useSite();
const browser = useBrowser();
const quotes: number[] = [];
beforeAll(async () => {
  const make = await makerOf(site);
  for (let n = 0; n < 3; n++) quotes.unshift((await make.draft()).id);
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** Closes the dialog by Escape and presses Ctrl+K in the very moment it begins to fade out, however slow the machine. */
const searchWhileClosing = (page: Page) =>
  page.getByRole('dialog').evaluate(
    (dialog) =>
      new Promise<void>((resolve) => {
        const press = (key: string, more: KeyboardEventInit = {}) =>
          (document.activeElement ?? document.body).dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
          );
        new MutationObserver((_, observer) => {
          if (!(dialog instanceof HTMLElement) || dialog.style.opacity !== '0') return;
          observer.disconnect();
          press('k', { ctrlKey: true });
          resolve();
        }).observe(dialog, { attributes: true });
        press('Escape');
      }),
  );

describe('the keyboard in a list', () => {
  test('L09 j and k move from row to row, Enter opens the row, and Escape returns to it', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/quotes');
    await cardOf(page, Number(quotes[0])).waitFor();
    await page.keyboard.press('j');
    expect(await focused(page)).toBe(`Quote #${quotes[0]}`);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await focused(page)).toBe(`Quote #${quotes[2]}`);
    await page.keyboard.press('j');
    expect(await focused(page)).toBe(`Quote #${quotes[2]}`);
    await page.keyboard.press('k');
    expect(await focused(page)).toBe(`Quote #${quotes[1]}`);
    // From a button of a row the next row is the one below it.
    await page.keyboard.press('Tab');
    await page.keyboard.press('j');
    expect(await focused(page)).toBe(`Quote #${quotes[2]}`);
    await page.keyboard.press('Enter');
    const details = dialogOf(page, `Quote #${quotes[2]}`);
    await details.waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
    await soon(() => focused(page)).toBe(`Quote #${quotes[2]}`);
    // In a field they are letters.
    await page.keyboard.press('/');
    await page.keyboard.type('jk');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jk');
    expect(problems).toEqual([]);
  });

  // With the fading out that most people see; the other tests run with reduced motion.
  const openQuotes = async () => {
    const opened = await newPage(browser, site, { signedInAs: ADMIN });
    await opened.page.emulateMedia({ reducedMotion: 'no-preference' });
    await opened.page.goto('/admin/quotes');
    await cardOf(opened.page, Number(quotes[0])).waitFor();
    return opened;
  };
  const focusedLabel = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  test('L10 Ctrl+K opens the palette again while it closes by Escape', async () => {
    const { page, problems } = await openQuotes();
    const palette = paletteOf(page);
    await page.keyboard.press('Control+k');
    await palette.root.waitFor();
    await soon(() => focusedLabel(page)).toBe('Search and jump');
    await searchWhileClosing(page);
    // Not only the one that is fading out: it stays and takes what is typed.
    await soon(() => palette.root.evaluate((dialog) => getComputedStyle(dialog).opacity)).toBe('1');
    await page.keyboard.type('mail');
    await palette.root.getByRole('option', { name: /Mailbox/ }).waitFor();
    await page.keyboard.press('Escape');
    await palette.root.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
  });

  test('L10 Ctrl+K opens the palette while another dialog closes by Escape', async () => {
    const { page, problems } = await openQuotes();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const details = dialogOf(page, `Quote #${quotes[0]}`);
    await details.waitFor();
    await soon(() => details.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await searchWhileClosing(page);
    await soon(() => focusedLabel(page)).toBe('Search and jump');
    await paletteOf(page).root.waitFor();
    await details.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
  });
});
