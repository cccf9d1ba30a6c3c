import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { codeOf } from '../../server/test/support/code-of-page.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { dialogOf } from './office.ts';

const run = promisify(execFile);

const site = useSite();
const browser = useBrowser();

/** What a terminal prints. */
const terminal = async (command: string, env: Record<string, string> = {}) =>
  (
    await run('bash', ['--norc', '-euo', 'pipefail', '-c', command], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
    })
  ).stdout;

test('C12 C13 C16 C23 a newcomer with an admin’s password gets from the settings to the tracking page with the screens and the guide alone', async () => {
  const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/admin/developers/keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = dialogOf(page, 'Create an API key');
  await form.getByLabel('Name').fill('My shop');
  await form.getByLabel('Create, price and change quotes').check();
  await form.getByLabel('Mark quotes paid, send and convert them').check();
  await form.getByRole('button', { name: 'Create key' }).click();
  const made = dialogOf(page, 'API key My shop');
  await made.getByRole('button', { name: 'Copy curl line' }).click();
  expect(JSON.parse(await terminal(await copied()))).toMatchObject({ data: [], total: 0 });
  await made.getByRole('button', { name: 'Copy API key' }).click();
  const key = await copied();

  const commands = await codeOf('docs/api/quick-start.md', 'sh');
  const printed = await terminal(commands.join('\n'), { HOST: site.url, KEY: key });
  const [, number = ''] = /tracking number (QF\d{12})/.exec(printed) ?? [];
  expect(
    await site.sql(
      'select o.status, o.quote_price::text as price, q.status as quote from orders o join quotes q on q.id = o.quote_id where o.tracking_number = ?',
      number,
    ),
  ).toEqual([{ status: 'pending', price: '84.50', quote: 'converted' }]);
  await page.goto(`/track/${number}`);
  await page.getByText('Delivery Progress').waitFor();
  await page.getByText('Ada Sender').first().waitFor();
  await page.goto('/admin/developers/keys');
  await page.getByText(/^Last used /).waitFor();
  expect(problems).toEqual([]);
});

test('a key that may not read sees a line that still works', async () => {
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await page.goto('/admin/developers/keys');
  for (const [name, scope, table] of [
    ['Asks', 'Create, price and change quotes', 'quotes'],
    ['Books', 'Create and correct orders', 'orders'],
    ['Knows', 'Create and change customers', 'customers'],
  ] as const) {
    const count = async () => (await site.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;
    const before = await count();
    await page.getByRole('button', { name: 'Create key' }).click();
    const form = dialogOf(page, 'Create an API key');
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Read quotes').uncheck();
    await form.getByLabel('Read orders (never an access code or internal notes)').uncheck();
    await form.getByLabel(scope).check();
    await form.getByRole('button', { name: 'Create key' }).click();
    const made = dialogOf(page, `API key ${name}`);
    const line = (await made.getByText(/^curl /).textContent()) ?? '';
    await terminal(line.replace('curl ', 'curl -sS --fail-with-body '));
    expect(await count(), table).toBe(before + 1);
    await made.getByRole('button', { name: 'Done' }).click();
    await made.waitFor({ state: 'hidden' });
  }
  expect(problems).toEqual([]);
});
