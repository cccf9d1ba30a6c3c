import type { Template } from '@quickfleet/shared/messages/templates';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  breakCall,
  dialogOf,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  type Office,
  officeOf,
  SANDBOXED,
  soon,
  toastOf,
} from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();
let office: Office;
beforeAll(async () => {
  office = await officeOf(site);
});

const change = (id: number, body: Record<string, unknown>) =>
  office.api.send<Template>('PUT', `/api/email-templates/${id}`, body);
/** A template with three saved wordings. */
async function threeVersions(name: string): Promise<Template> {
  const first = {
    name,
    type: 'customer',
    trigger: 'quote_paid',
    subject: 'Thank you',
    content: 'Hello {{customerName}},\n\nyour money is here.',
  };
  const { id } = await office.api.send<Template>('POST', '/api/email-templates', first);
  await change(id, { subject: 'Thank you, {{customerName}}' });
  return change(id, { content: 'Hello {{customerName}},\n\nyour payment has arrived.' });
}
const stored = async (id: number) =>
  (
    await site.sql<{ subject: string; content: string; version: number }>(
      'select subject, content, version from email_templates where id = ?',
      id,
    )
  )[0];
const countVersions = async (id: number) =>
  (await site.sql('select 1 from template_versions where template_id = ?', id)).length;
const historyOf = (page: Page, { name }: Template) => dialogOf(page, `Earlier versions of “${name}”`);
const entryOf = (page: Page, version: number) =>
  page
    .getByRole('list', { name: 'Versions, newest first' })
    .getByRole('listitem')
    .filter({ hasText: `Version ${version}` });
const panelOf = (page: Page, { name }: Template) => page.getByRole('region', { name, exact: true });

