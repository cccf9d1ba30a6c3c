import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { orderBody } from '../../server/test/support/factories.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { hydrated } from '../hydrated.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, soon } from '../public/visitor.ts';

const site = useSite();
const browser = useBrowser();
const HANA = 'hana@example.com';

/** A link as the mail has it. */
async function linkFor(email: string): Promise<string> {
  const token = randomBytes(32).toString('hex');
  const hash = createHash('sha256').update(token).digest('hex');
  await site.sql(
    `insert into sign_in_links (token_hash, email, created_at, expires_at) values (?, ?, now(), now() + interval '15 minutes')`,
    hash,
    email,
  );
  return `/auth/link/${token}`;
}

describe('my deliveries', () => {
  test('U240 U241 U242 a customer asks for a link on a phone, opens it by its button, and orders again', async () => {
    const staff = await site.api(ADMIN);
    await staff.send('POST', '/api/v1/orders', {
      ...orderBody({ customerName: 'Hana Suzuki', customerEmail: HANA, notes: 'Ring twice' }),
    });
    const { page, problems } = await newPage(browser, site, PHONE);
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'My deliveries' }).waitFor();
    // Before its scripts the form is a plain one (U305).
    await hydrated(page);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Please enter a valid email address').waitFor();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Email').fill(HANA);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Check your inbox').waitFor();
    await soon(() => site.sql(`select 1 from emails where trigger = 'account_sign_in_link'`)).toHaveLength(1);

    const link = await linkFor(HANA);
    await page.goto(link);
    await page.getByText(`Quotes and orders placed with ${HANA}.`).waitFor();
    // Looking at it uses nothing up.
    await page.reload();
    await page.getByRole('button', { name: 'Open my deliveries' }).waitFor();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: 'Open my deliveries' }).click();
    await page.waitForURL('**/my');
    const orders = page.getByRole('region', { name: 'Orders' });
    await orders.getByRole('listitem').waitFor();
    await page.getByText('No quotes yet').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'My deliveries' }).waitFor();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);

    await orders.getByRole('button', { name: /^Order again/ }).click();
    await page.waitForURL('**/#quote-form');
    await page.getByText('We kept what you typed last time.').waitFor();
    expect(await page.locator('[name="customer.email"]').inputValue()).toBe(HANA);
    expect(await page.locator('[name="items.0.name"]').inputValue()).toBe('Box of books');
    expect(await page.locator('[name="notes"]').inputValue()).toBe('Ring twice');

    await page.goto('/my');
    await orders.getByRole('link', { name: /^Track/ }).click();
    await page.waitForURL('**/t/*');
    await page.getByText('Box of books').waitFor();
    await page.goto('/my');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Send me a link' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(problems).toEqual([]);

    const late = await newPage(browser, site, { expectErrors: [/404/] });
    await late.page.goto(link);
    await late.page.getByText('This link no longer works').waitFor();
    await expectAccessibleInBoth(late.page);
  });

  test('U305 without a session the page comes from the server, and asks for a link before its scripts are there', async () => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport: { ...PHONE } });
    const page = await context.newPage();
    await page.goto('/my');
    expect(await page.title()).toMatch(/^My deliveries · /);
    await page.getByLabel('Email').fill('hana@');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Please enter a valid email address').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('hana@');
    await (await site.api(ADMIN)).send('POST', '/api/v1/orders', {
      ...orderBody({ customerEmail: 'early@example.com' }),
    });
    await page.getByLabel('Email').fill('early@example.com');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('If something was ordered with early@example.com, the link is on its way.').waitFor();
    expect(new URL(page.url()).href).toBe(`${site.url}/my`);
    await soon(() =>
      site.sql(`select 1 from emails where trigger = 'account_sign_in_link' and recipient = 'early@example.com'`),
    ).toHaveLength(1);
    await context.close();

    for (const colorScheme of ['light', 'dark'] as const) {
      const { page: whole, problems } = await newPage(browser, site, { ...PHONE, colorScheme });
      await whole.goto('/my');
      await hydrated(whole);
      await whole.waitForLoadState('networkidle');
      expect(problems).toEqual([]);
    }
    // With a session the browser asks, and the page names nobody.
    const pageWith = async (cookie: string) => (await fetch(`${site.url}/my`, { headers: { cookie } })).text();
    const [bare, signedIn] = [await pageWith('language=en'), await pageWith('qf_session=some')];
    expect(bare).toContain('Send me a link');
    expect(signedIn).not.toContain('Send me a link');
  });

  test('U243 an account confirms its address by the link, and has its deliveries in the menu', async () => {
    const person = await site.createUser('customer');
    await site.sql(`update users set email = 'kenji@example.com' where username = ?`, person.username);
    const { page, problems } = await newPage(browser, site, { signedInAs: person });
    await page.goto('/my');
    await page.getByText('Confirm that the e-mail address of your account is yours').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('kenji@example.com');
    await page.goto(await linkFor('kenji@example.com'));
    await page.getByRole('button', { name: 'Open my deliveries' }).click();
    await page.waitForURL('**/my');
    await page.getByText('No orders yet').waitFor();
    await page.goto('/');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'My deliveries' }).click();
    await page.waitForURL('**/my');
    expect(problems).toEqual([]);
  });
});
