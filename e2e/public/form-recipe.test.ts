import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeServer } from '../../server/test/support/close-server.ts';
import { codeOf } from '../../server/test/support/code-of-page.ts';
import { photoFile } from '../../server/test/support/factories.ts';
import { newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();
/** A site on another origin with the form of the recipe, as it is written but for the address. */
let shop: Server;
let shopUrl: string;
beforeAll(async () => {
  const [form = ''] = await codeOf('docs/api/recipes/form-to-quote.md', 'html');
  const page = form.replace('https://your-fleet.example', site.url);
  shop = createServer((_request, answer) => void answer.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
  shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`;
});
afterAll(() => closeServer(shop));

test('C115 C118 the form of the recipe requests a quote with photos from another site, and shows a refusal', async () => {
  const { page, problems } = await newPage(browser, site, { ...PHONE, expectErrors: [/400/] });
  await page.goto(shopUrl);
  await page.getByLabel('Name').fill('Ada Sender');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('From').fill('1 Pickup Street');
  await page.getByLabel('To', { exact: true }).fill('2 Delivery Road');
  await page.getByLabel('What are you sending?').fill('x'.repeat(3000));
  await page.getByLabel('How many?').fill('2');
  const { name, type, bytes } = await photoFile('files');
  await page.getByLabel('Photos').setInputFiles([{ name, mimeType: type, buffer: bytes }]);
  await page.getByRole('button', { name: 'Request a quote' }).click();
  await page.getByRole('status').filter({ hasText: 'at most' }).waitFor();
  expect(await site.sql('select id from quotes')).toEqual([]);

  await page.getByLabel('What are you sending?').fill('Box');
  await page.getByRole('button', { name: 'Request a quote' }).click();
  const thanks = page.getByRole('status').filter({ hasText: 'Thank you.' });
  await thanks.waitFor();
  // The same request again, as after a lost answer, is the same quote.
  const shown = await thanks.textContent();
  await page.getByRole('button', { name: 'Request a quote' }).click();
  await page.getByRole('status').filter({ hasText: 'Thank you.' }).waitFor();
  expect(await page.getByRole('status').textContent()).toBe(shown);
  const quotes = await site.sql<{ reference: string }>(
    `select q.status, c.email, i.name, i.quantity, jsonb_array_length(i.image_urls::jsonb) as photos
     from quotes q join customers c on c.id = q.customer_id join quote_items i on i.quote_id = q.id`,
  );
  expect(quotes).toEqual([{ status: 'draft', email: 'ada@example.com', name: 'Box', quantity: 2, photos: 1 }]);
  expect(problems).toEqual([]);
});
