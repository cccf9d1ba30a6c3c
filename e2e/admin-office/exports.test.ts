import { expect, test } from 'vitest';
import { expectAccessibleInBoth, expectNoSidewaysScroll } from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();
const AT = '/admin/settings?section=export';

test('U150 an admin makes, downloads and deletes an export of everything, by keyboard too', async () => {
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await page.goto(AT);
  await page.getByText('No exports yet').waitFor();
  await expectAccessibleInBoth(page, 'no exports');
  await page.getByRole('button', { name: 'Create export' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('The export is being made').waitFor();
  const one = page.getByRole('listitem').filter({ hasText: 'Export #1' });
  await one.getByText('Ready', { exact: true }).waitFor();
  await one.getByText('What it contains').click();
  await one.getByText('Users: 1').waitFor();
  const coming = page.waitForEvent('download');
  await one.getByRole('link', { name: 'Download export #1' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk);
  expect(Buffer.concat(chunks).subarray(0, 2).toString()).toBe('PK');
  expect(await site.sql(`select state from exports`)).toEqual([{ state: 'ready' }]);
  await expectAccessibleInBoth(page, 'a ready export');
  await one.getByRole('button', { name: 'Delete export #1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete export' }).click();
  await page.getByText('No exports yet').waitFor();
  expect(await site.sql('select 1 from exports')).toEqual([]);
  expect(problems).toEqual([]);
});

test('U151 shows how far an export is and why one failed, on a phone and a desktop, in the dark', async () => {
  await site.sql(
    `insert into exports (state, rows, files, missing_files, error, created_by_name, created_at, expires_at) values
      ('failed', 0, 0, 0, 'The disk of the exports is full. Make room there, then try again.', 'Robin Admin', now() - interval '1 hour', now() + interval '2 days'),
      ('running', 81200, 640, 2, null, 'API key Warehouse', now(), now() + interval '3 days')`,
  );
  for (const device of [PHONE, {}])
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, problems } = await newPage(browser, site, { ...device, colorScheme, signedInAs: ADMIN });
      await page.goto(AT);
      await page.getByText('81,200 rows · 640 files').waitFor();
      await page.getByText('2 files could not be found').waitFor();
      await page.getByText('The disk of the exports is full').waitFor();
      expect(await page.getByRole('button', { name: 'Create export' }).isDisabled()).toBe(true);
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBoth(page, `exports, ${colorScheme}`);
      expect(problems).toEqual([]);
    }
});
