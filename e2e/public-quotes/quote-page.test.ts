import type { Quote } from '@quickfleet/shared/quoting/quotes';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Maker, makerOf } from '../admin-quotes/staff.ts';
import { DESKTOP, newPage, PHONE, photoUpload, useBrowser, useSite } from '../harness.ts';
import { expectAccessible, expectNoSidewaysScroll, expectOwnStyles, open, soon } from '../public/visitor.ts';

const site = useSite({ BRAND_NAME: 'Swift & Sons' });
const browser = useBrowser();
const NARROW = { ...PHONE, width: 360, height: 740 };
const PERSON =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const LINES = [
  { label: 'Delivery', unitPrice: '80.00', taxRate: '19' },
  { label: 'Waiting', quantity: '2', unitPrice: '10.00', taxRate: '19' },
];
let make: Maker;
beforeAll(async () => {
  make = await makerOf(site);
  await make.api.send('PUT', '/api/v1/company', { quoting: { terms: 'Insured up to 5,000.' } });
});

const pathOf = ({ customerUrl }: Quote): string => new URL(customerUrl ?? '').pathname;
const change = (id: number, body: unknown) => make.api.send<Quote>('PUT', `/api/v1/quotes/${id}`, body);
const read = (id: number) => make.api.send<Quote>('GET', `/api/v1/quotes/${id}`);
const priced = async (more: Record<string, unknown> = {}) =>
  change((await make.draft(more)).id, { lines: LINES, paymentUrl: 'https://pay.example.com/q' });
const standing = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name: 'Quote status' }).getByRole('heading', { name });
const acceptForm = (page: Page) => page.getByRole('form', { name: 'Accept the quote' });
async function fillAcceptance(page: Page, name: string): Promise<void> {
  await acceptForm(page).getByLabel('Your full name').fill(name);
  await acceptForm(page).getByRole('checkbox').check();
}
const withoutStream = (page: Page) => page.route(/quotePage\.onChange/, (route) => route.abort());

describe('the page of a quote before its scripts', () => {
  test('U99 brings the styles of its first paint along, in every state', async () => {
    const asked = await priced();
    await make.api.send('POST', `/api/v1/q/${pathOf(asked).slice(3)}/questions`, { text: 'To the third floor?' });
    const others = [await make.draft(), await make.accepted(), await make.paid(), await make.converted()];
    for (const quote of [asked, ...others])
      for (const view of [NARROW, DESKTOP]) await expectOwnStyles(browser, site, pathOf(await read(quote.id)), view);
  });

  test('U80 U83 stands whole: price with lines, tax and validity, and a preview that names nobody and no price', async () => {
    const quote = await priced();
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport: NARROW });
    const page = await context.newPage();
    const answer = await page.goto(pathOf(quote));
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(await standing(page, 'Your quote is ready').isVisible()).toBe(true);
    const price = page.getByRole('region', { name: 'Price' });
    expect(await price.getByRole('row', { name: /Waiting 2 × \$10\.00 \$20\.00/ }).isVisible()).toBe(true);
    expect(await price.getByRole('row', { name: 'Tax 19 % $19.00' }).isVisible()).toBe(true);
    expect(await price.getByRole('row', { name: 'Total $119.00' }).isVisible()).toBe(true);
    expect(await price.getByText('Insured up to 5,000.').isVisible()).toBe(true);
    expect(await page.getByText(/^Valid until \w+, \w+ \d+, 14 days left$/).isVisible()).toBe(true);
    const head = await page.locator('head').innerHTML();
    expect(head).toContain(`Your quote is ready: quote ${quote.reference}`);
    for (const secret of ['Ada Sender', 'Pickup Street', '119.00']) {
      expect(
        await page.locator('title, meta').evaluateAll((all) => all.map((one) => one.outerHTML).join()),
      ).not.toContain(secret);
    }
    await expectNoSidewaysScroll(page);
    await context.close();
    // Neither the server's render nor a program that fetches it is a visit.
    expect((await read(quote.id)).views).toBe(0);
  });

  test('U82 asks and accepts by plain forms; a refusal comes back with what was typed', async () => {
    const quote = await priced();
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport: NARROW });
    const page = await context.newPage();
    await page.goto(pathOf(quote));
    await page.getByLabel('Your question').fill('Which floor?');
    await page.getByRole('button', { name: 'Send question' }).click();
    await page.getByRole('list', { name: 'Questions and answers' }).getByText('Which floor?').waitFor();
    await acceptForm(page).getByLabel('Your full name').fill('Ada Plain');
    await page.getByRole('button', { name: 'Accept for $119.00' }).click();
    await acceptForm(page).getByRole('alert').waitFor();
    expect(await acceptForm(page).getByLabel('Your full name').inputValue()).toBe('Ada Plain');
    expect((await read(quote.id)).status).toBe('sent');
    await acceptForm(page).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Accept for $119.00' }).click();
    await standing(page, 'Accepted by Ada Plain').waitFor();
    expect((await read(quote.id)).acceptance).toMatchObject({ name: 'Ada Plain', revision: 1, onBehalf: false });
    await context.close();
  });

  test('U83 an unknown, a replaced and a deleted link are the same 404', async () => {
    const quote = await priced();
    const gone = await priced();
    await make.api.send('POST', `/api/v1/quotes/${quote.id}/rotate-link`, {});
    await make.api.send('DELETE', `/api/v1/quotes/${gone.id}`);
    const bodies = await Promise.all(
      ['/q/nothing', pathOf(quote), pathOf(gone)].map(async (path) => {
        const answer = await fetch(site.url + path, { headers: { accept: 'text/html' } });
        expect(answer.status, path).toBe(404);
        return (await answer.text()).match(/We can’t find this quote/)?.length;
      }),
    );
    expect(bodies).toEqual([1, 1, 1]);
  });
});

