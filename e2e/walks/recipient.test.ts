import { beforeAll, expect, test } from 'vitest';
import { photoFile } from '../../server/test/support/factories.ts';
import { type Office, officeOf } from '../admin-orders/office.ts';
import { untilKept } from '../driver/phone.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  expectOwnStyles,
  NARROW,
  noteShifts,
  open,
  shiftOf,
} from '../public/visitor.ts';

const site = useSite();
const browser = useBrowser();
let office: Office;
beforeAll(async () => {
  office = await officeOf(site);
});

const SAM = { name: 'Sam Porter', email: 'sam@example.org' };
const book = (more: object = {}) =>
  office.api.send<{ id: number; trackingNumber: string }>('POST', '/api/v1/orders', {
    customerName: 'Ada Sender',
    customerEmail: 'ada.private@example.com',
    pickupAddress: '1 Pickup Street\nSpringfield',
    deliveryAddress: '2 Delivery Road\nShelbyville',
    items: [{ name: 'Box of books', quantity: 2 }],
    deliveryContact: SAM,
    ...more,
  });
/** The path of the link in the mail about an order to this address. */
async function linkTo(orderId: number, address: string): Promise<string> {
  const [row] = await site.sql<{ id: number }>(
    `select id from emails where order_id = ${orderId} and recipient = '${address}' order by id desc limit 1`,
  );
  const { text } = await office.api.send<{ text: string }>('GET', `/api/v1/emails/${row?.id}`);
  return /\/t\/\w+/.exec(text)?.[0] ?? '';
}

test('C315 the page of a mailed link is complete without scripts, is not indexed, and fits a phone', async () => {
  const order = await book();
  const link = await linkTo(order.id, SAM.email);
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport: { ...PHONE } });
  const plain = await context.newPage();
  const answer = await plain.goto(link);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  await plain.getByText('2 Delivery Road').waitFor();
  expect(await plain.content()).not.toMatch(/Pickup Street|ada\.private/);
  await expectNoSidewaysScroll(plain);
  expect((await plain.goto(`${link}x`))?.status()).toBe(404);
  await plain.getByRole('heading', { name: 'We can’t find this delivery' }).waitFor();
  await context.close();

  const { page, problems } = await newPage(browser, site, PHONE);
  await open(page, link);
  await page.getByText('Live', { exact: true }).waitFor();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await office.api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' });
  await page.getByRole('heading', { name: 'This order was cancelled' }).waitFor();
  expect(problems).toEqual([]);
});

test('U99 U309 the page of a mailed link arrives with what can be changed, and nothing on it moves when its scripts come', async () => {
  const order = await book();
  for (const address of [SAM.email, 'ada.private@example.com']) {
    const { page, problems, context } = await newPage(browser, site, NARROW);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('deliveryPage.options') && asked.push(request.url()));
    await noteShifts(page);
    const link = await linkTo(order.id, address);
    await expectOwnStyles(browser, site, link, NARROW);
    await open(page, link);
    await page.getByText('Live', { exact: true }).waitFor();
    const card = page.getByRole('region', { name: 'Change something?' });
    await card.waitFor();
    expect(await shiftOf(page)).toBe(0);
    // The form of a choice needs the page's scripts.
    await card.getByRole('button', { name: 'Another time' }).click();
    await page.getByRole('button', { name: 'Ask for this time' }).waitFor();
    expect(asked).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  }
  const track = await newPage(browser, site, NARROW);
  await noteShifts(track.page);
  await open(track.page, `/track/${order.trackingNumber}`);
  await track.page.getByText('Live', { exact: true }).waitFor();
  expect(await shiftOf(track.page)).toBe(0);
  expect(track.problems).toEqual([]);
});

