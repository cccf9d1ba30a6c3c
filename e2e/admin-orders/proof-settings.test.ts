import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import {
  dialogOf,
  expectAccessible,
  expectNoSidewaysScroll,
  numberOf,
  type Office,
  officeOf,
  soon,
  toastOf,
} from './office.ts';

const site = useSite();
const browser = useBrowser();
let office: Office;
beforeAll(async () => {
  office = await officeOf(site);
});

const choose = async (page: Page, within: ReturnType<Page['getByRole']>, field: string, value: string) => {
  await within.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: value, exact: true }).click();
};
const rulesOf = async (table: string, id: number) =>
  (await site.sql<{ rules: unknown }>(`select proof_rules as rules from ${table} where id = ?`, id))[0]?.rules;

test('P70 staff say in settings, at a customer and at an order what a stop must prove, edit the reasons and send a new PIN', async () => {
  const order = await office.order({ customer: { name: 'Vera Vase', email: 'vera@example.com' } });
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await page.goto('/admin/settings');
  const proof = page.getByRole('region', { name: 'Proof of pickup and delivery' });
  await choose(page, proof.getByRole('group', { name: 'At the delivery' }), 'PIN told by e-mail', 'Yes');
  await proof.getByRole('button', { name: 'Save proof of pickup and delivery' }).click();
  await toastOf(page).getByText('Settings saved').waitFor();
  const retention = page.getByRole('region', { name: 'How long evidence is kept' });
  await retention.getByLabel('Positions').fill('90');
  await retention.getByRole('button', { name: 'Save how long evidence is kept' }).click();
  await soon(() =>
    site.sql(
      `select settings -> 'proof' as proof, settings -> 'retention' ->> 'positionDays' as positions from company`,
    ),
  ).toEqual([{ proof: { delivery: { pin: true } }, positions: '90' }]);

  const reasons = page.getByRole('region', { name: 'Why a stop fails' });
  await reasons.getByRole('button', { name: 'Add reason' }).click();
  const added = dialogOf(page, 'New reason');
  await added.getByLabel('Name').fill('Dog in the yard');
  await added.getByLabel('What the customer reads').fill('A dog was in the yard');
  await added.getByLabel('Needs a photo').check();
  await expectAccessible(page, 'the form of a reason');
  await added.getByRole('button', { name: 'Save reason' }).click();
  await reasons.getByText('Dog in the yard').waitFor();
  await reasons.getByRole('button', { name: 'Edit Closed' }).click();
  await dialogOf(page, 'Edit reason').getByLabel('Name').fill('Shop closed');
  await dialogOf(page, 'Edit reason').getByRole('button', { name: 'Save reason' }).click();
  await reasons.getByText('Shop closed').waitFor();
  await reasons.getByRole('switch', { name: 'Offer Weather' }).click({ force: true });
  await soon(() =>
    site.sql(
      `select code, name, active from failure_reasons where code in ('dog_in_the_yard', 'closed', 'weather') order by code`,
    ),
  ).toEqual([
    { code: 'closed', name: 'Shop closed', active: true },
    { code: 'dog_in_the_yard', name: 'Dog in the yard', active: true },
    { code: 'weather', name: 'Weather', active: false },
  ]);
  await expectAccessible(page, 'the settings');

  const [customer] = await site.sql<{ id: number }>(`select id from customers where email = 'vera@example.com'`);
  await page.goto(`/admin/customers/${customer?.id}`);
  await page.getByRole('button', { name: 'Proof rules' }).click();
  const ofCustomer = dialogOf(page, 'Proof rules of this customer');
  await choose(page, ofCustomer.getByRole('group', { name: 'At the pickup' }), 'Photos', 'One of each item');
  await ofCustomer.getByRole('button', { name: 'Save rules' }).click();
  await ofCustomer.waitFor({ state: 'hidden' });
  expect(await rulesOf('customers', customer?.id ?? 0)).toEqual({ pickup: { photos: 'each_item' } });

  await page.goto(`/admin/orders?order=${order.id}`);
  const details = dialogOf(page, `Order ${numberOf(order)}`);
  await details.getByText('Pickup: a photo of each item, the signature').waitFor();
  await details.getByText('Delivery: the signature, the PIN').waitFor();
  await details.getByRole('button', { name: 'Proof rules' }).click();
  const ofOrder = dialogOf(page, 'Proof rules of this order');
  await choose(page, ofOrder.getByRole('group', { name: 'At the delivery' }), 'Signature', 'A photo will do');
  await ofOrder.getByRole('button', { name: 'Save rules' }).click();
  await details.getByText('Delivery: the signature or a photo, the PIN').waitFor();
  expect(await rulesOf('orders', order.id)).toEqual({ delivery: { signature: 'photo_instead' } });
  const mails = () =>
    site.sql(`select recipient from emails where order_id = ? and trigger = 'delivery_pin'`, order.id);
  const before = await mails();
  await details.getByRole('button', { name: 'Send a new PIN' }).click();
  await toastOf(page).getByText('A new PIN is on its way to the customer').waitFor();
  expect(await mails()).toEqual([...before, { recipient: 'vera@example.com' }]);

  const phone = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN, colorScheme: 'dark' });
  await phone.page.goto('/admin/settings');
  await phone.page.getByRole('region', { name: 'How long evidence is kept' }).waitFor();
  await expectNoSidewaysScroll(phone.page);
  await expectAccessible(phone.page, 'the settings on a phone in the dark');
  expect([...problems, ...phone.problems]).toEqual([]);
});
