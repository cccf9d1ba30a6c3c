import { expect, test } from 'vitest';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

test('P135 at 1,280 × 800 nine orders are in view, and no address or time of them is cut', async () => {
  const api = await site.api(ADMIN);
  const day = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);
  const at = (hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`;
  for (let n = 0; n < 10; n++)
    await api.send('POST', '/api/v1/orders', {
      customerName: 'Hana Suzuki',
      customerEmail: 'hana@example.com',
      customerCompany: 'Greenleaf Café',
      pickupAddress: '220 Market Street\nSpringfield',
      deliveryAddress: '63 Linden Street, rear entrance\nShelbyville',
      items: [{ name: 'Crate' }],
      pickupWindow: { from: at(8), to: at(9) },
      deliveryWindow: { from: at(9), to: at(11) },
    });
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, width: 1280, height: 800 });
  await page.goto('/admin/orders');
  const rows = page.locator('tbody tr');
  await rows.nth(9).waitFor();
  const inView = await rows.evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  );
  expect(inView).toBeGreaterThanOrEqual(9);
  const cut = await rows
    .first()
    .locator('td:nth-child(4) *, td:nth-child(5) *')
    .evaluateAll(
      (all) =>
        all.filter(
          (one) => !one.closest('.visually-hidden') && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0,
        ).length,
    );
  expect(cut).toBe(0);
  expect(await rows.first().textContent()).toContain('63 Linden Street, rear entrance, Shelbyville');
  expect(problems).toEqual([]);
});
