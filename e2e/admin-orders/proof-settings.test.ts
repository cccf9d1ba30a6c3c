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
  await page.goto('/admin/settings?section=proof');
  const open = (name: string) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
  const proof = page.getByRole('region', { name: 'Proof of pickup and delivery' });
  await choose(page, proof.getByRole('group', { name: 'At the delivery' }), 'PIN told by e-mail', 'Yes');
  await proof.getByRole('button', { name: 'Save proof of pickup and delivery' }).click();
  await toastOf(page).getByText('Settings saved').waitFor();
  await open('Evidence');
  const retention = page.getByRole('region', { name: 'How long evidence is kept' });
  await retention.getByLabel('Positions').fill('90');
  await retention.getByRole('button', { name: 'Save how long evidence is kept' }).click();
  await soon(() =>
    site.sql(
      `select settings -> 'proof' as proof, settings -> 'retention' ->> 'positionDays' as positions from company`,
    ),
  ).toEqual([{ proof: { delivery: { pin: true } }, positions: '90' }]);

  await open('Why a stop fails');
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
  await phone.page.goto('/admin/settings?section=retention');
  await phone.page.getByRole('region', { name: 'How long evidence is kept' }).waitFor();
  await expectNoSidewaysScroll(phone.page);
  await expectAccessible(phone.page, 'the settings on a phone in the dark');
  expect([...problems, ...phone.problems]).toEqual([]);
});

test('P90 P93 an order’s form sets what it must prove, over the customer’s rules, and staff override with a reason', async () => {
  const api = office.api;
  await api.send('PUT', '/api/v1/company', { proof: { delivery: { pin: false, photos: 'one' } } });
  const { id: customerId } = await api.send<{ id: number }>('POST', '/api/v1/customers', {
    name: 'Rosa Rule',
    email: 'rosa@example.com',
  });
  await api.send('PUT', `/api/v1/customers/${customerId}`, { proofRules: { delivery: { photos: 'each_item' } } });
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/409/] });
  await page.goto(`/admin/orders/new?customerId=${customerId}`);
  const proof = page.getByRole('region', { name: 'Proof' });
  await proof.getByText('Delivery: a photo of each item, the signature').waitFor();
  await proof.getByText('As set by the customer').waitFor();
  await proof.getByRole('button', { name: 'Change the rules' }).click();
  const atDelivery = proof.getByRole('group', { name: 'At the delivery' });
  expect(await atDelivery.getByRole('combobox', { name: 'Photos' }).inputValue()).toBe(
    'As set by the customer: one of each item',
  );
  expect(await atDelivery.getByRole('combobox', { name: 'Signature' }).inputValue()).toBe('Default: required');
  expect(await atDelivery.getByRole('combobox', { name: 'PIN' }).inputValue()).toBe('As set by the company: no');
  await choose(page, atDelivery, 'Scan of each parcel', 'Yes');
  await proof.getByText('Set for this order only').waitFor();
  await expectAccessible(page, 'the form with its proof');

  // The form that was left with rules in it comes back with them.
  await page.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Rule Road');
  await page.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Proof Place');
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await proof.getByText(/^Delivery: .*the scan of each parcel$/).waitFor();
  await page.getByLabel('Item Name').fill('Vase');
  await page.getByLabel('Total ($)').fill('20');
  await page.getByRole('button', { name: 'Create order' }).click();
  await dialogOf(page, 'Order created').waitFor();
  const [{ id, number } = { id: 0, number: '' }] = await site.sql<{ id: number; number: string }>(
    `select id, tracking_number as number from orders where customer_id = ?`,
    customerId,
  );
  expect(await rulesOf('orders', id)).toEqual({ delivery: { scan: true } });

  await page.goto(`/admin/orders?edit=${id}`);
  const edit = dialogOf(page, `Edit order ${numberOf({ trackingNumber: number })}`);
  await choose(page, edit.getByRole('group', { name: 'At the delivery' }), 'Scan of each parcel', 'Default: no');
  await choose(page, edit.getByRole('group', { name: 'At the delivery' }), 'Signature', 'Optional');
  await edit.getByText('Delivery: a photo of each item', { exact: true }).waitFor();
  await expectAccessible(page, 'the proof of an order that is edited');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await edit.waitFor({ state: 'hidden' });
  expect(await rulesOf('orders', id)).toEqual({ delivery: { signature: 'optional' } });

  const driver = await site.createUser('driver', { firstName: 'Robin' });
  await api.send('POST', `/api/v1/orders/${id}/assign`, { driverId: driver.id });
  await api.send('PUT', `/api/v1/orders/${id}/status`, { status: 'in_transit' });
  await page.goto(`/admin/orders?order=${id}`);
  const details = dialogOf(page, `Order ${numberOf({ trackingNumber: number })}`);
  await details.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Mark as delivered' }).click();
  await page.getByRole('button', { name: 'Mark as delivered' }).click();
  const refused = dialogOf(page, /cannot be marked as delivered yet/);
  await soon(() => refused.getByRole('list', { name: 'Missing proof' }).allInnerTexts()).toEqual([
    'a photo of each item',
  ]);
  await expectAccessible(page, 'what is missing');
  await refused.getByRole('button', { name: 'Do it anyway' }).click();
  await refused.getByText('Enter a reason').waitFor();
  await refused.getByLabel('Reason to accept it without').fill('Handed over in front of the owner');
  await refused.getByRole('button', { name: 'Do it anyway' }).click();
  await refused.waitFor({ state: 'hidden' });
  await details.getByText('Accepted without all proof: Handed over in front of the owner').waitFor();
  await details.getByText('Still missing: a photo of each item. Handed over in front of the owner').waitFor();
  expect(await site.sql(`select detail from history where subject_id = ? and action = 'proof.overridden'`, id)).toEqual(
    [{ detail: 'Still missing: a photo of each item. Handed over in front of the owner' }],
  );
  expect(problems).toEqual([]);
});
