import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { type Dispatch, dispatchOf, type Made } from './deliveries.ts';
import { expectAccessible, expectNoSidewaysScroll, open, soon, views } from './visitor.ts';

const site = useSite();
const browser = useBrowser();
let delivered: Made;
let pack: Buffer;
beforeAll(async () => {
  const dispatch: Dispatch = await dispatchOf(site);
  delivered = await dispatch.make();
  await dispatch.addPhotos(delivered, 0, 'pickup', 1);
  await dispatch.sign(delivered, 'pickup', 'Ada Sender');
  await dispatch.setStatus(delivered, 'in_transit');
  await dispatch.addPhotos(delivered, 0, 'delivery', 1);
  await dispatch.sign(delivered, 'delivery', 'Bob Receiver');
  const { cookie } = await site.api(ADMIN);
  const answer = await fetch(`${site.url}/api/v1/orders/${delivered.id}/evidence.zip`, { headers: { cookie } });
  pack = Buffer.from(await answer.arrayBuffer());
});

describe.each(views)('on $name', ({ view }) => {
  test.each(['light', 'dark'] as const)(
    'V22 /verify checks a pack in the browser, without a network too, and names what differs (%s)',
    async (colorScheme) => {
      const { page, context, problems } = await newPage(browser, site, { ...view, colorScheme });
      await open(page, '/verify');
      const choose = (name: string, buffer: Buffer) =>
        page.getByLabel('Evidence pack').setInputFiles({ name, mimeType: 'application/zip', buffer });
      const verdict = () => page.locator('[data-verdict]').getAttribute('data-verdict');
      await choose('pack.zip', pack);
      await page.getByText('Intact, and signed by this company').waitFor();
      expect(await page.getByText('Last line').isVisible()).toBe(true);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await context.setOffline(true);
      const changed = Buffer.from(pack);
      changed[pack.length >> 1] = (changed[pack.length >> 1] ?? 0) ^ 1;
      await choose('changed.zip', changed);
      await page.getByText('This pack was changed').waitFor();
      expect(await page.getByRole('alert').textContent()).toMatch(/First difference: .+ in changed\.zip/);
      await expectAccessible(page);
      await choose('again.zip', pack);
      await soon(verdict).toBe('intact');
      await choose('note.txt', Buffer.from('hello'));
      await soon(verdict).toBe('no_pack');
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test('V30 /verify, once opened, opens again and checks a dropped pack without a network, and says so', async () => {
    const { page, context, problems } = await newPage(browser, site, {
      ...view,
      expectErrors: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/],
    });
    await open(page, '/verify');
    await page.getByText('Works without a network: this page is kept on this device.').waitFor();
    await expectAccessible(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Verify Evidence' }).waitFor();
    await page.getByText('Works without a network: this page is kept on this device.').waitFor();
    const drop = async (name: string, bytes: Buffer) => {
      const files = await page.evaluateHandle(
        ([text, fileName]) => {
          const transfer = new DataTransfer();
          const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
          transfer.items.add(new File([content], fileName, { type: 'application/zip' }));
          return transfer;
        },
        [bytes.toString('base64'), name] as const,
      );
      await page
        .locator('label', { hasText: 'Drop an evidence pack here' })
        .dispatchEvent('drop', { dataTransfer: files });
    };
    await drop('pack.zip', pack);
    await page.getByText('Intact, and signed by this company').waitFor();
    const changed = Buffer.from(pack);
    changed[pack.length >> 1] = (changed[pack.length >> 1] ?? 0) ^ 1;
    await drop('changed.zip', changed);
    await page.getByText('This pack was changed').waitFor();
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('V23 the customer sees the photos of each step side by side and reports a problem from there', async () => {
    const { page, context, problems } = await newPage(browser, site, view);
    await open(page, `/track/${delivered.trackingNumber}`);
    const box = async (title: string) => (await page.getByText(title, { exact: true }).first().boundingBox())?.y;
    expect(await box('At pickup')).toBe(await box('At delivery'));
    await page.getByRole('button', { name: 'Something’s wrong' }).click();
    const form = page.getByRole('form', { name: 'Something is wrong' });
    // Nothing is preselected: reason and words are required.
    await form.getByLabel('Your e-mail address').fill('ada.private@example.com');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Describe the problem', { exact: true }).first().waitFor();
    await form.getByLabel('What is wrong').selectOption('damaged');
    await form.getByLabel('Describe the problem').fill('The corner is torn');
    await form.getByLabel('2 × Box of books').check();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await form.getByRole('button', { name: 'Send' }).click();
    // The same report again, on the other screen, is the first one.
    await page.getByText(/^Report received$|^You have already reported this$/).waitFor();
    await page.getByRole('region', { name: 'Your Reports' }).getByText('We’re looking into it').waitFor();
    const rows = await site.sql(
      `select kind, description, items -> 0 ->> 'name' as item from incidents where order_id = ? order by id desc limit 1`,
      delivered.id,
    );
    expect(rows).toEqual([{ kind: 'damaged', description: 'The corner is torn', item: 'Box of books' }]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

test('V23 staff find the claim on the list, settle it, and find proof and evidence in the order', async () => {
  const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await page.goto('/admin/incidents');
  await page.getByRole('heading', { name: 'Claims' }).waitFor();
  const claim = page.getByRole('listitem').filter({ hasText: 'The corner is torn' }).first();
  await claim.waitFor();
  await expectAccessible(page);
  await claim.getByRole('button', { name: 'Edit' }).click();
  await claim.getByLabel('Amount').fill('12.5');
  await claim.getByRole('button', { name: 'Settle' }).click();
  await soon(() =>
    site.sql(`select state, amount from incidents where order_id = ? and state = 'settled'`, delivered.id),
  ).toEqual([{ state: 'settled', amount: '12.50' }]);
  await page.goto(`/admin/orders?order=${delivered.id}`);
  const dialog = page.getByRole('dialog');
  const proof = dialog.getByRole('link', { name: 'Proof' });
  await proof.waitFor();
  expect(await proof.getAttribute('href')).toBe(`/api/v1/orders/${delivered.id}/proof.pdf`);
  await dialog.getByText('Amount $12.50').waitFor();
  await dialog.getByRole('button', { name: 'More' }).click();
  expect(await page.getByRole('menuitem', { name: 'Download evidence' }).getAttribute('href')).toContain(
    'evidence.zip',
  );
  expect(problems).toEqual([]);
  await context.close();
});
