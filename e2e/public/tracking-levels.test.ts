import { expect, test } from 'vitest';
import { orderBody } from '../../server/test/support/factories.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, expectOwnStyles } from './visitor.ts';

const site = useSite();
const browser = useBrowser();
const SECRETS = /Hana Suzuki|Hidden Yard|Evergreen|Ming vase/;

test('U99 U244 C351 C352 an admin asks for a proof; a phone with the number sees steps, and all after the postcode', async () => {
  const staff = await site.api(ADMIN);
  const office = await newPage(browser, site, { signedInAs: ADMIN });
  await office.page.goto('/admin/settings?section=tracking');
  const section = office.page.getByRole('region', { name: 'Tracking' });
  await section.getByLabel('Ask for a proof before names, addresses and photos are shown').check();
  await section.getByRole('button', { name: /^Save/ }).click();
  await expect.poll(() => site.running.services.config.trackingLevel).toBe('verified');

  const { trackingNumber } = await staff.send<{ trackingNumber: string }>(
    'POST',
    '/api/v1/orders',
    orderBody({
      customerName: 'Hana Suzuki',
      pickupAddress: 'Hidden Yard 9',
      deliveryAddress: '742 Evergreen Terrace\nSpringfield, IL 62704',
      items: [{ name: 'Ming vase', quantity: 1 }],
    }),
  );
  // As search engines, scripts that are off, and other sites read it.
  for (const path of [`/track/${trackingNumber}`, `/embed/tracking?trackingNumber=${trackingNumber}`]) {
    const answer = await fetch(site.url + path);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(await answer.text()).not.toMatch(SECRETS);
  }
  await expectOwnStyles(browser, site, `/track/${trackingNumber}`, PHONE);
  const { page, problems } = await newPage(browser, site, { ...PHONE, expectErrors: [/403/] });
  await page.goto(`/track/${trackingNumber}`);
  const unlock = page.getByRole('region', { name: 'See all details' });
  await unlock.waitFor();
  await page.getByText('Goes to the postcode area 62.').waitFor();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  expect(await page.locator('main').textContent()).not.toMatch(SECRETS);
  await unlock.getByLabel('Postcode of the delivery address').fill('62705');
  await unlock.getByRole('button', { name: 'Show details' }).click();
  await page.getByText('This does not fit the order').waitFor();
  await unlock.getByRole('button', { name: 'E-mail a code' }).click();
  await unlock.getByLabel('Code from the e-mail').waitFor();
  await expectAccessibleInBoth(page);
  await unlock.getByLabel('Postcode of the delivery address').fill('62704');
  await unlock.getByRole('button', { name: 'Show details' }).click();
  await page.getByText('Ming vase').waitFor();
  await page.reload();
  await page.getByText('Ming vase').waitFor();
  expect(problems).toEqual([]);
});
