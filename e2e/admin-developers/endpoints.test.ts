import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../server/test/support/counterparts/webhook-receiver.ts';
import {
  breakCall,
  dialogOf,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  type Maker,
  makerOf,
  soon,
} from '../admin-quotes/staff.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite({ WEBHOOKS_ALLOW_HOSTS: ['127.0.0.1'] });
const browser = useBrowser();
let make: Maker;
let receiver: Receiver;
beforeAll(async () => {
  make = await makerOf(site);
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const order = {
  customerName: 'Ada Sender',
  customerEmail: 'ada@example.com',
  pickupAddress: '1 Pickup Street',
  deliveryAddress: '2 Delivery Road',
  items: [{ name: 'Box', quantity: 1 }],
};
const placeOrder = () => make.api.send('POST', '/api/v1/orders', order);
const types = () => receiver.received.map(({ body }) => JSON.parse(body).type);
const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: `Actions for ${receiver.url}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('endpoints and deliveries', () => {
  test('U126 U127 U128 an endpoint is created, tested, changed, rotated, paused, resumed and deleted', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/400/] });
    await page.goto('/admin/developers');
    await page.getByText('No endpoints yet').waitFor();
    await expectAccessibleInBoth(page, 'no endpoints');
    await page.getByRole('button', { name: 'New endpoint' }).click();
    const form = dialogOf(page, 'New endpoint');
    await form.getByLabel('Address').fill('https://10.0.0.1/');
    await form.getByLabel('Only these').check();
    await form.getByRole('button', { name: 'Create endpoint' }).click();
    await form.getByText('Choose at least one type of event').waitFor();
    await form.getByLabel('order.created').check();
    await form.getByLabel('All of quotes').check();
    expect(await form.getByLabel('quote.paid').isChecked()).toBe(true);
    await form.getByLabel('All of quotes').uncheck();
    await form.getByRole('button', { name: 'Create endpoint' }).click();
    await form.getByText('The address leads to a private or reserved network').waitFor();
    await expectAccessible(page, 'new endpoint');
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByLabel('Description').fill('Stock');
    await form.getByRole('button', { name: 'Create endpoint' }).click();
    const shown = dialogOf(page, 'Signing secret');
    const secret = await shown.getByText(/^whsec_/).textContent();
    await expectAccessible(page, 'secret');
    await shown.getByRole('button', { name: 'Done' }).click();
    await shown.waitFor({ state: 'hidden' });
    expect(await page.getByText('whsec_').count()).toBe(0);
    expect(await site.sql('select url, events, description from webhooks')).toEqual([
      { url: receiver.url, events: ['order.created'], description: 'Stock' },
    ]);

    await choose(page, 'Send test');
    const delivery = dialogOf(page, 'webhook.test');
    await delivery.getByText('Delivered', { exact: true }).first().waitFor();
    expect(types()).toEqual(['webhook.test']);
    expect(new URL(page.url()).pathname).toBe('/admin/developers/deliveries');
    await page.keyboard.press('Escape');
    await delivery.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Endpoints' }).click();

    await choose(page, 'Rotate secret');
    const rotate = dialogOf(page, 'Rotate the secret');
    await rotate.getByLabel('The present secret').selectOption('1');
    await expectAccessible(page, 'rotate');
    await rotate.getByRole('button', { name: 'Rotate secret' }).click();
    expect(await shown.getByText(/^whsec_/).textContent()).not.toBe(secret);
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/^The old secret signs too until/).waitFor();

    await choose(page, 'Edit');
    const edit = dialogOf(page, 'Edit endpoint');
    await edit.getByLabel('Description').fill('Stock of the shop');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Stock of the shop').waitFor();

    // The receiver is away: one delivery waits, and is kept by the pause.
    receiver.behave((_, response) => response.writeHead(503).end());
    await placeOrder();
    await page.getByText('1 delivery waits', { exact: true }).waitFor();
    await page.getByText('Failing').waitFor();
    await choose(page, 'Pause');
    const pause = dialogOf(page, 'Pause this endpoint?');
    await pause.getByText(/^1 delivery waits and will be sent when you resume it/).waitFor();
    await pause.getByRole('button', { name: 'Pause endpoint' }).click();
    await page.getByText('1 delivery waits and will be sent when you resume it').waitFor();
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText('This endpoint is paused').waitFor();
    await page.getByRole('button', { name: 'order.created' }).click();
    const waiting = dialogOf(page, 'order.created');
    await waiting.getByText('When the endpoint is resumed').waitFor();
    await page.keyboard.press('Escape');
    await waiting.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Endpoints' }).click();
    await placeOrder();
    receiver.behave((_, response) => response.end('thanks'));
    receiver.received.length = 0;
    await choose(page, 'Resume');
    const resume = dialogOf(page, 'Resume this endpoint');
    await resume.getByText(/1 delivery waits and will be sent first/).waitFor();
    await expectAccessible(page, 'resume');
    await resume.getByRole('button', { name: 'Resume endpoint' }).click();
    await soon(types).toEqual(['order.created', 'order.created']);
    await page.getByText('Active', { exact: true }).waitFor();
    await expectAccessibleInBoth(page, 'endpoints');

    await choose(page, 'Delete');
    await dialogOf(page, 'Delete this endpoint?').getByRole('button', { name: 'Delete endpoint' }).click();
    await page.getByText('No endpoints yet').waitFor();
    expect(await site.sql('select count(*)::int as n from webhook_deliveries')).toEqual([{ n: 0 }]);
    expect(problems).toEqual([]);
  });

  test('U129 U130 deliveries arrive live, are filtered, opened with request and answer, and sent again alone or by time', async () => {
    const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
    receiver.behave(({ body }, response) =>
      JSON.parse(body).type === 'order.updated' ? response.writeHead(410).end('gone') : response.end('thanks'),
    );
    receiver.received.length = 0;
    const hook = await make.api.send('POST', '/api/v1/webhooks', {
      url: receiver.url,
      events: ['order.created', 'order.updated'],
    });
    const { id } = JSON.parse(JSON.stringify(hook));
    await page.goto(`/admin/developers/deliveries?endpoint=${id}`);
    await page.getByText('Nothing was sent yet').waitFor();
    await placeOrder();
    await page.getByRole('button', { name: 'order.created' }).click();
    const dialog = dialogOf(page, 'order.created');
    await dialog.getByRole('region', { name: 'Request body' }).getByText('"type": "order.created"').waitFor();
    await dialog
      .getByRole('region', { name: 'Request headers' })
      .getByText(/webhook-id: evt_/)
      .waitFor();
    await dialog.getByRole('region', { name: 'Answer body' }).getByText('thanks').waitFor();
    await expectAccessibleInBoth(page, 'delivery');
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText(/\(replay\)/).waitFor();
    await soon(types).toEqual(['order.created', 'order.created']);
    const [first, again] = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(again).toBe(first);
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Replay a range' }).click();
    const range = dialogOf(page, 'Replay a range');
    await range.getByLabel('Until').fill('2020-01-01T10:00');
    await range.getByRole('button', { name: 'Send again' }).click();
    await range.getByText('Choose a moment after the first one').waitFor();
    await expectAccessible(page, 'replay a range');
    const [{ now = '' } = {}] = await site.sql<{ now: string }>(
      `select to_char(now() + interval '1 day', 'YYYY-MM-DD"T"HH24:MI') as now`,
    );
    await range.getByLabel('Until').fill(now);
    await range.getByRole('button', { name: 'Send again' }).click();
    await page.getByText(/events? (is|are) sent again/).waitFor();
    await soon(() => types().length).toBeGreaterThan(2);

    await page.getByLabel('State').getByText('Waiting').click();
    await page.getByText('No deliveries match these filters').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Type').selectOption('order.updated');
    await page.getByText('No deliveries match these filters').waitFor();
    const [{ order: last = 0 } = {}] = await site.sql<{ order: number }>('select max(id) as order from orders');
    await make.api.send('PUT', `/api/v1/orders/${last}`, { notes: 'ring twice' });
    await page.getByText('This endpoint is switched off').waitFor();
    await page.getByText('The endpoint answered 410 Gone').first().waitFor();
    await expectAccessibleInBoth(page, 'switched off');
    await page.goto('/admin/developers');
    await page.getByText('The endpoint answered 410 Gone').waitFor();
    expect(problems).toEqual([]);
  });

  test('U131 a list that cannot be loaded says so and is loaded again; others than admins have no access', async () => {
    const { page } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/500/] });
    const mend = await breakCall(page, 'webhooks.list');
    await page.goto('/admin/developers');
    await page.getByText('The endpoints could not be loaded').waitFor();
    await mend();
    await page.getByRole('button', { name: /again/i }).click();
    await page.getByRole('button', { name: `Actions for ${receiver.url}` }).waitFor();
    const dispatcher = await newPage(browser, site, {
      signedInAs: await site.createUser('dispatcher'),
      expectErrors: [/403/],
    });
    await dispatcher.page.goto('/admin/developers');
    await dispatcher.page.getByText("You don't have access").waitFor();
  });
});
