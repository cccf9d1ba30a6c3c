import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  ADMIN,
  newPage,
  type Opened,
  type PageOptions,
  PHONE,
  type Profiles,
  photoUpload,
  type Site,
} from '../harness.ts';
import { hydrated } from '../hydrated.ts';

export { expectAccessible, expectAccessibleInBoth } from '../accessible.ts';

export type CodedOrder = Order & { accessCode: string };

let made = 0;
/** An order that staff took by phone, without a quote. */
export async function makeOrder(site: Site, more: Record<string, unknown> = {}): Promise<CodedOrder> {
  const api = await site.api(ADMIN);
  return api.send('POST', '/api/v1/orders', {
    customerName: 'Ada Sender',
    customerEmail: `ada${++made}@example.com`,
    customerPhone: '+1 555 010 0101',
    customerCompany: 'Sender Ltd',
    pickupAddress: '1 Pickup Street\n  Dock 4\nSpringfield',
    deliveryAddress: '2 Delivery Road\nShelbyville',
    items: [
      { name: 'Box of books', description: 'Heavy', quantity: 2 },
      { name: 'Lamp', quantity: 1 },
    ],
    ...more,
  });
}

/** Records every toast as 'title: text', also one that another replaces immediately. */
async function noteToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-kind]')) {
        const [title, text] = ['Title', 'Description'].map(
          (part) => toast.querySelector(`.mantine-Notification-${part.toLowerCase()}`)?.textContent,
        );
        const words = `${title}: ${text}`;
        if (title && said.at(-1) !== words) said.push(words);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}
export const toasts = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'said'));
/** Waits until this toast was shown. */
export const expectToast = (page: Page, words: string): Promise<void> => soon(() => toasts(page)).toContain(words);

/** Asks again until it holds; a loaded machine gets its time. */
export const soon = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 15_000, interval: 50 });

export interface Phone extends Opened {
  goto(path?: string): Promise<void>;
}
/** A driver's phone, not yet on the portal. */
export async function takePhone(browser: Profiles, site: Pick<Site, 'url'>, options: PageOptions = {}): Promise<Phone> {
  const opened = await newPage(browser, site, { ...PHONE, prepare: noteToasts, ...options });
  return {
    ...opened,
    async goto(path = '/driver') {
      await opened.page.goto(path);
      await hydrated(opened.page);
    },
  };
}

/** A phone on which this order is open. */
export async function openOrder(
  browser: Profiles,
  site: Pick<Site, 'url'>,
  order: CodedOrder,
  options: PageOptions = {},
): Promise<Phone> {
  const phone = await takePhone(browser, site, options);
  await phone.goto(`/driver#code=${order.accessCode}`);
  await phone.page.getByRole('heading', { name: 'Items Management' }).waitFor();
  return phone;
}

/** Waits until this phone has cached all of the portal, so that it works without a network. */
export const untilKept = ({ page }: { page: Page }): Promise<void> =>
  page.evaluate(async () => {
    const late = new Promise((_, reject) =>
      AbortSignal.timeout(60_000).addEventListener('abort', () => reject(new Error('The phone has not kept the page'))),
    );
    await Promise.race([navigator.serviceWorker.ready, late]);
  });

/** From now on time passes on the page only with `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
}

export const itemOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

export const photos = (count: number, name = 'shot'): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => photoUpload(`${name}-${at}.jpg`, at)));

type Files = Awaited<ReturnType<typeof photos>>;
/** Chooses files with one of the two buttons of an item's documentation. */
export async function chooseFiles(
  page: Page,
  stage: 'Pickup' | 'Delivery',
  item: string,
  files: Files,
  how: 'take photo' | 'choose photos' = 'choose photos',
): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: `Add ${stage} Photos, ${item}: ${how}` }).click(),
  ]);
  await chooser.setFiles(files);
}

/** The same with photos, and waits until the phone has all of them. */
export async function addPhotos(
  page: Page,
  stage: 'Pickup' | 'Delivery',
  item: string,
  files: Files,
  how?: 'take photo' | 'choose photos',
): Promise<void> {
  const thumbs = itemOf(page, item)
    .getByRole('group', { name: `${stage} Documentation` })
    .getByRole('listitem');
  const before = await thumbs.count();
  await chooseFiles(page, stage, item, files, how);
  await soon(() => thumbs.count()).toBe(before + files.length);
}

export const pad = (page: Page): Locator => page.locator('canvas');

/** Draws a line on the pad with the pointer. */
export async function draw(page: Page): Promise<void> {
  await page.locator('canvas[data-ready]').waitFor();
  await pad(page).scrollIntoViewIfNeeded();
  const box = await pad(page).boundingBox();
  if (!box) throw new Error('The signature pad is not on the screen');
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + 30, middle);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++)
    await page.mouse.move(box.x + 30 + step * 20, middle + (step % 2 === 0 ? -25 : 25), { steps: 3 });
  await page.mouse.up();
}

/** Opens the dialog, signs and saves: six seconds later, or with the next step, it is sent. */
export async function sign(page: Page, stage: 'Pickup' | 'Delivery', name?: string): Promise<void> {
  await page.getByRole('button', { name: `Get ${stage} Signature` }).click();
  const dialog = page.getByRole('dialog', { name: `${stage} Customer Signature` });
  // At delivery the signer's name has to be typed; at pickup the customer's name is filled in.
  const signer = name ?? (stage === 'Delivery' ? 'Bob Receiver' : undefined);
  if (signer) await dialog.getByLabel('Customer name').fill(signer);
  await draw(page);
  await dialog.getByRole('button', { name: 'Save Signature' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The line under the header that says where everything is. */
export const banner = (page: Page): Locator => page.locator('[data-tone]');
export async function expectAllSent(page: Page): Promise<void> {
  await page.locator('[data-driver][data-ready]').waitFor();
  await page.getByTestId('waiting').waitFor({ state: 'detached', timeout: 60_000 });
}

/** The server's answer to evidence for an order that has ended for this phone and that it may no longer read. */
export const lateAnswer = (order: { id: number }, after: string) => ({ id: 1, orderId: order.id, late: true, after });

/** The phone's session has ended and its code opens nothing; `give back` makes the code work again. */
export async function endRight(site: Site, order: { id: number }): Promise<() => Promise<unknown>> {
  const [row] = await site.sql<{ hash: string }>('select access_code_hash as hash from orders where id = ?', order.id);
  await site.sql('update orders set access_code_hash = ? where id = ?', `gone-${order.id}`, order.id);
  await site.endSessions();
  return () => site.sql('update orders set access_code_hash = ? where id = ?', row?.hash, order.id);
}

/** What the database holds of an order. */
export async function rowsOf(site: Site, order: { id: number }) {
  const [row] = await site.sql<{ status: string; pickup: number; delivery: number; signatures: string[] }>(
    `select o.status,
       (select coalesce(sum(jsonb_array_length(i.pickup_image_urls)), 0)::int from order_items i where i.order_id = o.id) as pickup,
       (select coalesce(sum(jsonb_array_length(i.delivery_image_urls)), 0)::int from order_items i where i.order_id = o.id) as delivery,
       (select coalesce(jsonb_agg(s.kind order by s.id), '[]') from signatures s where s.order_id = o.id) as signatures
     from orders o where o.id = ?`,
    order.id,
  );
  return row;
}