test('U230 after a failed attempt the recipient chooses another time and leaves a gate code, and an offline driver has both at the next contact', async () => {
  const driver = await site.createUser('driver', { firstName: 'Robin', lastName: 'Rider' });
  const order = await book();
  const { api } = office;
  await api.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: driver.id });
  await api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
  const { accessCode } = await api.send<{ accessCode: string }>('GET', `/api/v1/orders/${order.id}`);
  const phone = await newPage(browser, site, { ...PHONE, expectErrors: [/./] });
  await phone.page.goto('/driver');
  await phone.page.getByLabel('Access Code').fill(accessCode);
  await phone.page.getByRole('button', { name: 'Access Order' }).click();
  await phone.page.getByText('2 Delivery Road').first().waitFor();
  await phone.context.setOffline(true);
  await api.send('POST', `/api/v1/orders/${order.id}/attempts`, {
    ...{ stop: 'delivery', outcome: 'failed', reason: 'not_home' },
  });

  const link = await linkTo(order.id, SAM.email);
  const { page, problems } = await newPage(browser, site, PHONE);
  await open(page, link);
  const card = page.getByRole('region', { name: 'Choose what happens next' });
  await card.getByRole('button', { name: 'Another time' }).click();
  await expectAccessibleInBoth(page);
  await card.getByRole('button', { name: 'Ask for this time' }).dblclick();
  await card.getByText('Waiting for our answer').first().waitFor();
  await card.getByRole('button', { name: 'Note for the driver' }).click();
  await card.getByRole('button', { name: 'Send to the driver' }).click();
  await card.getByText('Write a note for the driver').waitFor();
  await card.getByLabel('Note for the driver').fill('Gate code 4711');
  await card.getByRole('button', { name: 'Send to the driver' }).click();
  await card.getByText('Done', { exact: true }).waitFor();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  expect(problems).toEqual([]);

  const staff = await newPage(browser, site, { signedInAs: ADMIN });
  await staff.page.goto('/admin/orders');
  const waiting = staff.page.getByRole('region', { name: '1 request waits for your answer' });
  await waiting.getByRole('button', { name: 'Accept: Another time' }).click();
  await waiting.waitFor({ state: 'detached' });
  await staff.page.goto(`/admin/orders?order=${order.id}`);
  const requests = staff.page.getByRole('dialog').getByText('Gate code 4711');
  await requests.first().waitFor();
  await expectAccessibleInBoth(staff.page);
  expect(staff.problems).toEqual([]);

  await phone.context.setOffline(false);
  await phone.page.reload();
  await phone.page.getByText('Gate code 4711').first().waitFor();
  await page.getByRole('region', { name: 'Change something?' }).getByText('Agreed').first().waitFor();
});

test('U231 C443 a delivery is rated from the page with scripts off and on, and staff read it by driver and month', async () => {
  const driver = await site.createUser('driver', { firstName: 'Robin', lastName: 'Rider' });
  const { api } = office;
  const deliver = async () => {
    const order = await book();
    await api.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: driver.id });
    await api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'in_transit' });
    await api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'delivered', overrideReason: 'By telephone' });
    return { ...order, link: await linkTo(order.id, SAM.email) };
  };
  const [first, second] = [await deliver(), await deliver()];
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport: { ...PHONE } });
  const plain = await context.newPage();
  // A star of the mail is chosen in the form and rates nothing.
  await plain.goto(`${first.link}?stars=4#rate`);
  expect(await plain.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true);
  expect(await site.sql('select 1 from ratings')).toEqual([]);
  await plain.getByLabel('Anything to add?').fill('Carried it upstairs');
  await plain.getByRole('button', { name: 'Send rating' }).click();
  await plain.getByRole('heading', { name: 'Rating of this delivery' }).waitFor();
  await context.close();

  const { page, problems } = await newPage(browser, site, PHONE);
  await open(page, `${second.link}#rate`);
  const card = page.getByRole('region', { name: 'How was your delivery?' });
  await card.getByRole('button', { name: 'Send rating' }).click();
  await card.getByText('Choose from 1 to 5 stars').waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await card.getByRole('button', { name: 'Send rating' }).dblclick();
  await page.getByText('Thank you for your rating.').waitFor();
  expect(await site.sql('select stars, words from ratings order by stars')).toEqual([
    { stars: 2, words: null },
    { stars: 4, words: 'Carried it upstairs' },
  ]);
  expect(problems).toEqual([]);

  const staff = await newPage(browser, site, { signedInAs: ADMIN });
  await staff.page.goto('/admin/reports/ratings');
  await staff.page.getByRole('row', { name: 'Robin Rider 2 3.00' }).waitFor();
  await expectAccessibleInBoth(staff.page);
  await staff.page.getByText('Carried it upstairs').waitFor();
  await staff.page.goto(`/admin/orders?order=${first.id}`);
  await staff.page.getByRole('dialog').getByRole('heading', { name: 'Rating' }).waitFor();
  expect(staff.problems).toEqual([]);
});

