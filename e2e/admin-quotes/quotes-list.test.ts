import type { Quote } from '@quickfleet/shared/quoting/quotes';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, photoUpload, type Site, useBrowser, useSite } from '../harness.ts';
import { breakCall, cardOf, dialogOf, type Maker, makerOf, soon } from './staff.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
let dispatcher: { username: string; password: string };
beforeAll(async () => {
  make = await makerOf(site);
  dispatcher = await site.createUser('dispatcher');
});

const openList = async (as: { username: string; password: string }, query = '') => {
  const opened = await newPage(browser, site, { signedInAs: as });
  await opened.page.goto(`/admin/quotes${query}`);
  return opened;
};
const shownIds = (page: Page) =>
  page
    .locator('article[data-quote]')
    .evaluateAll((cards) => cards.map((card) => Number(card.getAttribute('data-quote'))));

describe('the quotes page', () => {
  test('U17 five skeleton rows while it loads; an empty list, and one that could not be loaded, say what they are', async () => {
    const { page } = await newPage(browser, site, { signedInAs: dispatcher });
    const mend = await breakCall(page, 'quotes.list');
    await page.goto('/admin/quotes');
    await page.getByText('The quotes could not be loaded').waitFor();
    await mend();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/trpc\/[^?]*quotes\.list/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.locator('[data-skeleton-row]').first().waitFor();
    expect(await page.locator('[data-skeleton-row]').count()).toBe(5);
    release();
    await page.getByText('No quotes yet').waitFor();
    await page.getByRole('heading', { name: 'All Quotes (0)' }).waitFor();
    await page.unroute(/\/trpc\/[^?]*quotes\.list/);
    await page.goto('/admin/quotes?q=nothing');
    await page.getByText('No results for “nothing”').waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('No quotes yet').waitFor();
  });

  for (const role of ['admin', 'dispatcher'] as const) {
    test(`U01 U04 U05 U06 U07 U16 shows what a card promises, newest first (${role})`, async () => {
      const { url } = await photoOf(site);
      const old = await make.sent({ speedType: 'specific_date', speedDate: '2026-12-24' });
      const plain = await make.draft({ speedType: 'today', notes: null });
      const full = await make.draft({
        items: [{ name: 'Box of books', description: 'Heavy', quantity: 2, imageUrls: [url] }],
      });
      await site.sql(`update quotes set customer_name = '' where id = ?`, plain.id);
      const { page, problems } = await openList(role === 'admin' ? ADMIN : dispatcher);
      const [count] = await site.sql<{ all: number; drafts: number }>(
        `select count(*)::int as all, count(*) filter (where status = 'draft')::int as drafts from quotes`,
      );

      await page.getByRole('heading', { name: 'Quote Management' }).waitFor();
      await page.getByRole('heading', { name: `All Quotes (${count?.all})` }).waitFor();
      const news = page.getByText(`${count?.drafts} New`, { exact: true });
      expect(
        await news.evaluate((text) => getComputedStyle(text.closest('.mantine-Badge-root') ?? text).backgroundColor),
      ).toBe('rgb(185, 28, 28)');
      expect((await shownIds(page)).slice(0, 3)).toEqual([full.id, plain.id, old.id]);

      const card = cardOf(page, full.id);
      for (const text of [
        `Quote #${full.id}`,
        'NEW',
        'draft',
        'Ada Sender',
        full.customer.email,
        '2 Delivery Road, Shelbyville',
        'Let QuickFleet Choose',
        'Ring twice',
        'Pending pricing',
        '2 ×',
        'Box of books',
        'Heavy',
      ])
        await card.getByText(text, { exact: true }).first().waitFor();
      expect(await card.getByText('1 Pickup Street').textContent()).toBe('1 Pickup Street\nSpringfield');
      for (const label of ['From', 'To', 'Speed', 'Notes']) await card.getByText(label, { exact: true }).waitFor();
      const thumbnail = card.locator('a[target="_blank"]').filter({ has: page.getByRole('img') });
      expect(await thumbnail.getAttribute('href')).toBe(url);
      expect(await thumbnail.getByRole('img').getAttribute('src')).toBe(`${url}?size=thumb`);
      expect(await card.getAttribute('data-draft')).toBe('true');

      await cardOf(page, plain.id).getByText('Unknown', { exact: true }).waitFor();
      await cardOf(page, plain.id)
        .getByText(/^Today$|^Same day: /)
        .waitFor();
      const priced = cardOf(page, old.id);
      await priced.getByText('$120.00', { exact: true }).waitFor();
      await priced.getByText('Specific Date: Dec 24, 2026', { exact: true }).waitFor();
      expect(await priced.getByText('NEW', { exact: true }).count()).toBe(0);
      expect(await priced.getAttribute('data-draft')).toBeNull();
      expect(problems).toEqual([]);
    });
  }

  test('G18 loads a photo small where it is shown small, and whole when it is opened', async () => {
    const { url } = await photoOf(site);
    const quote = await make.draft({ items: [{ name: 'Vase', imageUrls: [url] }] });
    const { page, problems } = await newPage(browser, site, { signedInAs: dispatcher });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === url) asked.push(search);
    });
    await page.goto('/admin/quotes');
    await cardOf(page, quote.id).getByRole('button', { name: 'View' }).click();
    const small = dialogOf(page, `Quote #${quote.id}`).getByRole('button', { name: /photo/ });
    const isLoaded = (image: Element) => (image as HTMLImageElement).naturalWidth > 0;
    await soon(() => small.getByRole('img').evaluate(isLoaded)).toBe(true);
    expect(new Set(asked)).toEqual(new Set(['?size=thumb']));
    await small.click();
    await soon(() => asked).toContain('');
    expect(problems).toEqual([]);
  });

  test('U08 U09 shows the customer’s signature with signer and time, and the whole quote in its details', async () => {
    const quote = await make.converted();
    const [order] = await site.sql<{ id: number; number: string }>(
      'select id, tracking_number as number from orders where quote_id = ?',
      quote.id,
    );
    const { url } = await photoOf(site);
    await site.sql(
      `insert into signatures (order_id, kind, signer, signer_name, image_url, image_hash, captured_at) values (?, 'pickup', 'customer', 'Bob Signer', ?, 'hash', now() - interval '2 hours')`,
      order?.id,
      url,
    );
    const { page, problems } = await openList(dispatcher);
    const card = cardOf(page, quote.id);
    const signed = /^Signed by Bob Signer · \w{3} \d+, \d{4}, \d+:\d{2} [AP]M UTC$/;
    await card.getByText(signed).waitFor();
    await card.getByRole('img', { name: 'Customer signature, signed by Bob Signer' }).waitFor();

    await card.getByRole('button', { name: 'View' }).click();
    const details = dialogOf(page, `Quote #${quote.id}`);
    expect(new URL(page.url()).searchParams.get('quote')).toBe(String(quote.id));
    for (const text of [
      'Ada Sender',
      quote.customer.email,
      '+1 555 0101',
      '2 Delivery Road, Shelbyville',
      'Ring twice',
      'Let QuickFleet Choose',
      'Box of books',
      '$120.00',
      'https://pay.example.com/q',
    ])
      await details.getByText(text).first().waitFor();
    await details.getByText(signed).waitFor();
    await details.getByText('1 Pickup Street').waitFor();
    const history = details.getByText('Converted to an order', { exact: true });
    await history.waitFor();
    await details.getByText('Priced and sent', { exact: true }).waitFor();
    await details.getByRole('button', { name: 'Copy tracking number' }).click();
    await details.getByText('Copied').waitFor();
    await page.goBack();
    await details.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('');
    expect(problems).toEqual([]);
  });
});

