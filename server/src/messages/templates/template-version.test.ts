import type { Template, TemplateVersion } from '@quickfleet/shared/messages/templates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeQuote, ok } from '../../../test/support/factories.ts';

interface VersionPage {
  data: TemplateVersion[];
  total: number;
  totalPages: number;
}
const START = Date.parse('2031-03-01T10:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const words = {
  ...{ name: 'Paid', type: 'customer', trigger: 'quote_paid', subject: 'Thanks', content: 'First words' },
  language: null,
};
const create = async (client: Client, more = {}) =>
  ok<Template>(await client.post('/api/v1/email-templates', { ...words, ...more }));
const change = async (client: Client, id: number, body: unknown) =>
  ok<Template>(await client.put(`/api/v1/email-templates/${id}`, body));
const versionsOf = async (client: Client, id: number, query = '') =>
  ok<VersionPage>(await client.get(`/api/v1/email-templates/${id}/versions${query}`));
const nameOf = async (userId: number) =>
  (await app.sql<{ name: string }>(`select first_name || ' ' || last_name as name from users where id = ?`, userId))[0]
    ?.name;

describe('the versions of a template', () => {
  it('keep every state of its words, with who and when, newest first', async () => {
    app.setClock(new Date(START));
    const [ada, bob] = [await app.as('admin'), await app.as('dispatcher')];
    const { id } = await create(ada);
    app.setClock(new Date(START + 60_000));
    await change(bob, id, { content: 'Second words', subject: 'Thank you' });
    const page = await versionsOf(bob, id);
    expect(page).toMatchObject({ total: 2, totalPages: 1 });
    expect(page.data).toEqual([
      {
        ...words,
        subject: 'Thank you',
        content: 'Second words',
        version: 2,
        savedAt: '2031-03-01T10:01:00.000Z',
        savedBy: await nameOf(bob.userId),
        isCurrent: true,
      },
      {
        ...words,
        version: 1,
        savedAt: '2031-03-01T10:00:00.000Z',
        savedBy: await nameOf(ada.userId),
        isCurrent: false,
      },
    ]);
    expect((await versionsOf(bob, id, '?limit=1&page=2')).data).toMatchObject([{ version: 1, isCurrent: false }]);
    app.setClock(undefined);
  });

  it('are not made by a switch, by the same words again or by a change that is refused', async () => {
    const staff = await app.as('dispatcher');
    const { id } = await create(staff);
    const off = await change(staff, id, { enabled: false });
    await change(staff, id, off);
    await change(staff, id, words);
    expect((await staff.put(`/api/v1/email-templates/${id}`, { content: 'Too late', version: 1 })).statusCode).toBe(
      409,
    );
    expect((await staff.put(`/api/v1/email-templates/${id}`, { content: '' })).statusCode).toBe(400);
    expect(await versionsOf(staff, id)).toMatchObject({ total: 1, data: [{ content: 'First words' }] });
  });

  it('are all there after changes at the same time, and go with their template', async () => {
    const staff = await app.as('dispatcher');
    const { id } = await create(staff);
    await Promise.all(Array.from({ length: 6 }, (_, index) => change(staff, id, { content: `Words ${index}` })));
    const page = await versionsOf(staff, id);
    expect(page.data.map((row) => row.version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(new Set(page.data.map((row) => row.content)).size).toBe(7);
    expect(page.data[0]?.content).toBe(ok<Template>(await staff.get(`/api/v1/email-templates/${id}`)).content);
    ok(await staff.delete(`/api/v1/email-templates/${id}`));
    expect(await app.sql('select 1 from template_versions where template_id = ?', id)).toEqual([]);
    expect((await staff.get(`/api/v1/email-templates/${id}/versions`)).statusCode).toBe(404);
  });

  it('begin with what initialize adds, and a mail names the one it was made of', async () => {
    await app.sql('truncate email_templates restart identity cascade');
    const staff = await app.as('dispatcher');
    const templates = ok<Template[]>(await staff.post('/api/email-templates/initialize'));
    ok(await staff.post('/api/email-templates/initialize'));
    expect(await app.sql('select count(*)::int as n from template_versions')).toEqual([{ n: templates.length }]);
    const received = templates.find((template) => template.trigger === 'quote_received');
    const { version } = await change(staff, received?.id ?? 0, { subject: 'Got it' });
    const { id } = await makeQuote(app);
    expect(await app.sql('select subject, template_id, template_version from emails where quote_id = ?', id)).toEqual([
      { subject: 'Got it', template_id: received?.id, template_version: version },
    ]);
  });

  it('begin with the present words where a template is older than they are', async () => {
    // Both make the table of versions what it is.
    for (const name of ['20261205_languages', '20261121_mail']) await app.services.orm.migrator.down(name);
    await app.sql(
      `insert into email_templates (name, type, trigger, subject, content, created_at, updated_at, version) values ('Old', 'customer', 'quote_paid', 'S', 'C', now(), '2026-01-01T00:00:00Z', 4)`,
    );
    await app.services.orm.migrator.up();
    const staff = await app.as('dispatcher');
    const old = ok<Template[]>(await staff.get('/api/email-templates')).find((template) => template.name === 'Old');
    expect((await versionsOf(staff, old?.id ?? 0)).data).toMatchObject([
      { version: 4, content: 'C', savedAt: '2026-01-01T00:00:00.000Z', isCurrent: true },
    ]);
  });
});

describe('putting a version back', () => {
  it('makes its words the newest version, leaves the switch alone and is on record', async () => {
    const [ada, bob] = [await app.as('admin'), await app.as('dispatcher')];
    const { id } = await create(ada);
    await change(ada, id, { content: 'Second words', name: 'Paid, again', enabled: false });
    const answer = await bob.post(`/api/v1/email-templates/${id}/restore`, { version: 1 });
    const restored = ok<Template>(answer);
    expect(restored).toMatchObject({ ...words, enabled: false, version: 3 });
    expect(answer.headers['etag']).toBe(`"template-${id}-v3"`);
    const { data } = await versionsOf(ada, id);
    expect(data.map((row) => [row.version, row.content, row.isCurrent])).toEqual([
      [3, 'First words', true],
      [2, 'Second words', false],
      [1, 'First words', false],
    ]);
    expect(data[0]?.savedBy).toBe(await nameOf(bob.userId));
    ok(await bob.post(`/api/v1/email-templates/${id}/restore`, { version: 3 }));
    expect((await versionsOf(ada, id)).total).toBe(3);
    expect(
      await app.sql(
        `select detail from history where subject = 'template' and subject_id = ? and action = 'template.restored' order by id limit 1`,
        id,
      ),
    ).toEqual([{ detail: 'version 1' }]);
  });

  it('refuses a version that never existed, and a template that someone else has changed', async () => {
    const staff = await app.as('dispatcher');
    const { id } = await create(staff);
    await change(staff, id, { content: 'Second words' });
    const none = await staff.post(`/api/v1/email-templates/${id}/restore`, { version: 9 });
    expect(none.statusCode).toBe(404);
    expect(none.json()).toMatchObject({ code: 'VERSION_NOT_FOUND' });
    expect((await staff.post('/api/v1/email-templates/999999/restore', { version: 1 })).statusCode).toBe(404);
    expect((await staff.post(`/api/v1/email-templates/${id}/restore`, {})).statusCode).toBe(400);
    const stale = await staff.post(
      `/api/v1/email-templates/${id}/restore`,
      { version: 1 },
      { headers: { 'if-match': `"template-${id}-v1"` } },
    );
    expect(stale.statusCode).toBe(412);
    const seenBefore = await staff.post(`/api/v1/email-templates/${id}/restore`, { version: 1, presentVersion: 1 });
    expect(seenBefore.statusCode).toBe(409);
    expect(seenBefore.json()).toMatchObject({ code: 'STALE_VERSION' });
    expect(ok<Template>(await staff.get(`/api/v1/email-templates/${id}`))).toMatchObject({
      content: 'Second words',
      version: 2,
    });
  });

  it('is for staff only, and so is looking', async () => {
    const { id } = await create(await app.as('admin'));
    for (const [client, status] of [
      [app.client(), 401],
      [await app.as('customer'), 403],
      [await app.as('driver'), 403],
    ] as const) {
      expect((await client.get(`/api/v1/email-templates/${id}/versions`)).statusCode).toBe(status);
      expect((await client.post(`/api/v1/email-templates/${id}/restore`, { version: 1 })).statusCode).toBe(status);
    }
  });
});