test('U276 C447 with scripts off it is left somewhere with and without a photo, and an offline driver sees the photo at the stop', async () => {
  const order = await book();
  const link = await linkTo(order.id, SAM.email);
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport: { ...PHONE } });
  const plain = await context.newPage();
  await plain.goto(link);
  await expectNoSidewaysScroll(plain);
  const form = plain.getByRole('form', { name: 'Leave it for me' });
  const send = async (place: string, file?: { name: string; mimeType: string; buffer: Buffer }) => {
    await form.getByLabel('Name and door, or the place').fill(place);
    if (file) await form.getByLabel('Photo of the place').setInputFiles(file);
    await form.getByRole('button', { name: 'Leave it there' }).click();
  };
  await send('Miller, No. 4');
  await plain.getByText('Miller, No. 4').waitFor();
  await send('the shed', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
  await form.getByRole('alert').waitFor();
  expect(await form.getByLabel('Name and door, or the place').inputValue()).toBe('the shed');
  await send('the shed', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: (await photoFile('file')).bytes });
  await plain.getByRole('img', { name: 'Where to leave it, in full' }).waitFor();
  await context.close();
  const rows = await site.sql<{ text: string; has: boolean }>(
    `select text, photo_url is not null as has from delivery_requests where order_id = ${order.id} order by id`,
  );
  expect(rows.map(({ has }) => has)).toEqual([false, true]);

  const driver = await site.createUser('driver', { firstName: 'Robin', lastName: 'Rider' });
  await office.api.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: driver.id });
  const { accessCode } = await office.api.send<{ accessCode: string }>('GET', `/api/v1/orders/${order.id}`);
  const phone = await newPage(browser, site, { ...PHONE, expectErrors: [/./] });
  const kept = phone.page.waitForResponse(/\/files\/.*size=thumb/);
  await phone.page.goto('/driver');
  await phone.page.getByLabel('Access Code').fill(accessCode);
  await phone.page.getByRole('button', { name: 'Access Order' }).click();
  const photo = phone.page.getByRole('img', { name: 'Where to leave it, photo 1' });
  await photo.waitFor();
  await (await kept).finished();
  // The phone's own copy, not what the browser may have kept.
  await expect.poll(() => photo.getAttribute('src')).toMatch(/^blob:/);
  await untilKept(phone);
  await phone.context.setOffline(true);
  await photo.click();
  await phone.page.getByRole('dialog').getByRole('img', { name: 'Where to leave it, photo 1' }).waitFor();

  const { page, problems } = await newPage(browser, site, PHONE);
  await open(page, link);
  const card = page.getByRole('region', { name: 'Change something?' });
  await card.getByRole('button', { name: 'Leave it for me' }).click();
  await card.getByLabel('Name and door of the neighbour').fill('Lee, No. 6');
  await card.getByLabel('Photo of the place').setInputFiles({
    ...{ name: 'b.jpg', mimeType: 'image/jpeg', buffer: (await photoFile('file')).bytes },
  });
  await expectAccessibleInBoth(page);
  await card.getByRole('button', { name: 'Leave it there' }).dblclick();
  await card.getByText('Done', { exact: true }).waitFor();
  await card.getByRole('img', { name: 'Where to leave it, in full' }).first().waitFor();
  expect(problems).toEqual([]);
  const staff = await newPage(browser, site, { signedInAs: ADMIN });
  await staff.page.goto(`/admin/orders?order=${order.id}`);
  const shown = staff.page.getByRole('dialog').getByRole('img', { name: 'Where to leave it, in full' });
  await shown.first().waitFor();
  await expectAccessible(staff.page);
  expect(staff.problems).toEqual([]);
});