describe('the page of a quote', () => {
  test('U80 U81 U82 says live that the price has changed and from what; what was typed stays, and has to be accepted again', async () => {
    const quote = await priced();
    // A browser that says it is automated is not a visit.
    const person = await browser.newContext({ baseURL: site.url, viewport: NARROW, userAgent: PERSON });
    const { page, context, problems } = await newPage(browser, site, { context: person });
    await open(page, pathOf(quote));
    await soon(async () => (await read(quote.id)).views).toBe(1);
    await page.getByRole('button', { name: 'Accept for $119.00' }).click();
    await acceptForm(page).getByText('Type your name to accept').waitFor();
    await fillAcceptance(page, 'Ada Sender');
    await change(quote.id, { lines: [{ ...LINES[0], unitPrice: '95.00' }, LINES[1]] });
    const notice = page.getByRole('alert').filter({ hasText: 'This quote has just changed' });
    await notice.getByText('The price changed from $119.00 to $136.85.').waitFor();
    expect(await acceptForm(page).getByLabel('Your full name').inputValue()).toBe('Ada Sender');
    expect(await acceptForm(page).getByRole('checkbox').isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Accept for $136.85' }).click();
    await acceptForm(page).getByText('Tick this to accept').waitFor();
    await acceptForm(page).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Accept for $136.85' }).click();
    await standing(page, 'Accepted by Ada Sender').waitFor();
    expect(await page.getByRole('link', { name: 'Pay $136.85' }).getAttribute('href')).toBe(
      'https://pay.example.com/q',
    );
    expect((await read(quote.id)).acceptance).toMatchObject({ revision: 2 });
    await change(quote.id, { status: 'paid' });
    await standing(page, 'Paid, thank you').waitFor();
    const { trackingNumber } = await make.api.send<{ trackingNumber: string }>(
      'POST',
      `/api/v1/quotes/${quote.id}/convert-to-order`,
      {},
    );
    await standing(page, 'Your delivery is booked').waitFor();
    await page.getByRole('link', { name: 'Track your delivery' }).click();
    await page.waitForURL(`**/track/${trackingNumber}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('U81 a version that the page has not heard of is refused, shown, and accepted with the next press', async () => {
    const quote = await priced();
    const { page, context, problems } = await newPage(browser, site, {
      ...NARROW,
      expectErrors: [/409/, /ERR_FAILED/],
    });
    await withoutStream(page);
    await open(page, pathOf(quote));
    await fillAcceptance(page, 'Ada Sender');
    await change(quote.id, { lines: [{ ...LINES[0], unitPrice: '70.00' }] });
    await page.getByRole('button', { name: 'Accept for $119.00' }).click();
    await page.getByRole('alert').getByText('The price changed from $119.00 to $83.30.').waitFor();
    expect(await acceptForm(page).getByLabel('Your full name').inputValue()).toBe('Ada Sender');
    expect((await read(quote.id)).status).toBe('sent');
    await acceptForm(page).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Accept for $83.30' }).click();
    await standing(page, 'Accepted by Ada Sender').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('U82 declining wants a reason, and another phone that accepts afterwards sees what happened', async () => {
    const quote = await priced();
    const second = await newPage(browser, site, { ...NARROW, expectErrors: [/409/, /ERR_FAILED/] });
    await withoutStream(second.page);
    await open(second.page, pathOf(quote));
    await fillAcceptance(second.page, 'Bob Sender');
    const { page, context, problems } = await newPage(browser, site, NARROW);
    await open(page, pathOf(quote));
    await page.getByText('Not right for you? Decline').click();
    await page.getByRole('button', { name: 'Decline this quote' }).click();
    await page.getByText('Choose or write a reason').waitFor();
    await page.getByRole('radio', { name: 'Too expensive' }).check();
    await page.getByLabel('In your own words').fill('we found it for half');
    await page.getByRole('button', { name: 'Decline this quote' }).click();
    await standing(page, 'You declined this quote').waitFor();
    await page.getByText('Your reason: Too expensive: we found it for half').waitFor();
    await second.page.getByRole('button', { name: /^Accept for/ }).click();
    await standing(second.page, 'You declined this quote').waitFor();
    expect(await read(quote.id)).toMatchObject({ status: 'sent', outcome: 'declined', acceptance: null });
    expect([...problems, ...second.problems]).toEqual([]);
    await context.close();
    await second.context.close();
  });

  test('U80 U82 questions are answered on the page, the date is changed until it is agreed, photos open', async () => {
    const photo = await photoUpload('box.jpg');
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(photo.buffer)], { type: photo.mimeType }), photo.name);
    const uploaded = await fetch(`${site.url}/api/v1/upload`, {
      method: 'POST',
      body: form,
      headers: { cookie: make.api.cookie },
    });
    const { file }: { file: { url: string } } = await uploaded.json();
    const quote = await priced({ items: [{ name: 'Box', quantity: 1, imageUrls: [file.url] }] });
    const { page, context, problems } = await newPage(browser, site, NARROW);
    await open(page, pathOf(quote));
    await page.getByRole('button', { name: 'Box, photo 1' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Your question').fill('Do you carry it up?');
    await page.getByRole('button', { name: 'Send question' }).click();
    const thread = page.getByRole('list', { name: 'Questions and answers' });
    await thread.getByText('Do you carry it up?').waitFor();
    expect(await page.getByLabel('Your question').inputValue()).toBe('');
    await make.api.send('POST', `/api/v1/quotes/${quote.id}/answers`, { text: 'Yes, at no extra cost.' });
    await thread.getByText('Yes, at no extra cost.').waitFor();
    await page.getByText('Change the date').click();
    await page.getByLabel('Deliver on').fill('2028-05-24');
    await page.getByRole('button', { name: 'Save the date' }).click();
    await page.getByText('Wednesday, May 24, 2028').first().waitFor();
    expect(await read(quote.id)).toMatchObject({ speedType: 'specific_date', speedDate: '2028-05-24' });
    expect(problems).toEqual([]);
    await context.close();
  });

  test('U80 is accepted by the keyboard alone, and the focus goes where the answer stands', async () => {
    const quote = await priced();
    const { page, context, problems } = await newPage(browser, site);
    await open(page, pathOf(quote));
    await acceptForm(page).getByLabel('Your full name').focus();
    await page.keyboard.type('Ada Keys');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await standing(page, 'Accepted by Ada Keys').waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Accepted by Ada Keys');
    await page.getByTestId('announcer').getByText('Accepted by Ada Keys').waitFor({ state: 'attached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  for (const [colorScheme, view] of [
    ['dark', NARROW],
    ['light', DESKTOP],
  ] as const) {
    test(`U80 every state is accessible and as wide as the screen (${colorScheme}, ${view.width} px)`, async () => {
      const expired = await priced();
      await site.sql(
        "update quotes set valid_until = '2020-01-31', outcome = 'expired', outcome_at = now() where id = ?",
        expired.id,
      );
      const declined = await priced();
      await make.api.send('POST', `/api/v1/quotes/${declined.id}/decline-on-behalf`, { reason: 'By phone' });
      const accepted = await priced();
      await make.api.send('POST', `/api/v1/quotes/${accepted.id}/accept-on-behalf`, {
        reason: 'By phone',
        name: 'Ada',
      });
      const changed = await priced();
      await change(changed.id, { lines: [LINES[0]] });
      const states: [Quote, string | RegExp][] = [
        [await read((await make.draft()).id), 'We have your request'],
        [changed, 'Your quote is ready'],
        [accepted, /^Accepted by/],
        [await make.paid(), 'Paid, thank you'],
        [await make.converted(), 'Your delivery is booked'],
        [declined, 'You declined this quote'],
        [expired, 'This quote has expired'],
      ];
      const { page, context, problems } = await newPage(browser, site, { ...view, colorScheme, expectErrors: [/404/] });
      for (const [quote, heading] of states) {
        await open(page, pathOf(quote));
        await standing(page, heading).waitFor();
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
      await open(page, '/q/nothing');
      await page.getByRole('heading', { name: 'We can’t find this quote' }).waitFor();
      await expectAccessible(page);
      expect(problems).toEqual([]);
      await context.close();
    });
  }
});
