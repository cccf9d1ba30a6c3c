import type { CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { startSmtp } from '../../server/test/support/counterparts/smtp.ts';
import { ADMIN, useBrowser, useSite } from '../harness.ts';
import { hydrated } from '../hydrated.ts';
import {
  addPhotos,
  banner,
  type CodedOrder,
  chooseFiles,
  draw,
  expectAllSent,
  itemOf,
  makeOrder,
  type Phone,
  photos,
  rowsOf,
  soon,
  takePhone,
  untilKept,
} from './phone.ts';

const smtp = await startSmtp();
afterAll(() => smtp.close());
const site = useSite({ SMTP_URL: smtp.url, ADMIN_EMAIL: 'office@quickfleet.test' });
const browser = useBrowser();

/** Longer than the moment after which typed words are kept: a driver who types on is not killed between two letters. */
const KEPT_MS = 1500;

/** A phone with one tab, which can end at any time without a goodbye. */
class Tab {
  readonly points: string[] = [];
  readonly phone: Phone;
  page: Page;

  constructor(phone: Phone) {
    this.phone = phone;
    this.page = phone.page;
  }

  /** The phone ends the tab, as it does while its camera is open, and the driver opens it again. */
  async killedAt(point: string): Promise<void> {
    this.points.push(point);
    const address = this.page.url();
    const session: CDPSession = await this.phone.context.newCDPSession(this.page);
    const crashed = this.page.waitForEvent('crash');
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    // The wait has a limit, closing has none.
    await Promise.all([this.page.waitForEvent('close'), this.page.close()]);
    this.page = await this.phone.context.newPage();
    this.page.setDefaultTimeout(30_000);
    await this.page.goto(address);
    await hydrated(this.page);
    await this.page.locator('[data-driver][data-ready]').waitFor();
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name });
  }
  press(name: string, within: Page | Locator = this.page): Promise<void> {
    return within.getByRole('button', { name, exact: true }).click();
  }
  offline(isOffline: boolean): Promise<void> {
    return this.phone.context.setOffline(isOffline);
  }
  /** What the phone keeps of dialogs that are open, as text. */
  drafts(): Promise<string> {
    return this.page.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await done(indexedDB.open('quickfleet-driver'));
      const drafts = await done(db.transaction('drafts').objectStore('drafts').getAll());
      db.close();
      return JSON.stringify(drafts, (_key, value) => (value instanceof Blob ? value.type : value));
    });
  }
  /** Waits as long as a driver looks at what was typed, and no longer than the promise allows. */
  keeps(words: string): Promise<void> {
    return expect.poll(() => this.drafts(), { timeout: KEPT_MS, interval: 50 }).toContain(words);
  }
}

async function openTab(order: CodedOrder): Promise<Tab> {
  const phone = await takePhone(browser, site, { expectErrors: [/./] });
  await phone.goto(`/driver#code=${order.accessCode}`);
  const tab = new Tab(phone);
  await tab.page.getByRole('heading', { name: 'Items Management' }).waitFor();
  await untilKept(tab);
  return tab;
}
async function takePictures(page: Page, dialog: Locator, label: string, count: number): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: `${label}: choose photos` }).click(),
  ]);
  await chooser.setFiles(await photos(count, label));
}
/** Ends the tab while the server has the call and the phone has no answer yet. */
async function killedUnanswered(tab: Tab, call: string, point: string, act: () => Promise<void>): Promise<void> {
  let isReached = false;
  // Before anything is sent: a call that left earlier would be answered, and never seen here.
  await tab.page.route(call, async (route) => {
    await route.fetch().catch(() => undefined);
    isReached = true;
  });
  await act();
  await expect.poll(() => isReached, { timeout: 60_000, message: `the server gets ${call}` }).toBe(true);
  await tab.killedAt(point);
}
const inkOf = (page: Page): Promise<number> =>
  page.locator('canvas[data-ready]').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return 0;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let ink = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) ink++;
    return ink;
  });
const itemsOf = (order: { id: number }) =>
  site.sql('select name, quantity from order_items where order_id = ? order by id', order.id);
const attemptsOf = (order: { id: number }) =>
  site.sql(
    `select stop, outcome, note_customer, note_office, jsonb_array_length(photo_urls) as photos
     from attempts where order_id = ? and outcome <> 'done' order by id`,
    order.id,
  );

