import type { Template } from '@quickfleet/shared/messages/templates';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  breakCall,
  dialogOf,
  expectAccessible,
  expectNoSidewaysScroll,
  type Office,
  officeOf,
  SANDBOXED,
  soon,
  toastOf,
} from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const empty = useSite();
const browser = useBrowser();
let office: Office;
let templates: Template[];
beforeAll(async () => {
  office = await officeOf(site);
  templates = await office.api.send('POST', '/api/email-templates/initialize');
});

const templateOf = (trigger: string): Template => {
  const found = templates.find((template) => template.trigger === trigger);
  if (!found) throw new Error(`no template for ${trigger}`);
  return found;
};
const stored = async (id: number) =>
  (
    await site.sql<{ name: string; subject: string; content: string; enabled: boolean }>(
      'select name, subject, content, enabled from email_templates where id = ?',
      id,
    )
  )[0];
const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The lines of the toast on the screen. */
const toastLines = async (page: Page) => {
  const toast = toastOf(page);
  return [
    await toast.locator('.mantine-Notification-title').textContent(),
    await toast.locator('.mantine-Notification-description').textContent(),
  ];
};
/** The server refuses one call, without a sentence if `message` is empty, until the returned route is removed. */
async function refuse(page: Page, procedure: string, message: string): Promise<RegExp> {
  const pattern = new RegExp(`/trpc/${procedure.replace('.', '\\.')}`);
  await page.route(pattern, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      // A change is sent alone, not in a batch.
      body: JSON.stringify({
        error: { message, code: -32603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } },
      }),
    }),
  );
  return pattern;
}
const VARIABLES = [
  'quoteId',
  'customerName',
  'customerEmail',
  'itemCount',
  'totalPrice',
  'submissionDate',
  'trackingNumber',
  'driverName',
  'deliveryDate',
  'trackingUrl',
  'paymentLink',
  'adminUrl',
];

