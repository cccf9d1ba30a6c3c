import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { soon, useOffice } from '../admin-orders/office.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { walksOf } from './forms.ts';

const site = useSite();
const browser = useBrowser();
const office = useOffice(site);
const walks = walksOf(site, office);

/** Pressed elsewhere: other tests cover a second press there. */
const elsewhere = [
  // Signing in, which carries no key (one-press.test.ts).
  'features/people/auth/change-password-dialog.tsx',
  'features/people/auth/register-form.tsx',
  'features/people/auth/sign-in-again.tsx',
  'features/people/auth/sign-in-form.tsx',
  // The one form of dialogs (dialog-form.test.tsx), and what has no more to it than a choice.
  'components/feedback/dialog/dialog-form.tsx',
  'components/proof/proof-rules-dialog.tsx',
  'features/delivery/invoices/money-dialogs.tsx',
  'features/delivery/board/cash/cash-dialog.tsx',
  'features/operations/reports/saved/save-dialog.tsx',
  'features/people/team/work-dialog.tsx',
  'features/company/settings/pricing/price-list-dialog.tsx',
  'features/people/team/pay-dialog.tsx',
  'features/people/customers/customer-billing.tsx',
  'features/delivery/board/plan/plan-dialog.tsx',
  'features/messages/webhooks/endpoints/resume-dialog.tsx',
  'features/messages/webhooks/endpoints/rotate-dialog.tsx',
  // Before anybody has signed in: the same guard of every call.
  'components/forms/email-link-form.tsx',
  'features/people/auth/account/join-page.tsx',
  'features/people/auth/account/reset-page.tsx',
  // The same form as one that is walked, with another call.
  'features/people/customers/personal-data-dialog.tsx',
  'features/operations/inbound/shop-dialog.tsx',
  'features/delivery/orders/resolve/resolve-dialog.tsx',
  'features/quoting/quotes/details/quote-questions.tsx',
  'features/quoting/quotes/payments/payments-dialog.tsx',
  'features/people/team/password-dialog.tsx',
  'features/messages/templates/template-panel.tsx',
  'features/people/auth/account/passkeys-card.tsx',
];
const isCustomers = (file: string) => /(driver|tracking|quote-page|my)\/|quotes\/request\/|company\/home\//.test(file);

test('U100 every source file of the office with a submit button is tested or listed', () => {
  const root = new URL('../../client/src/', import.meta.url).pathname;
  const withSubmit = globSync('**/*.tsx', { cwd: root }).filter(
    (file) => !file.endsWith('.test.tsx') && /type="submit"|<DialogForm\b/.test(readFileSync(root + file, 'utf8')),
  );
  expect(withSubmit.filter((file) => !isCustomers(file)).toSorted()).toEqual(
    [...walks.map(({ of }) => of), ...elsewhere].toSorted(),
  );
});

for (const { of, sends, open } of walks) {
  test(`U100 clicks at the same moment and 50 ms later send one call: ${of}`, async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    const sent: { path: string; key: string | undefined }[] = [];
    const answered: string[] = [];
    page.on('request', (request) => {
      const path = /\/trpc\/([\w.]+)/.exec(request.url())?.[1] ?? '';
      if (request.method() === 'POST' && path === sends) sent.push({ path, key: request.headers()['idempotency-key'] });
    });
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().includes(sends)) answered.push(response.url());
    });
    const button = await open(page);
    await button.scrollIntoViewIfNeeded();
    // The second click comes before the button can be drawn as busy, the third one after.
    await button.evaluate((pressed: HTMLButtonElement) => {
      pressed.click();
      pressed.click();
      setTimeout(() => pressed.click(), 50);
    });
    await soon(() => answered.length).toBe(1);
    await page.mouse.move(1, 1);
    expect(sent).toEqual([{ path: sends, key: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    expect(await page.locator('[data-kind="error"]').count()).toBe(0);
    expect(problems).toEqual([]);
  });
}
