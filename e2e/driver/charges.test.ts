import { expect, test } from 'vitest';
import { dialogOf, numberOf } from '../admin-orders/office.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { draw, expectAccessibleInBoth, expectAllSent, makeOrder, openOrder, rowsOf, soon, untilKept } from './phone.ts';

const site = useSite();
const browser = useBrowser();
const MINUTE = 60_000;

const chargesOf = (order: { id: number }) =>
  site.sql<{ label: string; minutes: number | null; amount: string; state: string }>(
    'select label, minutes, amount::text, state from charges where order_id = ? order by id',
    order.id,
  );

test('U185 P122 P123 the driver waits, adds tolls without a network, the signer sees it, and the office approves', async () => {
  await (await site.api(ADMIN)).send('PUT', '/api/v1/company', {
    quoting: {
      linePresets: [
        { label: 'Waiting', unitPrice: '40', taxRate: '0', atStop: 'hour', freeMinutes: 15 },
        { label: 'Extra stop', unitPrice: '12.50', taxRate: '0', atStop: 'fixed' },
        { label: 'Tolls', unitPrice: '0', taxRate: '0', atStop: 'typed' },
      ],
    },
  });
  const order = await makeOrder(site);
  const { page, context, problems } = await openOrder(browser, site, order);
  const card = page.getByRole('region', { name: 'Charges' });
  await card.getByRole('button', { name: 'Waiting' }).click();
  await card.getByRole('timer').waitFor();
  // The phone ends the page; the timer runs on, from when it was started.
  await page.clock.install({ time: Date.now() + 45 * MINUTE + 5000 });
  await page.reload();
  await soon(() => card.getByRole('timer').textContent()).toBe('Waiting, 45 min');
  await expectAccessibleInBoth(page);

  await untilKept({ page });
  await context.setOffline(true);
  // Two taps each.
  await card.getByRole('button', { name: 'Add a charge' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Extra stop/ })
    .click();
  await card.getByText('$12.50').waitFor();
  await card.getByRole('button', { name: 'Add a charge' }).click();
  await expectAccessibleInBoth(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Tolls' }).click();
  await page.getByRole('dialog').getByLabel('Tolls ($)').fill('8,4');
  await page.getByRole('dialog').getByRole('button', { name: 'Add charge' }).click();
  await card.getByText('$8.40').waitFor();

  await page.getByRole('button', { name: 'Get Pickup Signature' }).click();
  const seen = page.getByRole('dialog').getByRole('region', { name: 'Charges' });
  for (const words of [/^Waiting, 4\d min, until you sign/, /^\$2\d\.\d\d/, 'Extra stop', '$8.40'])
    await seen.getByText(words).first().waitFor();
  await draw(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save Signature' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await card.getByRole('timer').count()).toBe(0);
  expect(await chargesOf(order)).toEqual([]);
  await context.setOffline(false);
  await expectAllSent(page);
  await soon(async () => (await chargesOf(order)).length).toBe(3);
  // A slow machine waits a little longer for its signature.
  const minutes = (await chargesOf(order)).at(-1)?.minutes ?? 0;
  expect(Math.floor(minutes / 5) * 5).toBe(45);
  const waited = { label: 'Waiting', minutes, amount: (((minutes - 15) * 40) / 60).toFixed(2) };
  expect(await chargesOf(order)).toEqual([
    { label: 'Extra stop', minutes: null, amount: '12.50', state: 'proposed' },
    { label: 'Tolls', minutes: null, amount: '8.40', state: 'proposed' },
    { ...waited, state: 'proposed' },
  ]);
  expect((await rowsOf(site, order))?.status).toBe('picked_up');
  expect(problems).toEqual([]);

  const office = await newPage(browser, site, { signedInAs: ADMIN });
  await office.page.goto(`/admin/orders?order=${order.id}`);
  const details = dialogOf(office.page, `Order ${numberOf(order)}`);
  await details.getByRole('button', { name: `Approve Waiting, ${minutes} min` }).click();
  await details.getByRole('button', { name: 'Drop Extra stop' }).click();
  await details.getByText(`Approved: $${waited.amount}, on the customer’s statement.`).waitFor();
  await details.getByRole('button', { name: 'Change Tolls' }).click();
  const form = details.getByRole('form', { name: 'Change Tolls' });
  await form.getByLabel(/^Amount/).fill('9.10');
  await expectAccessibleInBoth(office.page);
  await form.getByRole('button', { name: 'Save charge' }).click();
  await soon(() => chargesOf(order)).toEqual([
    { label: 'Extra stop', minutes: null, amount: '12.50', state: 'dropped' },
    { label: 'Tolls', minutes: null, amount: '9.10', state: 'proposed' },
    { ...waited, state: 'approved' },
  ]);
  expect(office.problems).toEqual([]);
});
