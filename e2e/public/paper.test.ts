import { beforeAll, expect, test } from 'vitest';
import { readPages } from '../../server/test/support/paper.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { type Dispatch, dispatchOf } from './deliveries.ts';
import { open } from './visitor.ts';

const site = useSite();
const browser = useBrowser();
let dispatch: Dispatch;
beforeAll(async () => {
  dispatch = await dispatchOf(site);
});

test('U271 a delivered order with six items and photos prints on one page of A4 and of Letter, by number and by link', async () => {
  const items = Array.from({ length: 6 }, (_, at) => ({
    name: `Item ${at + 1} of the office move`,
    description: 'Handle with care, this side up',
    quantity: at + 1,
  }));
  const order = await dispatch.make({ items });
  for (const at of items.keys()) await dispatch.addPhotos(order, at, 'pickup', 1);
  await dispatch.sign(order, 'pickup', 'Ada Sender');
  await dispatch.setStatus(order, 'in_transit');
  for (const at of items.keys()) await dispatch.addPhotos(order, at, 'delivery', at === 0 ? 4 : 2);
  await dispatch.sign(order, 'delivery', 'Bob Receiver');
  const [mail] = await site.sql<{ id: number }>(
    `select max(id) as id from emails where order_id = ? and recipient = 'ada.private@example.com'`,
    order.id,
  );
  const { text } = await (await site.api(ADMIN)).send<{ text: string }>('GET', `/api/v1/emails/${mail?.id}`);
  const link = /\/t\/\w+/.exec(text)?.[0] ?? '';

  const { page, problems } = await newPage(browser, site, { colorScheme: 'dark' });
  for (const path of [`/track/${order.trackingNumber}`, link]) {
    await open(page, path);
    await page.getByRole('region', { name: 'Items Status' }).waitFor();
    for (const format of ['A4', 'Letter'] as const) {
      const pages = await readPages(await page.pdf({ format, printBackground: true }), 1);
      expect(pages, `${path} ${format}`).toHaveLength(1);
      const words = pages[0]?.text.replaceAll(/\s+/g, ' ') ?? '';
      for (const shown of [
        'QuickFleet',
        order.trackingNumber.slice(-2),
        'Completed on',
        '1 Pickup Street',
        '2 Delivery Road',
        'Signed by Bob Receiver',
        'Item 6 of the office move',
        '+1 (555) 010-0199',
      ])
        expect(words).toContain(shown);
      expect(words).not.toMatch(/Track Order|Copy link|Report a problem|Sign in|Proof of delivery|ago\b/i);
    }
  }
  // What the page would say on a screen: the proof, to this reader.
  await page.getByRole('link', { name: 'Proof of delivery (PDF)' }).waitFor();
  expect(await page.getByRole('link', { name: 'Receipt (PDF)' }).count()).toBe(0);
  expect(problems).toEqual([]);
});
