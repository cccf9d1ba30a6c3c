import { expect, test } from 'vitest';
import { expectAccessibleInBoth, expectNoSidewaysScroll, soon } from '../admin-orders/office.ts';
import { makeOrder } from '../driver/phone.ts';
import { ADMIN, DESKTOP, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

for (const view of [DESKTOP, PHONE])
  test(`U145 mails to recipients are switched for the company and for one customer (${view.width} px)`, async () => {
    const { page, context, problems } = await newPage(browser, site, { ...view, signedInAs: ADMIN });
    await page.goto('/admin/settings?section=notices');
    const company = page.getByRole('switch', { name: 'Mail recipients too' });
    await company.waitFor();
    expect(await company.isChecked()).toBe(true);
    await company.uncheck();
    const form = page.locator('form').filter({ has: company });
    await form.getByRole('button', { name: 'Save' }).click();
    await soon(() => site.sql(`select settings -> 'notices' ->> 'recipientMails' as mails from company`)).toEqual([
      { mails: 'false' },
    ]);
    await expectNoSidewaysScroll(page);
    await company.check();
    await form.getByRole('button', { name: 'Save' }).click();
    await soon(() => site.sql(`select settings -> 'notices' ->> 'recipientMails' as mails from company`)).toEqual([
      { mails: 'true' },
    ]);

    const { customerId } = await makeOrder(site);
    await page.goto(`/admin/customers/${customerId}`);
    const own = page.getByRole('switch', { name: 'E-mails to recipients' });
    await own.waitFor();
    await own.click();
    await soon(() => own.isChecked()).toBe(false);
    await page.getByText(/^Recipients of Ada Sender are sent no e-mails/).waitFor();
    await soon(() => site.sql('select recipient_mails from customers where id = ?', customerId)).toEqual([
      { recipient_mails: false },
    ]);
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
    await context.close();
  });

test('U145 the template of a recipient shows the variables that a recipient may read', async () => {
  const { page, context, problems } = await newPage(browser, site, { ...DESKTOP, signedInAs: ADMIN });
  await page.goto('/admin/email-templates');
  await page.getByRole('button', { name: 'Initialize Default Templates' }).click();
  await page.getByText('On the way (recipient)').first().click();
  const variables = page.getByRole('region', { name: 'Available variables' });
  await variables.getByText('{{senderName}}').waitFor();
  expect(await variables.textContent()).not.toMatch(/paymentLink|customerEmail|quoteUrl|proofUrl|totalPrice/);
  await expectAccessibleInBoth(page);
  expect(problems).toEqual([]);
  await context.close();
});
