import { describe, expect, test } from 'vitest';
import { newPage, useBrowser, useSite } from '../harness.ts';
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  fillRequest,
  open,
  soon,
  submitButton,
  views,
} from '../public/visitor.ts';

const site = useSite();
const browser = useBrowser();

describe('the fields of the public quote form', () => {
  for (const { name, view } of views) {
    test(`Q01 Q02 Q03 Q06 Q16 starts with every field, one empty item and no date (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      await open(page, '/#quote-form');
      for (const label of [
        'Full Name',
        'Email Address',
        'Phone Number',
        'Company',
        'Pickup Address',
        'Delivery Address',
        'Special Instructions',
      ]) {
        expect(await page.getByLabel(label).inputValue()).toBe('');
      }
      expect(await page.getByLabel('Email Address').getAttribute('type')).toBe('email');
      expect(await page.getByRole('radio').count()).toBe(3);
      expect(await page.getByRole('radio', { name: 'Let QuickFleet Choose' }).isChecked()).toBe(true);
      expect(await page.getByLabel('Choose Date').count()).toBe(0);

      expect(await page.locator('[data-item]').count()).toBe(1);
      expect(await page.getByLabel('Item Name').inputValue()).toBe('');
      expect(await page.getByLabel('Description').inputValue()).toBe('');
      expect(await page.getByLabel('Quantity').inputValue()).toBe('1');
      expect(await page.locator('input[type=file]').getAttribute('multiple')).not.toBeNull();
      await expectNoSidewaysScroll(page);
      expect(problems).toEqual([]);
      await context.close();
    });

    test(`Q04 Q05 adds items and removes them while more than one exists (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      await open(page, '/#quote-form');
      const items = page.locator('[data-item]');
      const removes = page.getByRole('button', { name: /^Remove Item/ });
      expect(await removes.count()).toBe(0);

      await page.getByLabel('Item Name').fill('First');
      await page.getByRole('button', { name: 'Add Another Item' }).click();
      await soon(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('items.1.name');
      await page.keyboard.type('Second');
      await page.getByRole('button', { name: 'Add Another Item' }).click();
      await page.getByLabel('Item Name').nth(2).fill('Third');
      expect(await items.count()).toBe(3);
      expect(await removes.count()).toBe(3);

      await page.getByRole('button', { name: 'Remove Item 2' }).click();
      await soon(() =>
        page
          .getByLabel('Item Name')
          .evaluateAll((fields) => fields.map((field) => field instanceof HTMLInputElement && field.value)),
      ).toEqual(['First', 'Third']);
      await page.getByRole('button', { name: 'Remove Item 1' }).click();
      await soon(() => items.count()).toBe(1);
      expect(await page.getByLabel('Item Name').inputValue()).toBe('Third');
      expect(await removes.count()).toBe(0);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('Q02 asks for a date only for Specific Date and forgets it when another speed is chosen', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    const date = page.getByLabel('Choose Date');
    await page.getByRole('radio', { name: 'Specific Date' }).check();
    await date.fill('2028-05-24');
    await page.getByRole('radio', { name: 'Today' }).check();
    expect(await date.count()).toBe(0);
    await page.getByRole('radio', { name: 'Specific Date' }).check();
    expect(await date.inputValue()).toBe('');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('Q14 makes 1 of a quantity that is less or not a number', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    const quantity = page.getByLabel('Quantity');
    expect(await quantity.getAttribute('min')).toBe('1');
    for (const [typed, becomes] of [
      ['', '1'],
      ['0', '1'],
      ['-4', '1'],
      ['2.7', '2'],
      ['12', '12'],
    ] as const) {
      await quantity.fill(typed);
      await quantity.blur();
      expect(await quantity.inputValue()).toBe(becomes);
    }
    // A letter never reaches a number field's value; the field then counts as empty.
    await quantity.fill('');
    await quantity.pressSequentially('e');
    await quantity.blur();
    expect(await quantity.inputValue()).toBe('1');
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('the rules of the public quote form', () => {
  for (const { name, view } of views) {
    test(`Q12 Q13 says at each field and in a summary what is missing, and leads to the first (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      await open(page, '/#quote-form');
      await page.getByRole('radio', { name: 'Specific Date' }).check();
      await submitButton(page).click();
      const summary = page.getByRole('alert');
      await summary.getByText('Please fill in 6 fields').waitFor();
      expect(await summary.getByRole('button').allTextContents()).toEqual([
        'Full name is required',
        'Valid email is required',
        'Pickup address is required',
        'Delivery address is required',
        'Choose a date',
        'Item 1: Item name is required',
      ]);
      expect(await page.getByLabel('Full Name').evaluate((field) => field === document.activeElement)).toBe(true);
      for (const [label, message] of [
        ['Full Name', 'Full name is required'],
        ['Email Address', 'Valid email is required'],
        ['Pickup Address', 'Pickup address is required'],
        ['Delivery Address', 'Delivery address is required'],
        ['Item Name', 'Item name is required'],
        ['Choose Date', 'Choose a date'],
      ] as const) {
        const field = page.getByLabel(label);
        expect(await field.getAttribute('aria-invalid')).toBe('true');
        const [describedBy = ''] = ((await field.getAttribute('aria-describedby')) ?? '')
          .split(' ')
          .filter((id) => id.endsWith('-error'));
        expect(await page.locator(`[id="${describedBy}"]`).textContent()).toBe(message);
      }
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);

      await summary.getByRole('button', { name: 'Delivery address is required' }).click();
      expect(
        await page
          .getByRole('textbox', { name: 'Delivery Address' })
          .evaluate((field) => field === document.activeElement),
      ).toBe(true);
      expect(await site.sql('select id from quotes')).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('Q12 refuses what is no e-mail address', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    await fillRequest(page, { email: 'ada at example' });
    await submitButton(page).click();
    await page.getByRole('alert').getByText('Valid email is required').waitFor();
    expect(await page.getByLabel('Email Address').evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await site.sql('select id from quotes')).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('takes no day that is over', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    await fillRequest(page);
    await page.getByRole('radio', { name: 'Specific Date' }).check();
    await page.getByLabel('Choose Date').fill('2020-01-01');
    await submitButton(page).click();
    await page.getByRole('alert').getByText('Choose today or a later day').waitFor();
    expect(await site.sql('select id from quotes')).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('the draft of a request', () => {
  test('survives a reload and can be put away', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    await fillRequest(page, { name: 'Draft Keeper' });
    await page.getByRole('radio', { name: 'Today' }).check();
    await page.reload();
    await page.getByText('We kept what you typed last time.').waitFor();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Draft Keeper');
    expect(await page.getByRole('textbox', { name: 'Pickup Address' }).inputValue()).toBe(
      '1 Pickup Street\nSpringfield',
    );
    expect(await page.getByLabel('Item Name').inputValue()).toBe('Box of books');
    expect(await page.getByRole('radio', { name: 'Today' }).isChecked()).toBe(true);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Start over' }).click();
    await soon(() => page.getByLabel('Full Name').inputValue()).toBe('');
    await page.reload();
    await page.getByLabel('Full Name').waitFor();
    expect(await page.getByText('We kept what you typed last time.').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});
