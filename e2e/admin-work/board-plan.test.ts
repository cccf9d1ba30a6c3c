import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { expect, test } from 'vitest';
import { expectNoSidewaysScroll, soon } from '../admin-quotes/staff.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();
const DAY = '2028-06-06';

test('I2031 orders that nobody has are planned on the board with a few clicks, and taken back with one', async () => {
  const api = await site.api(ADMIN);
  const ada = await site.createUser('driver', { firstName: 'Ada', lastName: 'Lane' });
  for (const at of [1, 2, 3])
    await api.send('POST', '/api/v1/orders', {
      customerName: `Customer ${at}`,
      customerEmail: 'olga@example.com',
      ...{ pickupAddress: 'Depot 1', pickupPlace: { lat: 48.2, lng: 16.37 } },
      ...{ deliveryAddress: `Ring ${at}`, deliveryPlace: { lat: 48.2 + at / 100, lng: 16.37 } },
      deliveryDate: DAY,
      items: [{ name: 'Crate', quantity: 1 }],
    });
  const stopsOf = async (): Promise<number | undefined> => {
    const board = await api.send<DayBoard>('GET', `/api/v1/drivers/days?day=${DAY}`);
    return board.drivers.find(({ driver }) => driver.id === ada.id)?.stops.length;
  };
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await page.goto(`/admin/board?day=${DAY}`);
  await page.getByRole('button', { name: 'Plan the day' }).click();
  const dialog = page.getByRole('dialog', { name: 'Plan the day' });
  await dialog.getByText('3 orders are without a driver').waitFor();
  await dialog.getByRole('button', { name: 'Plan the day' }).click();
  await dialog.getByRole('table', { name: 'The day now and as planned' }).waitFor();
  expect(await stopsOf()).toBe(0);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Use this plan' }).click();
  await soon(stopsOf).toBe(6);
  await page.getByRole('button', { name: 'Undo' }).click();
  await soon(stopsOf).toBe(0);
  expect(problems).toEqual([]);
});