describe('the list', () => {
  test('E01 E15 shows name, type, switch and trigger, and the switch is stored', async () => {
    const quiet = templateOf('driver_assigned');
    const { page, problems } = await newPage(browser, site, { signedInAs: await site.createUser('dispatcher') });
    await page.goto('/admin/email-templates');
    const entries = page.getByRole('listitem').filter({ hasText: 'Trigger:' });
    await soon(() => entries.count()).toBe(templates.length);
    const entry = entries.filter({ hasText: 'Trigger: driver_assigned' });
    await entry.getByRole('button', { name: 'Driver assigned', exact: true }).waitFor();
    await entry.getByText('customer', { exact: true }).waitFor();
    await entries.filter({ hasText: 'quote_received_office' }).getByText('admin', { exact: true }).waitFor();
    const toggle = entry.getByRole('switch', { name: 'Driver assigned enabled' });
    expect(await toggle.isChecked()).toBe(true);
    await toggle.click({ force: true });
    await toastOf(page).getByText('Status Updated').waitFor();
    await soon(async () => (await stored(quiet.id))?.enabled).toBe(false);
    expect(await toggle.isChecked()).toBe(false);
    await expectAccessible(page, 'templates');
    expect(problems).toEqual([]);
  });

  test('E01 the switch keeps the focus while it saves, and the last of two presses of Space is what is stored', async () => {
    const chosen = templateOf('quote_paid');
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/email-templates');
    const toggle = page.getByRole('switch', { name: `${chosen.name} enabled` });
    await toggle.waitFor({ state: 'attached' });
    const hold = Promise.withResolvers<void>();
    const sent: unknown[] = [];
    await page.route(/\/trpc\/[^?]*templates\.update/, async (route) => {
      sent.push(route.request().postDataJSON());
      if (sent.length === 1) await hold.promise;
      await route.continue();
    });
    await toggle.focus();
    await page.keyboard.press('Space');
    await soon(() => sent.length).toBe(1);
    await page.keyboard.press('Space');
    await soon(() => toggle.isChecked()).toBe(true);
    await page.keyboard.press('Space');
    await soon(() => toggle.isChecked()).toBe(false);
    await page.keyboard.press('Space');
    hold.resolve();
    await toastOf(page).getByText(`${chosen.name} is on`).waitFor();
    expect(sent).toHaveLength(2);
    expect((await stored(chosen.id))?.enabled).toBe(true);
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await toggle.isChecked()).toBe(true);
    expect(problems).toEqual([]);
  });

  test('at 390 px every label of the panel is complete, and read-only fields look like text', async () => {
    const { page, problems } = await newPage(browser, site, {
      signedInAs: ADMIN,
      expectErrors: [SANDBOXED],
      width: 390,
      height: 844,
    });
    const chosen = templateOf('order_created');
    await page.goto(`/admin/email-templates?template=${chosen.id}`);
    const panel = panelOf(page, chosen.name);
    const cutLabels = () =>
      panel
        .locator('.mantine-Button-label')
        .evaluateAll((labels) =>
          labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
        );
    await panel.getByRole('button', { name: 'Earlier versions' }).waitFor();
    expect(await cutLabels()).toEqual([]);
    const frameOf = (label: string) =>
      panel.getByLabel(label).evaluate((field) => getComputedStyle(field).borderTopColor);
    const fields = ['Template Name', 'Trigger Event', 'Email Subject', 'Email Content'];
    for (const label of fields) expect(await frameOf(label), label).toBe('rgba(0, 0, 0, 0)');
    await panel.getByRole('button', { name: 'Edit' }).click();
    for (const label of fields) await soon(() => frameOf(label)).not.toBe('rgba(0, 0, 0, 0)');
    expect(await cutLabels()).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('E12 a refused switch goes back: why is under ‘Update Failed’, also when the server says nothing', async () => {
    const delivered = templateOf('order_delivered');
    const gone = await office.api.send<Template>('POST', '/api/email-templates', {
      name: 'Short-lived',
      type: 'customer',
      trigger: 'order_cancelled',
      subject: 'Gone',
      content: 'Gone soon',
    });
    const { page, problems } = await newPage(browser, site, {
      signedInAs: ADMIN,
      expectErrors: [/ERR_FAILED/, /500/, /404/],
    });
    await page.goto('/admin/email-templates');
    const toggle = page.getByRole('switch', { name: 'Delivered enabled' });
    await toggle.waitFor({ state: 'attached' });
    const mend = await breakCall(page, 'templates.update');
    await toggle.click({ force: true });
    await toastOf(page).getByText('Update Failed').waitFor();
    await soon(() => toggle.isChecked()).toBe(true);
    expect((await stored(delivered.id))?.enabled).toBe(true);
    await mend();

    for (const [message, sentence] of [
      ['The templates are being moved', 'The templates are being moved'],
      ['', 'An unknown error occurred'],
    ] as const) {
      const pattern = await refuse(page, 'templates.update', message);
      await toggle.click({ force: true });
      await soon(() => toastLines(page)).toEqual(['Update Failed', sentence]);
      await soon(() => toggle.isChecked()).toBe(true);
      await page.unroute(pattern);
    }

    const last = page.getByRole('switch', { name: 'Short-lived enabled' });
    await last.waitFor({ state: 'attached' });
    await office.api.send('DELETE', `/api/email-templates/${gone.id}`);
    await last.click({ force: true });
    await soon(() => toastLines(page)).toEqual(['Update Failed', 'Template not found']);
    expect(problems).toEqual([]);
  });
});

describe('the panel', () => {
  test('E03 E04 E05 E15 edits four fields with a live preview, puts variables in at the cursor and saves', async () => {
    const chosen = templateOf('order_created');
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [SANDBOXED] });
    await page.goto('/admin/email-templates');
    await page.getByRole('button', { name: chosen.name, exact: true }).click();
    await page.waitForURL(`**/admin/email-templates?template=${chosen.id}`);
    const panel = panelOf(page, chosen.name);
    const variables = panel.getByRole('region', { name: 'Available variables' });
    const names = await variables.getByText(/^\{\{\w+\}\}$/).allTextContents();
    // The twelve come first, then what only some mails are filled with.
    expect(names.slice(0, VARIABLES.length)).toEqual(VARIABLES.map((name) => `{{${name}}}`));
    expect(names).toContain('{{quoteUrl}}');
    const content = panel.getByLabel('Email Content');
    expect(await content.getAttribute('rows')).toBe('12');
    expect(await content.evaluate((node) => getComputedStyle(node).fontFamily)).toMatch(/mono/i);
    for (const label of ['Template Name', 'Trigger Event', 'Email Subject', 'Email Content'])
      expect(await panel.getByLabel(label).getAttribute('readonly')).not.toBe(null);

    await panel.getByRole('button', { name: 'Edit' }).click();
    await panel.getByLabel('Email Subject').fill('Booked: ');
    await variables.getByRole('button', { name: 'Insert trackingNumber' }).click();
    expect(await panel.getByLabel('Email Subject').inputValue()).toBe('Booked: {{trackingNumber}}');
    await content.fill('Dear , your delivery is booked.');
    await content.evaluate((node) => node instanceof HTMLTextAreaElement && node.setSelectionRange(5, 5));
    await variables.getByRole('button', { name: 'Insert customerName' }).click();
    expect(await content.inputValue()).toBe('Dear {{customerName}}, your delivery is booked.');
    await panel.getByTestId('preview-subject').getByText('Booked: QF001234567890').waitFor();
    const frame = panel.locator('iframe').last();
    expect(await frame.getAttribute('sandbox')).not.toMatch(/allow-(scripts|same-origin|forms|top-navigation)/);
    await frame.contentFrame().getByRole('paragraph').getByText('Dear Alex Sample, your delivery is booked.').waitFor();
    await expectAccessible(page, 'panel');

    await panel.getByRole('button', { name: 'Save' }).click();
    await toastOf(page).getByText('Template saved').waitFor();
    expect(await stored(chosen.id)).toMatchObject({
      subject: 'Booked: {{trackingNumber}}',
      content: 'Dear {{customerName}}, your delivery is booked.',
    });
    await panel.getByRole('button', { name: 'Edit' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('warns of unknown names, and Cancel asks before it discards what was typed', async () => {
    const chosen = templateOf('order_cancelled');
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto('/admin/email-templates');
    await page.getByRole('button', { name: chosen.name, exact: true }).click();
    const panel = panelOf(page, chosen.name);
    await panel.getByRole('button', { name: 'Edit' }).click();
    await panel.getByLabel('Email Content').fill('Hello {{custmerName}}');
    await panel.getByText('Unknown variable').waitFor();
    await panel.getByText('{{custmerName}}').last().waitFor();
    const question = dialogOf(page, 'Discard your changes?');
    // Each question is answered before the next one can come: the one that fades out has the same button.
    const keepEditing = async () => {
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'hidden' });
    };

    await page.getByRole('link', { name: 'Orders' }).click();
    await keepEditing();
    expect(page.url()).toContain('/admin/email-templates');
    await page.evaluate(() => history.back());
    await keepEditing();
    await page.getByRole('button', { name: 'Delivered', exact: true }).click();
    await keepEditing();
    expect(await panel.getByLabel('Email Content').inputValue()).toBe('Hello {{custmerName}}');

    await panel.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await panel.getByRole('button', { name: 'Edit' }).waitFor();
    expect(await panel.getByLabel('Email Content').inputValue()).toBe(chosen.content);
    expect((await stored(chosen.id))?.content).toBe(chosen.content);
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/admin/orders');
    expect(problems).toEqual([]);
  });

  test('E10 a failed save shows an error and keeps what was typed; a stale one shows both versions', async () => {
    const chosen = templateOf('quote_paid');
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/ERR_FAILED/, /409/] });
    await page.goto(`/admin/email-templates?template=${chosen.id}`);
    const panel = panelOf(page, chosen.name);
    await panel.getByRole('button', { name: 'Edit' }).click();
    await panel.getByLabel('Email Subject').fill('');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('Email subject is required').waitFor();
    await panel.getByLabel('Email Subject').fill('My subject');
    const mend = await breakCall(page, 'templates.update');
    await panel.getByRole('button', { name: 'Save' }).click();
    await toastOf(page).getByText('Save failed').waitFor();
    expect(await panel.getByLabel('Email Subject').inputValue()).toBe('My subject');
    await mend();
    await office.api.send('PUT', `/api/email-templates/${chosen.id}`, { subject: 'Their subject' });
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('Someone else changed this template').waitFor();
    await expectAccessible(page, 'template conflict');
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await toastOf(page).getByText('Template saved').waitFor();
    expect((await stored(chosen.id))?.subject).toBe('My subject');
    expect(problems).toEqual([]);
  });

  test('fits a phone, in the dark too', async () => {
    const chosen = templateOf('order_delivered');
    const { page, problems } = await newPage(browser, site, { ...PHONE, colorScheme: 'dark', signedInAs: ADMIN });
    await page.goto('/admin/email-templates');
    await page.getByRole('button', { name: chosen.name, exact: true }).click();
    const panel = panelOf(page, chosen.name);
    await panel.locator('iframe').last().waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'panel on a phone');
    await panel.getByRole('button', { name: 'All templates' }).click();
    await page.getByRole('switch').first().waitFor({ state: 'attached' });
    await expectAccessible(page, 'list on a phone');
    expect(problems).toEqual([]);
  });
});

