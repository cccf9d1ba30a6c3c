import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { orderBody } from '../../server/test/support/factories.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, soon } from './visitor.ts';

const site = useSite();
const browser = useBrowser();
const MIA = 'mia@acme.example.com';
const pricing = {
  ...{ isOn: true, isBinding: true, base: '40', perItem: '4', perKm: '0', zones: [], classes: [] },
  ...{ speeds: { today: '0', specific_date: '0', let_quickfleet_choose: '0' }, outOfHours: '0' },
  ...{ surcharges: [], rangePercent: 10 },
};

/** A link as the mail has it. */
async function linkFor(email: string): Promise<string> {
  const token = randomBytes(32).toString('hex');
  await site.sql(
    `insert into sign_in_links (token_hash, email, created_at, expires_at) values (?, ?, now(), now() + interval '15 minutes')`,
    createHash('sha256').update(token).digest('hex'),
    email,
  );
  return `/auth/link/${token}`;
}

describe('members of a customer', () => {
  test('U263 U264 staff join a member, who books on a phone at the price that is shown, and is removed', async () => {
    const api = await site.api(ADMIN);
    await api.send('PUT', '/api/v1/company', { pricing });
    await api.send('POST', '/api/v1/orders', orderBody({ customerName: 'Acme', customerEmail: 'acme@example.com' }));
    const [customer] = await site.sql<{ id: number }>(`select id from customers where email = 'acme@example.com'`);
    const id = customer?.id ?? 0;
    await api.send('PUT', `/api/v1/customers/${id}`, { onAccount: true, company: 'Acme Ltd' });
    const staff = await newPage(browser, site, { signedInAs: ADMIN });
    await staff.page.goto(`/admin/customers/${id}`);
    const members = staff.page.getByRole('region', { name: 'Members' });
    await members.getByLabel('Email of a member').fill(MIA);
    await members.getByLabel('May').selectOption('books');
    await members.getByRole('button', { name: 'Add member' }).click();
    await members.getByRole('listitem').getByText(MIA).waitFor();
    await expectAccessibleInBoth(staff.page);
    expect(
      await site.sql(`select 1 from emails where recipient = ? and trigger = 'account_member_joined'`, MIA),
    ).toHaveLength(1);

    const { page, problems } = await newPage(browser, site, PHONE);
    await page.goto(await linkFor(MIA));
    await page.getByRole('button', { name: 'Open my deliveries' }).click();
    await page.waitForURL('**/my');
    await page.getByRole('region', { name: 'Orders' }).getByRole('listitem').waitFor();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: /^Order again/ }).click();
    await page.getByText('Price: $48.00').waitFor();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Book', exact: true }).dblclick();
    await page.getByText('Booked', { exact: true }).first().waitFor();
    const orders = () =>
      site.sql('select quote_price::text, on_account from orders where customer_id = ? order by id', id);
    await soon(orders).toHaveLength(2);
    expect((await orders())[1]).toEqual({ quote_price: '48.00', on_account: true });

    await members.getByRole('button', { name: `Remove ${MIA}` }).click();
    await staff.page.getByRole('button', { name: 'Remove member' }).click();
    await soon(() => site.sql('select 1 from customer_members')).toHaveLength(0);
    await page.reload();
    await page.getByText('No orders yet').waitFor();
    expect([...problems, ...staff.problems]).toEqual([]);
  });
});
