import { expect, test } from 'vitest';
import { expectAccessibleInBoth, expectNoSidewaysScroll, soon } from '../admin-orders/office.ts';
import { makeOrder } from '../driver/phone.ts';
import { ADMIN, DESKTOP, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

// Nobody listens there: what is sent waits, and is shown as waiting.
const site = useSite({ SMS_URL: 'http://127.0.0.1:9/sms' });
const browser = useBrowser();

for (const view of [DESKTOP, PHONE])
  test(`U204 text messages are edited, switched and read where mails are (${view.width} px)`, async () => {
    const { page, context, problems } = await newPage(browser, site, { ...view, signedInAs: ADMIN });
    await site.sql('delete from email_templates');
    const { id, customerId } = await makeOrder(site, {
      deliveryContact: { name: 'Sam Porter', phone: '(212) 555-0142' },
    });
    await page.goto('/admin/email-templates');
    await page.getByRole('button', { name: 'Initialize Default Templates' }).click();
    await page.getByText('Booked (SMS to the recipient)').first().waitFor();
    await site.sql(`delete from email_templates where type = 'sms'`);
    await page.reload();
    await page.getByRole('button', { name: 'Add SMS texts' }).click();
    await page.getByText('Booked (SMS to the recipient)').first().click();
    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    await preview.getByText('Alex Sample is sending you a delivery').waitFor();
    await preview.getByText(/^\d+ characters, sent as [12] SMS$/).waitFor();
    expect(await page.getByRole('button', { name: 'Add SMS texts' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const text = page.getByRole('textbox', { name: 'SMS text' });
    await text.fill('Sam, {{trackingNumber}} comes.');
    await preview.getByText('Sam, QF001234567890 comes.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await soon(() => site.sql(`select version from email_templates where content like 'Sam, %'`)).toEqual([
      { version: 2 },
    ]);
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);

    await page.goto(`/admin/mailbox?orderId=${id}`);
    const row = page.getByRole('listitem').filter({ hasText: '+12125550142' });
    await row.getByText('SMS', { exact: true }).waitFor();
    await expectNoSidewaysScroll(page);
    await row.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/is sending you a delivery/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Copy phone number' }).count()).toBe(1);
    expect(await dialog.textContent()).toContain('it waits for the SMS service, and we retry automatically.');
    expect(await dialog.getByRole('radiogroup').count()).toBe(0);
    await expectAccessibleInBoth(page);

    await page.goto(`/admin/customers/${customerId}`);
    await page.getByRole('switch', { name: 'E-mails and SMS to recipients' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
