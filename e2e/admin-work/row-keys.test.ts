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

describe('the keyboard in a list', () => {
  test('L09 j and k move from row to row, Enter opens it, and Escape comes back to it', async () => {
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

  test('L10 Ctrl+K opens the palette right after Escape closed it, or another dialog', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/quotes');
    await cardOf(page, Number(quotes[0])).waitFor();
    const palette = paletteOf(page);
    await page.keyboard.press('Control+k');
    await palette.root.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    // Not only the one that is fading out: it stays and takes what is typed.
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Search and jump');
    await page.keyboard.type('mail');
    await palette.root.getByRole('option', { name: /Mailbox/ }).waitFor();
    await page.keyboard.press('Escape');
    await palette.root.waitFor({ state: 'hidden' });

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const details = dialogOf(page, `Quote #${quotes[0]}`);
    await details.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Search and jump');
    await palette.root.waitFor();
    await details.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
  });
});