describe('the earlier versions of a template', () => {
  test('show who saved what and when, what differs and how the mail looked', async () => {
    const template = await threeVersions('Looked at');
    const { page, problems } = await newPage(browser, site, {
      signedInAs: await site.createUser('dispatcher'),
      expectErrors: [SANDBOXED],
    });
    await page.goto(`/admin/email-templates?template=${template.id}`);
    await panelOf(page, template).getByRole('button', { name: 'Earlier versions' }).click();
    await page.waitForURL(`**/admin/email-templates?template=${template.id}&history=list`);
    const dialog = historyOf(page, template);
    await entryOf(page, 3).getByText('current').waitFor();
    await entryOf(page, 3).getByText('Changed content').waitFor();
    await entryOf(page, 2).getByText('Changed subject').waitFor();
    await entryOf(page, 1).getByText('First version').waitFor();
    await entryOf(page, 1).getByText('admin · ').waitFor();

    // The newest earlier one is looked at first: what putting it back would take away and bring.
    await dialog.getByRole('heading', { name: 'Version 2', exact: true }).waitFor();
    const content = dialog.getByRole('region', { name: 'content' });
    expect(await content.getByRole('deletion').allTextContents()).toEqual(['payment has arrived']);
    expect(await content.getByRole('insertion').allTextContents()).toEqual(['money is here']);
    expect(await dialog.getByRole('region', { name: 'subject' }).count()).toBe(0);
    await expectAccessibleInBoth(page, 'history');

    await entryOf(page, 1).getByRole('button').click();
    await page.waitForURL(/history=1$/);
    await soon(() => dialog.getByRole('region', { name: 'subject' }).getByRole('deletion').allTextContents()).toEqual([
      ', {{customerName}}',
    ]);
    await dialog.getByText('Preview').click();
    await dialog.getByTestId('preview-subject').getByText('Thank you', { exact: true }).waitFor();
    await dialog.locator('iframe').last().contentFrame().getByText('your money is here.').first().waitFor();
    await expectAccessibleInBoth(page, 'preview of a version');

    await entryOf(page, 3).getByRole('button').click();
    await dialog.getByText('What was changed since version 2').waitFor();
    expect(await dialog.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe(`?template=${template.id}`);
    expect(problems).toEqual([]);
  });

  test('can be restored by keyboard: the text becomes a new version and none is lost', async () => {
    const template = await threeVersions('Restore');
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto(`/admin/email-templates?template=${template.id}`);
    const opener = panelOf(page, template).getByRole('button', { name: 'Earlier versions' });
    await opener.press('Enter');
    await entryOf(page, 1).getByRole('button').press('Enter');
    await historyOf(page, template).getByRole('button', { name: 'Restore' }).press('Enter');
    const question = dialogOf(page, 'Restore version 1?');
    await question
      .getByText(
        /^What admin saved on \w{3} \d+, \d{4}.* becomes the newest version of “Restore”\. The current text stays in this list as version 3\.$/,
      )
      .waitFor();
    await question.getByRole('button', { name: 'Cancel' }).press('Enter');
    await question.waitFor({ state: 'hidden' });
    expect(await countVersions(template.id)).toBe(3);

    await historyOf(page, template).getByRole('button', { name: 'Restore' }).press('Enter');
    await question.getByRole('button', { name: 'Restore' }).press('Enter');
    await toastOf(page).getByText('Version 1 of Restore is back, as version 4').waitFor();
    await historyOf(page, template).waitFor({ state: 'hidden' });
    expect(await panelOf(page, template).getByLabel('Email Subject').inputValue()).toBe('Thank you');
    expect(await stored(template.id)).toEqual({
      subject: 'Thank you',
      content: 'Hello {{customerName}},\n\nyour money is here.',
      version: 4,
    });
    await soon(() => opener.evaluate((node) => node === document.activeElement)).toBe(true);

    await opener.press('Enter');
    await entryOf(page, 4).getByText('Changed subject and content').waitFor();
    await entryOf(page, 3).waitFor();
    expect(await countVersions(template.id)).toBe(4);
    // The current text cannot be restored.
    await entryOf(page, 1).getByRole('button').press('Enter');
    await historyOf(page, template).getByText('there is nothing to restore').waitFor();
    expect(problems).toEqual([]);
  });

  test('ask for a second look when another admin has saved; a changed switch does not block the save', async () => {
    const template = await threeVersions('Overtaken');
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/409/, /ERR_FAILED/] });
    await page.goto(`/admin/email-templates?template=${template.id}&history=1`);
    const dialog = historyOf(page, template);
    const putBack = async () => {
      await dialog.getByRole('button', { name: 'Restore' }).click();
      await dialogOf(page, 'Restore version 1?').getByRole('button', { name: 'Restore' }).click();
    };
    await dialog.getByRole('button', { name: 'Restore' }).waitFor();
    await change(template.id, { content: 'Other words' });
    await putBack();
    await dialog.getByText('Nothing was restored. Version 4 of admin is now the current one').waitFor();
    await entryOf(page, 4).getByText('current').waitFor();
    expect(await stored(template.id)).toMatchObject({ content: 'Other words', version: 4 });
    await expectAccessible(page, 'overtaken');

    const mend = await breakCall(page, 'templates.restore');
    await putBack();
    await toastOf(page).getByText('Save failed').waitFor();
    await mend();
    await change(template.id, { enabled: false });
    await putBack();
    await toastOf(page).getByText('Template saved').waitFor();
    expect(await stored(template.id)).toMatchObject({ subject: 'Thank you', version: 6 });
    expect(await countVersions(template.id)).toBe(5);
    expect(problems).toEqual([]);
  });

  test('do not touch what is typed in the editor until one is restored', async () => {
    const template = await threeVersions('Typed over');
    const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    await page.goto(`/admin/email-templates?template=${template.id}`);
    const panel = panelOf(page, template);
    await panel.getByRole('button', { name: 'Edit' }).click();
    await panel.getByLabel('Email Subject').fill('Half a thought');
    await panel.getByRole('button', { name: 'Earlier versions' }).click();
    const dialog = historyOf(page, template);
    await entryOf(page, 1).waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    expect(await dialogOf(page, 'Discard your changes?').count()).toBe(0);
    expect(await panel.getByLabel('Email Subject').inputValue()).toBe('Half a thought');

    await panel.getByRole('button', { name: 'Earlier versions' }).click();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    const question = dialogOf(page, 'Restore version 2?');
    await question.getByText('What you typed in the editor and did not save is thrown away.').waitFor();
    await question.getByRole('button', { name: 'Restore' }).click();
    await toastOf(page).getByText('Template saved').waitFor();
    await panel.getByRole('button', { name: 'Edit' }).waitFor();
    expect(await panel.getByLabel('Email Subject').inputValue()).toBe('Thank you, {{customerName}}');
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/admin/orders');
    expect(problems).toEqual([]);
  });

  test('replace their list on a phone', async () => {
    const template = await threeVersions('On a phone');
    const { page, problems } = await newPage(browser, site, { ...PHONE, colorScheme: 'dark', signedInAs: ADMIN });
    await page.goto(`/admin/email-templates?template=${template.id}&history=list`);
    const dialog = historyOf(page, template);
    await entryOf(page, 1).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'versions on a phone');
    expect(await dialog.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    await entryOf(page, 1).getByRole('button').click();
    await dialog.getByRole('button', { name: 'Restore' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'a version on a phone');
    await dialog.getByRole('button', { name: 'All versions' }).click();
    await entryOf(page, 3).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
  });
});