test('P111 a tab that is killed at 10 points of a pickup loses nothing and sends nothing twice', async () => {
  const order = await makeOrder(site, { parcels: 2 });
  const tab = await openTab(order);

  await tab.killedAt('the order is open');
  await tab.page.getByRole('heading', { name: 'Items Management' }).waitFor();

  await killedUnanswered(tab, '**/api/driver/pickup/*', 'a photo is sent, its answer is not there', async () =>
    chooseFiles(tab.page, 'Pickup', 'Lamp', await photos(1)),
  );
  await expectAllSent(tab.page);
  expect(await rowsOf(site, order)).toMatchObject({ pickup: 1 });

  await tab.offline(true);
  await addPhotos(tab.page, 'Pickup', 'Lamp', await photos(2, 'offline'));
  await tab.killedAt('offline, photos wait');
  await banner(tab.page).getByText('Offline: 2 photos saved on this phone').waitFor();

  await tab.press('Edit Lamp');
  await tab.dialog('Edit Item').getByLabel('Item name').fill('Tall lamp');
  await takePictures(tab.page, tab.dialog('Edit Item'), 'Add images, Lamp', 1);
  await tab.keeps('image/');
  await tab.keeps('Tall lamp');
  await tab.killedAt('offline, an item is edited, with a photo');
  expect(await tab.dialog('Edit Item').getByLabel('Item name').inputValue()).toBe('Tall lamp');
  await tab.dialog('Edit Item').getByRole('img', { name: 'Lamp, image 1' }).waitFor();

  await tab.dialog('Edit Item').getByRole('button', { name: 'Cancel' }).click();
  await tab.dialog('Discard 1 photo?').waitFor();
  await tab.killedAt('offline, asked whether to discard the photo of an item');
  await tab.dialog('Edit Item').getByRole('img', { name: 'Lamp, image 1' }).waitFor();
  await tab.press('Save Changes', tab.dialog('Edit Item'));
  await itemOf(tab.page, 'Tall lamp').waitFor();

  await tab.press('Add Item');
  const added = () => tab.page.getByRole('form', { name: 'Add Item' });
  await added().getByLabel('Item name').fill('Rug');
  await added().getByLabel('Description').fill('Found at the door');
  await tab.keeps('Found at the door');
  await tab.killedAt('offline, an item is added');
  expect(await added().getByLabel('Item name').inputValue()).toBe('Rug');
  expect(await added().getByLabel('Description').inputValue()).toBe('Found at the door');
  await tab.press('Add Item', added());
  await itemOf(tab.page, 'Rug').waitFor();

  await tab.press('Scan parcels');
  await tab.page.getByLabel('Or type the parcel’s number').fill('1');
  await tab.press('Use this number');
  await tab.dialog('Scan parcels').getByText('1 of 2. Next parcel.').waitFor();
  await tab.killedAt('offline, the first of two parcels is scanned');
  await tab.page.getByTestId('scanned').getByText('1/2 scanned').waitFor();

  await tab.press('Get Pickup Signature');
  const signing = () => tab.dialog('Pickup Customer Signature');
  await signing().getByLabel('Customer name').fill('Ada of the desk');
  await draw(tab.page);
  const ink = await inkOf(tab.page);
  await tab.keeps('Ada of the desk');
  // Stored on its own, as soon as the pen is lifted.
  await tab.keeps('"strokes":');
  await tab.killedAt('offline, the signature is drawn and not saved');
  expect(await signing().getByLabel('Customer name').inputValue()).toBe('Ada of the desk');
  expect(await inkOf(tab.page)).toBeGreaterThan(ink * 0.9);

  await tab.press('Save Signature', signing());
  await tab.page.getByRole('button', { name: 'Undo' }).waitFor();
  await tab.killedAt('offline, the signature can still be undone');
  await tab.page.getByRole('button', { name: 'Move to In Transit' }).waitFor();
  await tab.page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await tab.killedAt('offline, the pickup is final');
  expect(await tab.page.getByRole('dialog').count()).toBe(0);
  await tab.page.getByRole('button', { name: 'Move to In Transit' }).waitFor();

  await tab.offline(false);
  await expectAllSent(tab.page);
  expect(await rowsOf(site, order)).toEqual({ status: 'picked_up', pickup: 3, delivery: 0, signatures: ['pickup'] });
  expect(await itemsOf(order)).toEqual([
    { name: 'Box of books', quantity: 2 },
    { name: 'Tall lamp', quantity: 1 },
    { name: 'Rug', quantity: 1 },
  ]);
  expect(
    await site.sql('select signer_name, strokes is not null as drawn from signatures where order_id = ?', order.id),
  ).toEqual([{ signer_name: 'Ada of the desk', drawn: true }]);
  expect(tab.points).toHaveLength(10);
});