describe('finding quotes', () => {
  test('U03 U04 finds by pickup, delivery and id whatever the letter case, and keeps filters, order and page in the URL', async () => {
    const targets: Quote[] = [];
    for (const [pickupAddress, deliveryAddress] of [
      ['77 Zebra Lane', 'Nowhere'],
      ['Somewhere', '88 ZEBRA Road'],
    ])
      targets.push(await make.draft({ pickupAddress, deliveryAddress }));
    for (let more = 0; more < 20; more++) await make.draft();
    const [expensive] = targets;
    await make.api.send('PUT', `/api/v1/quotes/${expensive?.id}`, {
      price: '9999.99',
      paymentUrl: 'https://pay.example.com/q',
    });

    const { page, problems } = await openList(dispatcher);
    const search = page.getByPlaceholder('Search by quote ID, pickup, or delivery address...');
    await search.pressSequentially('zebra', { delay: 30 });
    await page.getByRole('heading', { name: 'All Quotes (2)' }).waitFor();
    expect((await shownIds(page)).toSorted()).toEqual(targets.map(({ id }) => id).toSorted());
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(new URL(page.url()).searchParams.get('q')).toBe('zebra');
    await page.reload();
    await page.getByRole('heading', { name: 'All Quotes (2)' }).waitFor();
    expect(await search.inputValue()).toBe('zebra');

    await page.getByRole('button', { name: 'sent', exact: true }).click();
    await page.getByRole('heading', { name: 'All Quotes (1)' }).waitFor();
    // The pressed state is the filter: nothing shows it a second time, and pressing it again removes it.
    expect(await page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'sent', exact: true }).click();
    await page.getByRole('heading', { name: 'All Quotes (2)' }).waitFor();
    await search.fill(`#${expensive?.id}`);
    await soon(() => shownIds(page)).toContain(expensive?.id);
    await page.getByRole('button', { name: 'Clear the search' }).click();

    await page.getByLabel('Sort quotes').selectOption('price');
    await soon(async () => (await shownIds(page))[0]).toBe(expensive?.id);
    await page.getByLabel('Sort quotes').selectOption('newest');
    await page.getByRole('button', { name: 'Page 2' }).click();
    await soon(() => new URL(page.url()).searchParams.get('page')).toBe('2');
    const [second] = await site.sql<{ id: number }>(
      'select id from quotes order by created_at desc, id desc offset 20 limit 1',
    );
    await soon(async () => (await shownIds(page))[0]).toBe(second?.id);
    await page.goBack();
    await soon(() => new URL(page.url()).searchParams.get('page')).toBe(null);
    await search.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('/');
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('U01 a new request is announced and comes when it is asked for; what is on the screen is brought up to date in place', async () => {
    const shown = await make.draft();
    const doomed = await make.draft();
    const { page, problems } = await openList(dispatcher);
    await cardOf(page, shown.id).waitFor();
    const before = await shownIds(page);
    const drafts = async () =>
      (await site.sql<{ drafts: number }>(`select count(*)::int as drafts from quotes where status = 'draft'`))[0]
        ?.drafts;

    const [first, second] = [await make.draft(), await make.draft()];
    await page.getByRole('button', { name: '2 new quotes · Show' }).waitFor();
    await page.getByText(`${await drafts()} New`, { exact: true }).waitFor();
    expect(await shownIds(page)).toEqual(before);
    await make.api.send('PUT', `/api/v1/quotes/${shown.id}`, { price: '55', paymentUrl: 'https://pay.example.com/q' });
    await cardOf(page, shown.id).getByText('$55.00').waitFor();
    await make.api.send('DELETE', `/api/v1/quotes/${doomed.id}`);
    await cardOf(page, doomed.id).getByText('Somebody deleted this quote.').waitFor();
    expect(await shownIds(page)).toEqual(before);

    await page.getByRole('button', { name: '2 new quotes · Show' }).click();
    await soon(async () => (await shownIds(page)).slice(0, 2)).toEqual([second.id, first.id]);
    expect(await page.getByText('new quotes · Show').count()).toBe(0);
    await cardOf(page, doomed.id).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('exports the filtered list as CSV, without formulas', async () => {
    await make.draft({
      pickupAddress: '5 Export Street',
      notes: '=1+1',
      items: [{ name: 'A, "quoted" box', quantity: 3 }],
    });
    const { page, problems } = await openList(ADMIN, '?q=Export+Street');
    await page.getByRole('heading', { name: 'All Quotes (1)' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^quotes-\d{4}-\d{2}-\d{2}\.csv$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Quote,Status,Created,Customer');
    expect(lines[1]).toContain('"3 × A, ""quoted"" box"');
    expect(lines[1]).toContain(",'=1+1,");
    expect(problems).toEqual([]);
  });
});

async function photoOf({ url }: Site): Promise<{ url: string }> {
  const { name, mimeType, buffer } = await photoUpload('books.jpg', Math.random());
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  const answer = await fetch(`${url}/api/v1/upload`, {
    method: 'POST',
    body: form,
    headers: { cookie: make.api.cookie },
  });
  const { file }: { file: { url: string } } = await answer.json();
  return file;
}
