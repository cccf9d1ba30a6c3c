import { companyDefaults } from '@quickfleet/shared/company/company';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeQuote, ok, orderBody } from '../../../test/support/factories.ts';
import { createMailer } from '../../messages/outbox/mailer.ts';

interface Settings {
  version: number;
  locked: Record<string, string>;
  [group: string]: unknown;
}
const COMPANY = '/api/v1/company';
const MAIL_SERVER = 'smtps://mailer:a-secret-word@mail.acme.test';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const read = async (): Promise<Settings> => ok<Settings>(await admin.get(COMPANY));
const lines = () =>
  app.sql<{ detail: string; data: string | null; actor_name: string }>(
    `select detail, data, actor_name from history where subject = 'company' order by id`,
  );

describe('the settings of the company', () => {
  it('C240 begin with what came with the product, and nothing is locked', async () => {
    expect(await read()).toMatchObject({
      profile: { name: 'QuickFleet', legalName: null, address: null, areaServed: null, website: null },
      locale: { timeZone: 'UTC', language: 'en', hourCycle: 'h12', country: 'US' },
      mail: { proofAttached: false, smtpHost: null, from: null, replyTo: null, officeEmail: null },
      registration: { isOpen: true },
      locked: {},
    });
  });

  it('C240 C241 apply as soon as they are saved, and each changed value is a line of history', async () => {
    const before = (await lines()).length;
    ok(
      await admin.put(COMPANY, {
        profile: { name: 'Acme Couriers', email: 'hello@acme.test', website: 'https://www.acme.test' },
        locale: { timeZone: 'Pacific/Auckland', country: 'nz' },
        registration: { isOpen: false },
      }),
    );
    expect(app.services.config).toMatchObject({
      BRAND_NAME: 'Acme Couriers',
      SUPPORT_EMAIL: 'hello@acme.test',
      BUSINESS_TIMEZONE: 'Pacific/Auckland',
      BUSINESS_COUNTRY: 'NZ',
      ALLOW_REGISTRATION: false,
    });
    const refused = await app.client().post('/api/register', { username: 'stranger', password: 'a-good-password-9' });
    expect(refused.statusCode).toBe(403);
    const quote = await makeQuote(app);
    const [mail] = await app.sql<{ html: string }>('select html from emails where quote_id = ? order by id', quote.id);
    expect(mail?.html).toContain('Acme Couriers');
    const written = (await lines()).slice(before);
    expect(written.map(({ detail }) => detail)).toEqual([
      'profile.name: QuickFleet → Acme Couriers',
      'profile.email: support@quickfleet.example → hello@acme.test',
      'profile.website: none → https://www.acme.test',
      'locale.timeZone: UTC → Pacific/Auckland',
      'locale.country: US → NZ',
      'registration.isOpen: true → false',
    ]);
    expect(JSON.parse(written[0]?.data ?? '')).toEqual({
      path: 'profile.name',
      from: 'QuickFleet',
      to: 'Acme Couriers',
    });
    expect(written[0]?.actor_name).not.toBe('');
  });

  it('C242 what was read can be sent back: it changes nothing, and writes no history', async () => {
    const before = (await lines()).length;
    const settings = await read();
    const again = ok<Settings>(await admin.put(COMPANY, settings));
    expect({ ...again, version: 0, updatedAt: '' }).toEqual({ ...settings, version: 0, updatedAt: '' });
    expect(await lines()).toHaveLength(before);
  });

  it('C242 unknown groups and fields are refused', async () => {
    for (const body of [
      { nonsense: {} },
      { profile: { nickname: 'Al' } },
      { mail: { password: 'x' } },
      { locale: { zone: 'UTC' } },
      { quoting: { nonsense: 1 } },
    ]) {
      const refused = await admin.put(COMPANY, body);
      expect(refused.statusCode, JSON.stringify(body)).toBe(400);
      expect(refused.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });

  it('C242 a value that cannot be says why, at its path', async () => {
    for (const [path, value, words] of [
      ['profile.name', '  ', 'Enter the name of the company'],
      ['profile.email', 'nobody', 'Valid email is required'],
      ['profile.website', 'javascript:alert(1)', 'Must be the address of a website, like https://www.example.com'],
      ['locale.timeZone', 'Mars/Olympus', 'Choose a time zone like Europe/Vienna'],
      ['locale.timeZone', '+01:00', 'Choose a time zone like Europe/Vienna'],
      ['locale.country', 'QQ', 'Choose a country by its two letters, for example AT'],
      ['locale.hourCycle', 'h24', 'Choose h12 or h23'],
      ['locale.language', 'tlh', 'Choose one of en, de, fr, es, ar'],
      ['mail.from', 'Acme <a@b.test>, c@d.test', 'Must be an e-mail address, or a name and an address'],
      ['mail.smtpUrl', 'https://mail.acme.test', 'Must be an address like smtps://user:password@mail.example.com'],
      ['mail.smtpUrl', 'smtp://us@er:pass/word@mail.acme.test', 'Must be an address like smtps://'],
      // The mail library would start the program.
      ['mail.smtpUrl', 'smtp://mail.acme.test/?sendmail=true&path=/bin/sh', 'Must be an address like smtps://'],
      ['registration.isOpen', 'maybe', 'Must be true or false'],
    ] as const) {
      const [group = '', name = ''] = path.split('.');
      const refused = await admin.put(COMPANY, { [group]: { [name]: value } });
      expect(refused.statusCode, `${path} ${value}`).toBe(400);
      const { issues } = refused.json<{ issues: { path: string; message: string }[] }>();
      expect(issues[0]?.path).toBe(path);
      expect(issues[0]?.message).toContain(words);
    }
  });

  it('C243 registered name and address are one value each in profile and company', async () => {
    ok(await admin.put(COMPANY, { profile: { legalName: 'Acme Ltd' }, company: { address: '9 Depot Street' } }));
    expect(await read()).toMatchObject({
      profile: { legalName: 'Acme Ltd', address: '9 Depot Street' },
      company: { name: 'Acme Ltd', address: '9 Depot Street' },
    });
    const [row] = await app.sql<{ settings: Record<string, object> }>('select settings from company');
    expect(row?.settings['profile']).not.toHaveProperty('legalName');
    // Somebody who reads all of it and changes one of the two.
    const all = await read();
    ok(await admin.put(COMPANY, { ...all, company: { ...(all['company'] as object), name: 'Acme Holding Ltd' } }));
    expect(await read()).toMatchObject({ profile: { legalName: 'Acme Holding Ltd' } });
    const refused = await admin.put(COMPANY, { profile: { legalName: 'One' }, company: { name: 'Other' } });
    expect(refused.statusCode).toBe(400);
  });

  it('C244 the mail server is stored sealed and never read out; mails leave through it and answers go where they should', async () => {
    const before = (await lines()).length;
    const saved = await admin.put(COMPANY, { mail: { smtpUrl: MAIL_SERVER, replyTo: 'answers@acme.test' } });
    expect(ok<Settings>(saved)['mail']).toMatchObject({ smtpHost: 'mail.acme.test', replyTo: 'answers@acme.test' });
    expect(app.services.config).toMatchObject({ SMTP_URL: MAIL_SERVER, replyTo: 'answers@acme.test' });
    expect(createMailer(app.services.config)).toBeDefined();
    const [row] = await app.sql('select * from company');
    const stored = JSON.stringify([row, await lines(), await read(), saved.body]);
    expect(stored).not.toContain('a-secret-word');
    expect((await lines()).slice(before).map(({ detail }) => detail)).toEqual([
      'mail.replyTo: none → answers@acme.test',
      'mail.smtpUrl: changed',
    ]);
    const quote = await makeQuote(app);
    expect(await app.sql('select distinct status from emails where quote_id = ?', quote.id)).toEqual([
      { status: 'queued' },
    ]);
    // Another setting leaves it as it is; null takes it away.
    ok(await admin.put(COMPANY, { mail: { proofAttached: true } }));
    expect(app.services.config.SMTP_URL).toBe(MAIL_SERVER);
    expect(ok<Settings>(await admin.put(COMPANY, { mail: { smtpUrl: null } }))['mail']).toMatchObject({
      smtpHost: null,
    });
    expect(app.services.config.SMTP_URL).toBeUndefined();
  });

  it('C240 another process goes by a change without a restart', async () => {
    const saved = ok<Settings>(await admin.put(COMPANY, { profile: { phone: '+64 9 555 0100' } }));
    expect(saved.version).toBeGreaterThan(1);
    // As another process would: the row and a notification, and no call to this one.
    await app.sql(
      `update company set settings = jsonb_set(settings::jsonb, '{profile,phone}', '"+64 9 555 0199"')::json`,
    );
    await app.sql(`select pg_notify('quickfleet', '{"topic":"settings"}')`);
    await expect.poll(() => app.services.config.SUPPORT_PHONE).toBe('+64 9 555 0199');
  });

  it('C240 only admins change them; dispatchers read them, and nobody else does', async () => {
    const dispatcher = await app.as('dispatcher');
    expect((await dispatcher.get(COMPANY)).statusCode).toBe(200);
    expect((await dispatcher.put(COMPANY, { profile: { name: 'Mine' } })).statusCode).toBe(403);
    for (const role of ['driver', 'customer'] as const)
      expect((await (await app.as(role)).get(COMPANY)).statusCode).toBe(403);
    expect((await app.client().get(COMPANY)).statusCode).toBe(401);
  });
});

describe('the business hours', () => {
  let own: TestApp;
  let chief: Client;
  beforeAll(async () => {
    own = await createTestApp();
    chief = await own.as('admin');
    // A Monday, 10 AM in London.
    own.setClock(new Date('2026-11-16T10:00:00Z'));
    ok(await chief.put(COMPANY, { promises: { clock: 'business' } }));
  });
  afterAll(() => own.close());
  const today = async (app: TestApp) => {
    const { id } = await makeQuote(app, { speedType: 'today' });
    return ok<{ dueAt: string; speedDate: string | null; wantedDay: string }>(await chief.get(`/api/v1/quotes/${id}`));
  };

  it('C250 decide what "today" means and when a price is due', async () => {
    expect(await today(own)).toMatchObject({ wantedDay: '2026-11-16', dueAt: '2026-11-16T18:00:00.000Z' });
    const weekly = { mon: [{ from: '07:00', to: '15:00' }], wed: [{ from: '20:00', to: '02:00' }] };
    ok(await chief.put(COMPANY, { hours: { weekly, sameDayUntil: '12:00' } }));
    expect(await today(own)).toMatchObject({ wantedDay: '2026-11-16', dueAt: '2026-11-16T15:00:00.000Z' });
    ok(await chief.put(COMPANY, { hours: { sameDayUntil: '09:30' } }));
    // Closed on Tuesday; the night of Wednesday ends on Thursday, and the day at midnight.
    expect(await today(own)).toMatchObject({ wantedDay: '2026-11-18', dueAt: '2026-11-19T00:00:00.000Z' });
    ok(await chief.put(COMPANY, { hours: { holidays: [{ day: '2026-11-18', name: 'Founders’ Day' }] } }));
    expect(await today(own)).toMatchObject({ wantedDay: '2026-11-23', dueAt: '2026-11-23T15:00:00.000Z' });
  });

  it('C255 new hours and another time zone move the deadlines of those who still wait in time', async () => {
    ok(await chief.put(COMPANY, { hours: { weekly: companyDefaults.hours.weekly, holidays: [], sameDayUntil: null } }));
    const { id } = await makeQuote(own);
    const due = async () => ok<{ dueAt: string }>(await chief.get(`/api/v1/quotes/${id}`)).dueAt;
    // 8 hours on Monday, 10 on Tuesday, 6 on Wednesday.
    expect(await due()).toBe('2026-11-18T14:00:00.000Z');
    ok(await chief.put(COMPANY, { hours: { holidays: [{ day: '2026-11-17', name: 'Closed' }] } }));
    expect(await due()).toBe('2026-11-19T14:00:00.000Z');
    ok(await chief.put(COMPANY, { hours: { holidays: [] }, locale: { timeZone: 'America/New_York' } }));
    // 5 AM in New York: 10 hours on Monday, 10 on Tuesday, 4 on Wednesday.
    expect(await due()).toBe('2026-11-18T17:00:00.000Z');
    ok(await chief.put(COMPANY, { locale: { timeZone: 'UTC' } }));
  });

  it('C256 times in mails are written by the company’s clock', async () => {
    ok(await chief.put(COMPANY, { locale: { hourCycle: 'h23' } }));
    const driver = await own.as('driver');
    await own.sql(`update users set email = 'driver@acme.test' where id = ?`, driver.userId);
    const { id } = ok<{ id: number }>(
      await chief.post('/api/v1/orders', {
        ...orderBody({ driverId: driver.userId }),
        deliveryWindow: { from: '2026-11-20T14:00:00Z', to: '2026-11-20T16:30:00Z' },
      }),
    );
    const [mail] = await own.sql<{ text: string }>(
      `select text from emails where order_id = ? and text like '%16:30%'`,
      id,
    );
    expect(mail?.text).toContain('14:00');
    expect(mail?.text).not.toMatch(/\d (AM|PM)/);
  });
});

describe('colour and words', () => {
  it('C260 C262 C388 are in mails and kept for the pages; a section or claim that is not named stays', async () => {
    const own = await createTestApp();
    try {
      const chief = await own.as('admin');
      ok(await chief.put(COMPANY, { look: { accent: '#7C3AED' }, site: { sections: { whyChoose: false } } }));
      ok(await chief.put(COMPANY, { site: { claims: { insured: false } } }));
      ok(
        await chief.put(COMPANY, {
          site: { headline: 'Fast & fair', sections: { contact: false }, claims: { record: false } },
        }),
      );
      const settings = ok<Settings>(await chief.get(COMPANY));
      expect(settings).toMatchObject({
        look: { accent: '#7c3aed' },
        site: {
          headline: 'Fast & fair',
          intro: null,
          sections: { services: true, whyChoose: false, contact: false },
          claims: { sameDay: true, insured: false, weekend: true, roundTheClock: true, record: false },
        },
      });
      const shade = '#7c3aed';
      const quote = await makeQuote(own);
      const [mail] = await own.sql<{ html: string }>(
        'select html from emails where quote_id = ? order by id',
        quote.id,
      );
      expect(mail?.html).toContain(`background:${shade}`);
      expect(mail?.html).not.toContain('#0f766e');
      const refused = await chief.put(COMPANY, { look: { accent: 'red;}body{display:none' } });
      expect(refused.json()).toMatchObject({
        issues: [{ path: 'look.accent', message: 'Must be a colour like #7c3aed' }],
      });
      ok(await chief.put(COMPANY, { look: { accent: null } }));
      expect(own.services.config.shades).toBeNull();
    } finally {
      await own.close();
    }
  });
});

describe('a value that the environment sets', () => {
  it('C245 wins, is named with its variable, and is refused unless it is sent back as it is', async () => {
    const other = await createTestApp({ BRAND_NAME: 'Swift & Sons', SMTP_URL: MAIL_SERVER });
    try {
      const chief = await other.as('admin');
      const settings = ok<Settings>(await chief.get(COMPANY));
      expect(settings).toMatchObject({
        profile: { name: 'Swift & Sons' },
        mail: { smtpHost: 'mail.acme.test' },
        locked: { 'profile.name': 'BRAND_NAME', 'mail.smtpUrl': 'SMTP_URL' },
      });
      ok(await chief.put(COMPANY, { ...settings, registration: { isOpen: false } }));
      const refused = await chief.put(COMPANY, { profile: { name: 'Acme' }, mail: { smtpUrl: null } });
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        code: 'SETTING_LOCKED',
        issues: [{ path: 'profile.name' }, { path: 'mail.smtpUrl' }],
      });
      expect(other.services.config).toMatchObject({ BRAND_NAME: 'Swift & Sons', SMTP_URL: MAIL_SERVER });
    } finally {
      await other.close();
    }
  });
});
