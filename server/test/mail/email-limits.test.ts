import type { Template } from '@quickfleet/shared/messages/templates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { ok, quoteBody } from '../support/factories.ts';

const START = new Date('2031-03-01T10:00:00Z');
const HOUR = 3_600_000;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ LIMIT_SCALE: 1, ADMIN_EMAIL: 'office@quickfleet.test' });
});
afterAll(() => app.close());

const bodyTo = (email: string) => ({ ...quoteBody(), customer: { name: 'Ada', email } });
/** From another address each time, as a bot net would. */
const ask = async (email: string) => ok(await app.client().post('/api/v1/quotes', bodyTo(email)));
const countMails = async (trigger: string, like = '%') =>
  (
    await app.sql<{ n: number }>(
      'select count(*)::int as n from emails where trigger = ? and recipient ilike ?',
      trigger,
      like,
    )
  )[0]?.n;

describe('confirmations that strangers cause', () => {
  it('are three in 24 hours to one mailbox, however it is spelled and however many ask together', async () => {
    app.setClock(START);
    const spellings = [
      'victim@mail.example',
      'Victim@Mail.example',
      'victim+1@mail.example',
      'VICTIM+two@mail.example',
    ];
    await Promise.all(Array.from({ length: 12 }, (_, index) => ask(spellings[index % spellings.length] ?? '')));
    expect(await countMails('quote_received', 'victim%')).toBe(3);
    expect(await countMails('quote_received_office')).toBe(12);
    expect(await app.sql(`select count(*)::int as n from quotes where customer_email ilike 'victim%'`)).toEqual([
      { n: 12 },
    ]);
    expect(await app.sql(`select count(*)::int as n from history where action = 'quote.confirmation_skipped'`)).toEqual(
      [{ n: 9 }],
    );

    await ask('victim@another.example');
    expect(await countMails('quote_received', 'victim@another.example')).toBe(1);
    app.setClock(new Date(START.getTime() + 23 * HOUR));
    await ask('victim@mail.example');
    expect(await countMails('quote_received', 'victim%@mail.example')).toBe(3);
    app.setClock(new Date(START.getTime() + 25 * HOUR));
    await ask('victim@mail.example');
    expect(await countMails('quote_received', 'victim%@mail.example')).toBe(4);
    app.setClock(undefined);
  });

  it('are not counted against what staff type in for a customer on the phone', async () => {
    const staff = await app.as('dispatcher');
    for (let index = 0; index < 5; index++) ok(await staff.post('/api/v1/quotes', bodyTo('regular@mail.example')));
    expect(await countMails('quote_received', 'regular@mail.example')).toBe(5);
  });
});

describe('test e-mails', () => {
  it('are five a minute for one person', async () => {
    app.setClock(START);
    const [one, two] = [await app.as('dispatcher'), await app.as('admin')];
    const [template] = ok<Template[]>(await one.post('/api/email-templates/initialize'));
    const test = (client: typeof one) =>
      client.post(`/api/email-templates/${template?.id}/test`, { testEmail: 'me@mail.example' });
    const answers = [];
    for (let index = 0; index < 7; index++) answers.push(await test(one));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(answers[0]?.json()).toMatchObject({ success: true, delivery: 'kept' });
    expect((await test(two)).statusCode).toBe(200);
    expect(await countMails('test')).toBe(6);
    app.setClock(new Date(START.getTime() + 61_000));
    expect((await test(one)).statusCode).toBe(200);
    app.setClock(undefined);
  });
});