describe('the test e-mail', () => {
  test('E06 E07 E08 E15 goes to the address, after the two rules', async () => {
    const chosen = templateOf('quote_sent');
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto(`/admin/email-templates?template=${chosen.id}`);
    const section = page.getByRole('region', { name: 'Test Email' });
    const send = section.getByRole('button', { name: 'Send Test Email' });
    await send.click();
    await toastOf(page).getByText('Email required').waitFor();
    await section.getByLabel('Test email address').fill('not an address');
    await send.click();
    await toastOf(page).getByText('Invalid email').waitFor();
    await toastOf(page).getByText('Please enter a valid email address').waitFor();
    expect(await site.sql(`select 1 from emails where trigger = 'test'`)).toEqual([]);
    await section.getByLabel('Test email address').fill('tester@example.com');
    await send.click();
    await toastOf(page).getByText('Test email sent').waitFor();
    const [mail] = await site.sql<{ id: number; recipient: string; subject: string }>(
      `select id, recipient, subject from emails where trigger = 'test'`,
    );
    expect(mail).toMatchObject({
      recipient: 'tester@example.com',
      subject: '[Test] Your delivery quote K7M-3QF: $84.50',
    });
    await section.getByRole('link', { name: 'Open it in the Mailbox' }).click();
    await page.waitForURL(`**/admin/mailbox?mail=${mail?.id}`);
    await dialogOf(page, '[Test] Your delivery quote K7M-3QF: $84.50').waitFor();
    expect(problems).toEqual([]);
  });

  test('E13 a failure is shown with its reason and logged, and the address stays', async () => {
    const { page, problems } = await newPage(browser, site, {
      signedInAs: ADMIN,
      expectErrors: [/ERR_FAILED/, /500/, /Failed to send test email/],
    });
    await page.goto(`/admin/email-templates?template=${templateOf('quote_sent').id}`);
    const logged: string[] = [];
    page.on('console', (line) => logged.push(line.text()));
    const mend = await breakCall(page, 'templates.test');
    const section = page.getByRole('region', { name: 'Test Email' });
    const send = section.getByRole('button', { name: 'Send Test Email' });
    await section.getByLabel('Test email address').fill('tester@example.com');
    await send.click();
    await toastOf(page).getByText('Failed to send test email').waitFor();
    await soon(() => logged.some((line) => line.startsWith('Failed to send test email'))).toBe(true);
    expect(await section.getByLabel('Test email address').inputValue()).toBe('tester@example.com');
    await mend();

    for (const [message, sentence] of [
      ['The mail server refused the address', 'The mail server refused the address'],
      ['', 'An unknown error occurred'],
    ] as const) {
      const pattern = await refuse(page, 'templates.test', message);
      await send.click();
      await soon(() => toastLines(page)).toEqual(['Failed to send test email', sentence]);
      expect(logged).toContain(`Failed to send test email ${sentence}`);
      await page.unroute(pattern);
    }
    expect(problems).toEqual([]);
  });
});

