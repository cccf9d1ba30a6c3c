import { webhookCode } from '@quickfleet/shared/messages/webhook-code';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessibleInBoth, expectNoSidewaysScroll, type Maker, makerOf } from '../admin-quotes/staff.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();
let make: Maker;
beforeAll(async () => {
  make = await makerOf(site);
});
const addCustomer = (name: string) =>
  make.api.send('POST', '/api/v1/customers', { name, email: `${name.toLowerCase()}@example.com` });

describe('events and code', () => {
  test('U132 the feed shows events as they happen, stops when it is not followed, and is filtered by type', async () => {
    const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
    await page.goto('/admin/developers/events');
    await page.getByText('No events yet').waitFor();
    await addCustomer('Ada');
    const rows = page.getByRole('listitem').filter({ hasText: 'customer.created' });
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel('Follow').uncheck();
    await addCustomer('Grace');
    await page.getByRole('button', { name: /1 new event · Show/ }).waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Follow').check();
    await expect.poll(() => rows.count()).toBe(2);
    await rows.first().getByText('customer.created').click();
    await page.getByText('"name": "Grace"').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBoth(page, 'events');
    await page.getByLabel('Type').selectOption('order.created');
    await page.getByText('No order.created events').waitFor();
    expect(new URL(page.url()).search).toBe('?type=order.created');
    expect(problems).toEqual([]);
  });

  test('U133 code that checks the signature is shown and copied in four languages', async () => {
    const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/admin/developers/verify');
    for (const { name, file, code } of Object.values(webhookCode)) {
      await page.getByText(name, { exact: true }).click();
      expect(await page.getByRole('region', { name: `Receiver in ${name}` }).textContent()).toBe(code);
      await page.getByRole('button', { name: `Copy ${file}` }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    }
    expect(new URL(page.url()).search).toBe('?lang=go');
    await expectAccessibleInBoth(page, 'code');
    expect(problems).toEqual([]);
  });
});