test('P111 a tab that is killed at 8 points of a delivery that fails asks for nothing twice', async () => {
  const driver = await site.createUser('driver');
  const order = await makeOrder(site, { driverId: driver.id });
  await site.sql(`update orders set status = 'picked_up' where id = ?`, order.id);
  const tab = await openTab(order);
  const dialog = () => tab.dialog('Can’t deliver');

  await killedUnanswered(tab, '**/orders/*/status', 'the order is moved, the answer is not there', () =>
    tab.press('Move to In Transit'),
  );
  await expectAllSent(tab.page);
  await tab.page.getByRole('button', { name: 'Get Delivery Signature' }).waitFor();

  await tab.press('Can’t deliver');
  await dialog().getByRole('radio', { name: 'Item missing' }).check();
  await tab.keeps('missing');
  await tab.killedAt('a reason is chosen');
  expect(await dialog().getByRole('radio', { name: 'Item missing' }).isChecked()).toBe(true);

  await dialog().getByRole('switch', { name: 'Only some items were handed over' }).check();
  await tab.press('Lamp: one less', dialog());
  await tab.keeps('"delivered":0');
  await tab.offline(true);
  await tab.killedAt('offline, the pieces of a part are counted');
  expect(await dialog().getByRole('switch').isChecked()).toBe(true);

  await dialog().getByLabel('Note for the customer').fill('The lamp comes tomorrow');
  await dialog().getByLabel('Note for the office').fill('Left in the depot');
  await tab.keeps('Left in the depot');
  await tab.killedAt('offline, words for the customer and for the office are written');
  expect(await dialog().getByLabel('Note for the customer').inputValue()).toBe('The lamp comes tomorrow');
  expect(await dialog().getByLabel('Note for the office').inputValue()).toBe('Left in the depot');

  await takePictures(tab.page, dialog(), 'Can’t deliver', 2);
  await dialog().getByText(': 2 taken').waitFor();
  await expect.poll(async () => (await tab.drafts()).split('image/jpeg').length - 1).toBeGreaterThanOrEqual(2);
  await tab.killedAt('offline, photos of a failure are taken');
  await dialog().getByText(': 2 taken').waitFor();

  await dialog().getByRole('button', { name: 'Close' }).click();
  await tab.dialog('Discard 2 photos?').waitFor();
  await tab.killedAt('offline, asked whether to discard what is written');
  await dialog().getByText(': 2 taken').waitFor();

  await tab.press('Save: Can’t deliver', dialog());
  await dialog().waitFor({ state: 'hidden' });
  await tab.killedAt('offline, the failure waits to be sent');
  expect(await tab.page.getByRole('dialog').count()).toBe(0);
  await tab.page.getByTestId('waiting').waitFor();

  await killedUnanswered(tab, '**/orders/*/attempts', 'the failure is sent, its answer is not there', () =>
    tab.offline(false),
  );
  await expectAllSent(tab.page);
  expect(await attemptsOf(order)).toEqual([
    {
      ...{ stop: 'delivery', outcome: 'partial', photos: 2 },
      ...{ note_customer: 'The lamp comes tomorrow', note_office: 'Left in the depot' },
    },
  ]);
  expect(tab.points).toHaveLength(8);
});

test('P111 a tab that is killed at 6 points of a delivery asks the recipient for nothing twice', async () => {
  const driver = await site.createUser('driver');
  const proofRules = { delivery: { pin: true, signerRelation: true } };
  const order = await makeOrder(site, { driverId: driver.id, proofRules });
  await (await site.api(ADMIN)).send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
  const mail = () => smtp.to(order.customerEmail ?? '').find(({ subject }) => subject?.startsWith('The PIN'));
  await soon(async () => mail() !== undefined).toBe(true);
  const pin = /PIN: (\d+)/.exec(mail()?.text ?? '')?.[1] ?? '';
  const tab = await openTab(order);
  const pinField = () => tab.page.getByLabel('Ask for the PIN from the e-mail');

  await pinField().fill(pin.slice(0, 4));
  await tab.keeps(pin.slice(0, 4));
  await tab.killedAt('half of a PIN is typed');
  expect(await pinField().inputValue()).toBe(pin.slice(0, 4));

  await tab.offline(true);
  await pinField().fill(pin);
  await tab.press('Check PIN');
  await tab.page.getByText('Saved on this phone. We’ll check it when the connection is back').waitFor();
  await tab.killedAt('offline, a PIN waits to be checked');
  await tab.page.getByText('Saved on this phone. We’ll check it when the connection is back').waitFor();

  await tab.press('Get Delivery Signature');
  const signing = () => tab.dialog('Delivery Customer Signature');
  await signing().getByLabel('Customer name').fill('Bob Receiver');
  await signing().getByLabel('Relation to the recipient').fill('Neighbour');
  await tab.press('Sign with the typed name', signing());
  await tab.keeps('"isTyped":true');
  await tab.keeps('Neighbour');
  await tab.killedAt('offline, signed with the typed name');
  expect(await signing().getByLabel('Relation to the recipient').inputValue()).toBe('Neighbour');
  await signing().getByRole('button', { name: 'Draw the signature' }).waitFor();
  await signing().locator('canvas[data-ready]').waitFor();

  await tab.press('Save Signature', signing());
  await signing().waitFor({ state: 'hidden' });
  await tab.killedAt('offline, the delivery can still be undone');
  await tab.page.getByRole('heading', { name: 'Delivery Completed' }).waitFor();
  await tab.page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await tab.killedAt('offline, the delivery is final');
  expect(await tab.page.getByRole('dialog').count()).toBe(0);

  await killedUnanswered(tab, '**/api/driver/**/signature*', 'the signature is sent, its answer is not there', () =>
    tab.offline(false),
  );
  await expectAllSent(tab.page);
  expect(await rowsOf(site, order)).toMatchObject({ status: 'delivered', signatures: ['delivery'] });
  expect(await site.sql('select signer_name, signer_relation from signatures where order_id = ?', order.id)).toEqual([
    { signer_name: 'Bob Receiver', signer_relation: 'Neighbour' },
  ]);
  expect(await site.sql('select wrong_tries as n from order_pins where order_id = ?', order.id)).toEqual([{ n: 0 }]);
  expect(tab.points).toHaveLength(6);
});