describe('loading', () => {
  test('E09 E14 when nothing arrives, a manual fetch is attempted, and a toast says whether it worked', async () => {
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/ERR_FAILED/] });
    await page.route(/trpc\/[^?]*templates\.list/, (route) => route.abort());
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/api/email-templates', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/admin/email-templates');
    await toastOf(page).getByText('Error loading templates').waitFor();
    await toastOf(page).getByText('Could not load email templates. Please try again.').waitFor();
    letThrough();
    await toastOf(page).getByText('Templates loaded manually').waitFor();
    await page.getByRole('switch', { name: 'Delivered enabled' }).waitFor({ state: 'attached' });

    await page.unroute('**/api/email-templates');
    await page.route('**/api/email-templates', (route) => route.abort());
    await page.goto('/admin/email-templates');
    await toastOf(page).getByText('Manual fetch failed').waitFor();
    const failure = page.getByRole('main').getByRole('alert');
    await failure.getByText('Error loading templates').waitFor();
    await failure.getByText('Could not load email templates. Please try again.').waitFor();
    await page.unrouteAll();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('switch', { name: 'Delivered enabled' }).waitFor({ state: 'attached' });
    expect(problems).toEqual([]);
  });

  test('E02 E11 E15 an empty installation is offered the default templates', async () => {
    const { page, problems } = await newPage(browser, empty, { signedInAs: ADMIN, expectErrors: [/ERR_FAILED/] });
    await page.goto('/admin/email-templates');
    const initialize = page.getByRole('button', { name: 'Initialize Default Templates' });
    await initialize.waitFor();
    await expectAccessible(page, 'no templates');
    const mend = await breakCall(page, 'templates.initialize');
    await initialize.click();
    await toastOf(page).getByText('Initialization failed').waitFor();
    expect(await empty.sql('select 1 from email_templates')).toEqual([]);
    await mend();
    await initialize.click();
    await toastOf(page).getByText('Templates Initialized').waitFor();
    await page.getByRole('button', { name: 'Delivered', exact: true }).waitFor();
    expect(await empty.sql('select count(*)::int as n from email_templates')).toEqual([{ n: templates.length }]);
    expect(problems).toEqual([]);
  });
});
