import type { Template } from '@quickfleet/shared/messages/templates';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeQuote, ok } from '../../../test/support/factories.ts';
import { migrations } from '../../db/migrations/index.ts';
import { defaultTemplates } from './defaults/defaults.ts';

const BEFORE = migrations.findIndex(({ name }) => name === '20261126_template_texts');

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ ADMIN_EMAIL: 'office@example.com' });
});
afterAll(() => app.close());

it('an upgrade changes default templates that nobody has edited, and no others', async () => {
  const staff = await app.as('dispatcher');
  const { orm } = app.services;
  const templates = ok<Template[]>(await staff.post('/api/email-templates/initialize'));
  for (let n = migrations.length; n > BEFORE; n--) await orm.migrator.down();
  const find = (all: readonly Template[], trigger: string) => all.find((template) => template.trigger === trigger);
  const pinId = find(templates, 'delivery_pin')?.id;
  const assignedId = find(templates, 'driver_assigned')?.id;
  await app.sql(`update email_templates set content = content || ' Thank you.' where id = ?`, pinId);
  await app.sql(`update email_templates set name = 'Your driver' where id = ?`, assignedId);
  // The product of today does not read the tables of then.
  const rowThen = async (trigger: string) =>
    (
      await app.sql<Pick<Template, 'content' | 'version' | 'updatedAt'>>(
        `select content, version, updated_at as "updatedAt" from email_templates where trigger = ?`,
        trigger,
      )
    )[0];
  const edited = await rowThen('delivery_pin');
  expect((await rowThen('attempt_failed_office'))?.content).toContain('Nothing follows before you decide it.');

  await orm.migrator.up();

  const upgraded = ok<Template[]>(await staff.get('/api/email-templates'));
  expect(find(upgraded, 'delivery_pin')).toEqual({
    ...find(templates, 'delivery_pin'),
    ...edited,
    updatedAt: new Date(edited?.updatedAt ?? 0).toISOString(),
  });
  const textOf = ({ trigger, subject, content }: Pick<Template, 'trigger' | 'subject' | 'content'>) => [
    trigger,
    subject,
    content,
  ];
  const unedited = ({ trigger }: Pick<Template, 'trigger'>) => trigger !== 'delivery_pin';
  expect(upgraded.filter(unedited).map(textOf)).toEqual(defaultTemplates().filter(unedited).map(textOf));
  expect(find(upgraded, 'driver_assigned')?.name).toBe('Your driver');
  expect(find(upgraded, 'attempt_failed')?.name).toBe('Failed attempt');
  const versions = await app.sql<{ version: number; saved_by: string }>(
    'select version, saved_by from template_versions where template_id = ? order by version desc limit 1',
    assignedId,
  );
  expect(versions).toEqual([{ version: find(upgraded, 'driver_assigned')?.version, saved_by: 'QuickFleet' }]);
});

it('C387 the mails about a request promise a price within the hours of the settings: 24 until somebody changes them', async () => {
  const admin = await app.as('admin');
  const promised = async () => {
    const { id } = await makeQuote(app);
    const mails = await app.sql<{ trigger: string; text: string }>(
      'select trigger, text from emails where quote_id = ? order by trigger',
      id,
    );
    return mails.map(({ trigger, text }) => [trigger, /a price within (.*)\./.exec(text)?.[1]]);
  };
  expect(await promised()).toEqual([
    ['quote_received', '24 hours'],
    ['quote_received_office', '24 hours'],
  ]);
  for (const [quoteHours, words] of [
    [1, '1 hour'],
    [4, '4 hours'],
  ] as const) {
    ok(await admin.put('/api/v1/company', { promises: { quoteHours } }));
    expect(await promised()).toEqual([
      ['quote_received', words],
      ['quote_received_office', words],
    ]);
  }
});
