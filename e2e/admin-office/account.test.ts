import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { codeNow } from '../../server/test/support/totp.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { hydrated } from '../hydrated.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, soon } from '../public/visitor.ts';

const site = useSite();
const browser = useBrowser();

/** A device with a finger on it, as the browser's own tests have it. */
async function withDevice(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe('accounts', () => {
  test('C263 C270 an invited person joins on a phone, sees where they are signed in, and signs out elsewhere', async () => {
    const { page } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/team');
    await page.getByRole('button', { name: 'Invite by e-mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite by e-mail' });
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('Please enter a valid email address').waitFor();
    await dialog.getByLabel('Email').fill('noor@example.com');
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    expect(link).toMatch(/\/join\/[0-9a-f]{64}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('region', { name: 'Open invitations' }).getByText('noor@example.com').waitFor();

    const guest = await newPage(browser, site, PHONE);
    await guest.page.goto(new URL(link).pathname);
    await guest.page.getByText('invites you (noor@example.com) to work here as a dispatcher').waitFor();
    await expectAccessibleInBoth(guest.page);
    await expectNoSidewaysScroll(guest.page);
    await guest.page.getByRole('button', { name: 'Join', exact: true }).click();
    await guest.page.getByText('Username is required').waitFor();
    await guest.page.getByLabel('First name').fill('Noor');
    await guest.page.getByLabel('Username').fill('noor-joined');
    await guest.page.locator('input[autocomplete="new-password"]').fill('entirely new words');
    await guest.page.getByRole('button', { name: 'Join', exact: true }).click();
    await guest.page.waitForURL('**/admin');
    expect(await site.sql(`select role, email from users where username = 'noor-joined'`)).toEqual([
      { role: 'dispatcher', email: 'noor@example.com' },
    ]);

    await site.api({ username: 'noor-joined', password: 'entirely new words' });
    await guest.page.goto('/auth/account');
    await guest.page.getByText('This device').waitFor();
    await expectAccessibleInBoth(guest.page);
    await expectNoSidewaysScroll(guest.page);
    await guest.page.getByRole('button', { name: 'Sign out elsewhere' }).click();
    await guest.page.getByText('Signed out on 1 other device').waitFor();
    await soon(() =>
      guest.page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem').count(),
    ).toBe(1);
  });

  test('U256 C389 C390 a person adds a passkey, and signs in with it alone', async () => {
    const person = await site.createUser('dispatcher');
    // No browser knows passkeys at an address of numbers.
    const named = { url: site.url.replace('127.0.0.1', 'localhost') };
    const { page, context, problems } = await newPage(browser, named, { ...PHONE, signedInAs: person });
    await withDevice(context, page);
    await page.goto('/auth/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('My phone');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The current password is required').waitFor();
    await page.locator('input[autocomplete="current-password"]').fill(person.password);
    await expectAccessibleInBoth(page, 'adding a passkey');
    await page.getByRole('button', { name: 'Continue' }).dblclick();
    const card = page.getByRole('region', { name: 'Passkeys' });
    await card.getByRole('listitem').getByText('My phone').waitFor();
    await expectAccessibleInBoth(page, 'a passkey');
    await expectNoSidewaysScroll(page);
    expect(await site.sql('select name, used_at from passkeys where user_id = ?', person.id)).toEqual([
      { name: 'My phone', used_at: null },
    ]);

    await context.clearCookies();
    await page.goto('/admin/auth');
    await hydrated(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/admin');
    expect(await site.sql('select 1 from passkeys where user_id = ? and used_at is not null', person.id)).toHaveLength(
      1,
    );

    await page.goto('/auth/account');
    await card.getByRole('button', { name: 'Remove My phone' }).click();
    await card.getByRole('listitem').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.clearCookies();
    await page.goto('/admin/auth');
    await hydrated(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('This passkey does not sign in here.').waitFor();
  });

  test('C273 C275 a person sets up a second factor, and signs in with a recovery code on another device', async () => {
    const person = await site.createUser('dispatcher');
    const { page } = await newPage(browser, site, { ...PHONE, signedInAs: person });
    await page.goto('/auth/account');
    await page.getByRole('button', { name: 'Set up the second factor' }).click();
    await page.locator('input[autocomplete="current-password"]').fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    const secret = (await page.locator('code').first().textContent()) ?? '';
    await page.getByLabel('Code of the app').fill(codeNow(secret));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Keep your recovery codes').waitFor();
    await expectAccessibleInBoth(page);
    const code = (await page.locator('li code').first().textContent()) ?? '';
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes left').waitFor();

    const other = await newPage(browser, site, { expectErrors: [/401/] });
    await other.page.goto('/admin/auth');
    await other.page.getByLabel('Username').fill(person.username);
    await other.page.getByLabel('Password', { exact: true }).fill(person.password);
    await other.page.getByRole('button', { name: 'Sign In' }).click();
    await other.page.getByLabel('Code', { exact: true }).fill('000000');
    await other.page.getByRole('button', { name: 'Sign In' }).click();
    await other.page.getByText('and the code').waitFor();
    await expectAccessibleInBoth(other.page);
    await other.page.getByLabel('Code', { exact: true }).fill(code);
    await other.page.getByRole('button', { name: 'Sign In' }).click();
    await other.page.waitForURL('**/admin');
  });

  test('C266 C267 a person without their password asks for a link, chooses another, and signs in', async () => {
    const person = await site.createUser('dispatcher');
    await site.sql(`update users set email = 'forgetful@example.com' where username = ?`, person.username);
    const { page, problems } = await newPage(browser, site, { expectErrors: [/40[04]/] });
    await page.goto('/admin/auth');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByLabel('Email').fill('forgetful@example.com');
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If there is an account with forgetful@example.com').waitFor();
    await page.goto(`/auth/reset/${'0'.repeat(64)}`);
    await page.getByLabel('New password').fill('entirely new words');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await expectAccessibleInBoth(page);
    // The token is in the sent mail alone; a known one takes its place.
    const token = '5'.repeat(64);
    await site.sql(
      `insert into password_resets (token_hash, user_id, created_at, expires_at)
         select encode(sha256(?::bytea), 'hex'), id, now(), now() + interval '5 minutes' from users where username = ?`,
      token,
      person.username,
    );
    await page.goto(`/auth/reset/${token}`);
    await page.getByLabel('New password').fill('12345678');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByText('This password is too easy to guess').waitFor();
    await page.getByLabel('New password').fill('entirely new words');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.getByLabel('Username').fill(person.username);
    await page.getByLabel('Password', { exact: true }).fill('entirely new words');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/admin');
    expect(problems).toEqual([]);
  });
});
