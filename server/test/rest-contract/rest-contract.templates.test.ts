import type { Template } from '@quickfleet/shared/messages/templates';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../support/contract.ts';
import { ok } from '../support/factories.ts';

const world = useWorld();
const others = ['driver', 'customer'] as const;
const twins = ['/api/email-templates', '/api/v1/email-templates'];
const body = (more: object = {}) => ({
  name: 'Hello',
  type: 'customer',
  trigger: 'quote_sent',
  subject: 'Quote {{quoteId}}',
  content: 'Dear {{customerName}}',
  ...more,
});
const create = async (more: object = {}) =>
  ok<Template>(await world.dispatcher.post('/api/email-templates', body(more)));

describe('C34 GET and POST /api/email-templates', () => {
  it('C34 creates and lists', async () => {
    for (const url of twins) {
      const answer = await world.dispatcher.post(
        url,
        body({ content: '{{customerName}} {{constructor}} {{nothing}}' }),
      );
      expect(answer.statusCode).toBe(201);
      expect(answer.json<Template>()).toMatchObject({
        enabled: true,
        unknownVariables: ['constructor', 'nothing'],
        version: 1,
      });
      expect(ok<Template[]>(await world.dispatcher.get(url)).map((template) => template.id)).toContain(
        answer.json<Template>().id,
      );
    }
    expect(await world.app.sql('select count(*)::int as n from email_templates where name = ?', 'Hello')).toEqual([
      { n: 2 },
    ]);
  });
  it('C34 refuses bad input, no session, the wrong role and API keys', async () => {
    for (const [change, path, message] of [
      [{ name: '' }, 'name', 'Template name is required'],
      [{ subject: undefined }, 'subject', 'Email subject is required'],
      [{ content: null }, 'content', 'Email content is required'],
      [{ trigger: ' ' }, 'trigger', 'Trigger event is required'],
      [{ enabled: 'false' }, 'enabled', 'Must be true or false'],
    ] as const)
      expectIssue(await world.dispatcher.post('/api/email-templates', body(change)), path, message);
    for (const url of twins) {
      await expectRefused(
        world,
        [
          ['GET', url],
          ['POST', url, body()],
        ],
        others,
      );
      expectError(await (await world.program('quotes:manage')).get(url), 403);
    }
  });
});

describe('C35 GET, PUT, DELETE /api/email-templates/{id}', () => {
  it('C35 C39 reads, takes the whole template back, changes a part, deletes', async () => {
    for (const base of twins) {
      const { id } = await create();
      const read = await world.dispatcher.get(`${base}/${id}`);
      expect(read.headers.etag).toBe(`"template-${id}-v1"`);
      expect(
        ok<Template>(await world.dispatcher.put(`${base}/${id}`, { ...ok<Template>(read), subject: 'Changed' })),
      ).toMatchObject({ subject: 'Changed', name: 'Hello' });
      expect(ok<Template>(await world.dispatcher.put(`${base}/${id}`, { enabled: false }))).toMatchObject({
        enabled: false,
        subject: 'Changed',
      });
      expect(await world.app.sql('select subject, enabled from email_templates where id = ?', id)).toEqual([
        { subject: 'Changed', enabled: false },
      ]);
      expect(ok(await world.dispatcher.delete(`${base}/${id}`))).toEqual({ success: true });
      expectError(await world.dispatcher.get(`${base}/${id}`), 404, 'TEMPLATE_NOT_FOUND');
    }
  });
  it('C35 refuses bad input, no session and the wrong role', async () => {
    const { id } = await create();
    for (const base of twins) {
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        expectError(await world.admin.call(method, `${base}/abc`), 400);
        expectError(await world.admin.call(method, `${base}/${NOWHERE}`), 404);
        await expectRefused(world, [[method, `${base}/${id}`]], others);
      }
      for (const bad of [
        { enabled: null },
        { enabled: 0 },
        { enabled: '' },
        { enabled: [] },
        { name: null },
        { version: 'x' },
      ])
        expectError(await world.admin.put(`${base}/${id}`, bad), 400);
      expectError(await world.admin.put(`${base}/${id}`, { version: 99 }), 409, 'STALE_VERSION');
    }
  });
});

describe('C36 POST /api/email-templates/{id}/test', () => {
  it('C36 writes a test mail to one address', async () => {
    for (const base of twins) {
      const { id } = await create();
      const sent = ok<{ emailId: number }>(
        await world.dispatcher.post(`${base}/${id}/test`, { testEmail: 'me@example.com' }),
      );
      expect(sent).toMatchObject({ success: true, delivery: 'kept' });
      expect(await world.app.sql('select recipient, subject from emails where id = ?', sent.emailId)).toEqual([
        { recipient: 'me@example.com', subject: '[Test] Quote 1024' },
      ]);
    }
  });
  it('C36 refuses bad addresses, no session and the wrong role', async () => {
    const { id } = await create();
    const url = `/api/email-templates/${id}/test`;
    expectIssue(await world.dispatcher.post(url), 'testEmail', 'Email required');
    expectIssue(await world.dispatcher.post(url, { testEmail: ' ' }), 'testEmail', 'Email required');
    for (const bad of ['x', 'a@b', 'a@x.com,b@y.com', 'a@x.com\r\nBcc: b@y.com', `${'a'.repeat(100_000)}@x.com`])
      expectIssue(
        await world.dispatcher.post(url, { testEmail: bad }),
        'testEmail',
        'Please enter a valid email address',
      );
    expectError(
      await world.dispatcher.post(`/api/email-templates/${NOWHERE}/test`, { testEmail: 'me@example.com' }),
      404,
    );
    await expectRefused(world, [['POST', url, { testEmail: 'me@example.com' }]], others);
  });
});

describe('C37 POST /api/email-templates/initialize', () => {
  it('C37 adds what is missing, never overwrites, and needs no body', async () => {
    await world.app.sql('delete from email_templates');
    const kept = await create({ trigger: 'order_delivered', subject: 'Mine' });
    for (const [index, headers] of [
      {},
      { 'content-type': 'application/json' },
      { 'content-type': 'text/plain' },
    ].entries()) {
      const all = ok<Template[]>(
        await world.dispatcher.post(twins[index % 2] ? `${twins[index % 2]}/initialize` : '', undefined, { headers }),
      );
      expect(all.filter((template) => template.trigger === 'order_delivered')).toMatchObject([
        { id: kept.id, subject: 'Mine' },
      ]);
      expect(new Set(all.map((template) => template.trigger)).size).toBe(all.length);
    }
    const rows = await world.app.sql<{ n: number }>('select count(*)::int as n from email_templates');
    await Promise.all(Array.from({ length: 5 }, () => world.admin.post('/api/email-templates/initialize')));
    expect(await world.app.sql('select count(*)::int as n from email_templates')).toEqual(rows);
  });
  it('C37 refuses no session and the wrong role', async () => {
    for (const base of twins) await expectRefused(world, [['POST', `${base}/initialize`]], others);
  });
});
