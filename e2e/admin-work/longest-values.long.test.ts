import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { useOffice } from '../admin-orders/office.ts';
import { makerOf } from '../admin-quotes/staff.ts';
import { makeOrder, openOrder } from '../driver/phone.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { hydrated } from '../hydrated.ts';
import { walksOf } from './forms.ts';

const site = useSite({ BUSINESS_TIMEZONE: 'America/New_York' });
const browser = useBrowser();
const office = useOffice(site);
/** 1,280 px, the same enlarged to 200 %, and a phone. */
const SIZES = [
  { width: 1280, height: 900 },
  { width: 640, height: 450 },
  { width: 390, height: 844 },
];
let measured = 0;
afterAll(() => {
  expect(measured).toBeGreaterThan(300);
  console.info(`${measured} fields measured`);
});

/** Puts the longest value that it takes into each field that can be seen. */
const fillAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const wide = (most: number) => 'Wm'.repeat(Math.ceil(most / 2)).slice(0, most);
    const longestOf = (field: HTMLInputElement | HTMLTextAreaElement): string => {
      if (field.type === 'date') return '2027-12-30';
      if (field.type === 'time') return '12:58';
      if (field.type === 'datetime-local') return '2027-12-30T12:58';
      if (field.type === 'month') return '2027-09';
      if (field.inputMode === 'numeric' || field.type === 'number') return ('max' in field && field.max) || '100000';
      if (field.inputMode === 'decimal') return '99999999.99';
      const most = field.maxLength > 0 ? Math.min(field.maxLength, 300) : 300;
      return field.type === 'email' ? `${wide(64)}@${wide(60)}.example.com` : wide(most);
    };
    const write = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    };
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      'input:not([type=file], [type=checkbox], [type=radio], [type=hidden]), textarea, select',
    );
    for (const field of fields) {
      if (field.disabled || !field.checkVisibility({ visibilityProperty: true })) continue;
      if (field instanceof HTMLSelectElement) {
        const [longest] = [...field.options].toSorted((a, b) => b.text.length - a.text.length);
        if (longest) write(field, longest.value);
        // A field of Mantine's that is chosen in, and a part of a time, are not typed into here.
      } else if (!field.readOnly && field.getAttribute('role') !== 'spinbutton' && !field.getAttribute('aria-haspopup'))
        write(field, longestOf(field));
    }
  });

/** What is cut in fields of numbers, days and times and in selects, and how far the page scrolls sideways. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const room = (field: Element) => {
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    };
    const pen = document.createElement('canvas').getContext('2d');
    const widthOf = (field: Element, text: string) => {
      if (!pen) return 0;
      pen.font = getComputedStyle(field).font;
      return pen.measureText(text).width;
    };
    /** What a field of a day needs: as wide as a copy of it that may have any width. */
    const natural = (field: HTMLElement) => {
      const copy = field.cloneNode(true) as HTMLElement;
      Object.assign(copy.style, {
        position: 'absolute',
        width: 'auto',
        minWidth: '0',
        flex: 'none',
        visibility: 'hidden',
      });
      field.after(copy);
      const width = copy.offsetWidth;
      copy.remove();
      return width;
    };
    const nameOf = (field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement) =>
      field.labels?.[0]?.textContent || field.getAttribute('aria-label') || field.name || field.id;
    const cut: string[] = [];
    let count = 0;
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      'input:not([type=file], [type=checkbox], [type=radio], [type=hidden]), textarea, select',
    );
    for (const field of fields) {
      if (!field.checkVisibility({ visibilityProperty: true }) || field.closest('.visually-hidden')) continue;
      count++;
      const isNumber = field.inputMode === 'numeric' || field.inputMode === 'decimal' || field.type === 'number';
      const isDay = ['date', 'time', 'datetime-local', 'month'].includes(field.type);
      const needs = isDay
        ? natural(field) - field.offsetWidth
        : field instanceof HTMLSelectElement
          ? widthOf(field, field.selectedOptions[0]?.text ?? '') - room(field)
          : isNumber
            ? Math.max(field.scrollWidth - field.clientWidth, widthOf(field, field.value) - room(field))
            : 0;
      if (needs > 1) cut.push(`${nameOf(field)} (${field.value}): ${Math.round(needs)} px too narrow`);
    }
    return { cut, count, sideways: document.documentElement.scrollWidth - window.innerWidth };
  });

async function expectWhole(page: Page, where: string): Promise<void> {
  await fillAll(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect.poll(async () => (await measure(page)).sideways).toBeLessThanOrEqual(0);
    const { cut, count } = await measure(page);
    measured += count;
    expect.soft(cut, `${where}, ${size.width} px`).toEqual([]);
  }
}

for (const { of, open } of walksOf(site, office))
  test(`U121 every field has room for its longest value: ${of}`, async () => {
    const { page } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/./] });
    await open(page);
    await expectWhole(page, of);
  });

const screens = [
  '/admin/orders',
  '/admin/quotes',
  '/admin/board',
  '/admin/customers',
  '/admin/incidents',
  '/admin/mailbox',
  '/admin/imports',
  '/admin/team',
  '/admin/developers/events',
  ...['quoting', 'promises', 'proof', 'mail', 'retention'].map((section) => `/admin/settings?section=${section}`),
];
for (const path of screens)
  test(`U121 every field has room for its longest value: ${path}`, async () => {
    await office.order();
    const { page } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/./] });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('main').locator('input, select').first().waitFor({ state: 'attached' });
    const filters = page.getByRole('button', { name: 'Filters' });
    if ((await filters.count()) > 0) await filters.click();
    await expectWhole(page, path);
  });

for (const path of ['/', '/track', '/auth', '/admin/auth', '/driver', '/verify'])
  test(`U121 every field has room for its longest value: ${path}`, async () => {
    const { page } = await newPage(browser, site, { expectErrors: [/./] });
    await page.goto(path);
    await hydrated(page);
    const day = page.getByRole('radio', { name: /Specific Date/ });
    if (path === '/') await day.check({ force: true });
    await expectWhole(page, path);
  });

test('U121 every field has room for its longest value: the page of a quote', async () => {
  const quote = await (await makerOf(site)).sent();
  const { customerUrl } = await (await site.api(ADMIN)).send<{ customerUrl: string }>(
    'GET',
    `/api/v1/quotes/${quote.id}`,
  );
  const { page } = await newPage(browser, site, { expectErrors: [/./] });
  await page.goto(new URL(customerUrl).pathname);
  await hydrated(page);
  for (const name of ['Change the date', 'Not right for you? Decline'])
    await page.getByText(name, { exact: true }).first().click();
  await expectWhole(page, 'a quote');
});

test('U121 every field has room for its longest value: an order on the phone', async () => {
  const order = await makeOrder(site);
  const { page } = await openOrder(browser, site, order, { expectErrors: [/./] });
  await page.getByRole('button', { name: 'Add Item' }).click();
  await page.getByRole('form', { name: 'Add Item' }).waitFor();
  await expectWhole(page, 'an added item');
  await page.getByRole('button', { name: 'Can’t pick up' }).click();
  await page.getByRole('dialog').getByRole('radio').first().check();
  await expectWhole(page, 'a failed attempt');
});
