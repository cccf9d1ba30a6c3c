import { expect, test } from 'vitest';
import { expectAccessibleInBoth, expectNoSidewaysScroll, soon } from '../admin-orders/office.ts';
import { ADMIN, DESKTOP, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

for (const view of [DESKTOP, PHONE])
  test(`U205 U206 U207 price rules are set, shown to visitors and taken over by staff (${view.width} px)`, async () => {
    await site.sql(`update company set settings = '{}'`);
    const { page, context, problems } = await newPage(browser, site, {
      ...view,
      signedInAs: ADMIN,
      expectErrors: [/400/],
    });
    await page.goto('/admin/settings?section=pricing');
    const form = page.locator('form').filter({ has: page.getByText('Show a first number') });
    await form.getByRole('checkbox', { name: 'Show a first number' }).check();
    await form.getByRole('textbox', { name: 'Base price' }).fill('20');
    await form.getByRole('textbox', { name: 'For each piece' }).fill('1.5');
    for (const [at, name, postcode, price] of [
      ['1', 'City', '10*', '5'],
      ['2', 'Ring', '12*', '8'],
    ] as const) {
      await form.getByRole('button', { name: 'Add an area' }).click();
      await form.getByRole('textbox', { name: `Name of area ${at}` }).fill(name);
      await form.getByRole('textbox', { name: `Postcodes of area ${at}` }).fill(`${postcode}, `);
      await form.getByRole('textbox', { name: `Price of area ${at}` }).fill(price);
    }
    const example = form.getByRole('region', { name: 'Example' });
    await example.getByText('$26.35 to $35.65').waitFor();
    await form.getByRole('textbox', { name: 'Price of area 2' }).fill('x');
    await example.getByText('Correct the rules above to see the price.').waitFor();
    await form.getByRole('button', { name: 'Save price rules' }).click();
    await form.getByText('Enter an amount of at least 0').waitFor();
    await form.getByRole('textbox', { name: 'Price of area 2' }).fill('8');
    await form.getByRole('button', { name: 'Save price rules' }).click();
    await soon(() => site.sql(`select settings -> 'pricing' ->> 'base' as base from company`)).toEqual([
      { base: '20' },
    ]);
    await form.getByRole('button', { name: 'Try on the last 200 paid quotes' }).click();
    await form.getByText('No quotes have been paid yet.').waitFor();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);

    const visitor = await newPage(browser, site, view);
    const asked = visitor.page;
    await asked.goto('/');
    const request = asked.locator('#quote-form');
    const hint = request.getByText(/^We expect/);
    await request.getByLabel('Full Name').fill('Ada Sender');
    await request.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pickup Street\n10115 Berlin');
    await request.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Delivery Road\n12047 Berlin');
    await hint.waitFor();
    expect(await hint.textContent()).toBe('We expect about $25 to $34. You get the exact price from us.');
    await expectAccessibleInBoth(asked);
    await expectNoSidewaysScroll(asked);
    await request.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Delivery Road\nElsewhere');
    await soon(() => hint.count()).toBe(0);
    await request.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Delivery Road\n12049 Berlin');
    await hint.waitFor();
    await visitor.context.setOffline(true);
    await soon(() => hint.count()).toBe(0);
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();

    const api = await site.api(ADMIN);
    const { id } = await api.send<{ id: number }>('POST', '/api/v1/quotes', {
      customer: { name: 'Ada Sender', email: 'ada@example.com' },
      pickupAddress: '1 Pickup Street\n10115 Berlin',
      deliveryAddress: '2 Delivery Road\n12047 Berlin',
      items: [{ name: 'Box', quantity: 2 }],
    });
    await page.goto(`/admin/quotes?q=%23${id}`);
    await page.getByRole('button', { name: 'Set Price' }).first().click();
    const pricing = page.getByRole('dialog').filter({ has: page.getByText('Price rules:') });
    await pricing.getByText('$31.00').first().waitFor();
    await pricing.getByRole('button', { name: 'Use it' }).click();
    expect(await pricing.getByRole('textbox', { name: 'Price', exact: true }).inputValue()).toBe('31.00');
    await pricing.getByText('Will be saved as').waitFor();
    await expectAccessibleInBoth(page);
    expect(problems).toEqual([]);
    await context.close();
  });
