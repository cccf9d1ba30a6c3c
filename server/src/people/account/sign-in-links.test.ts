import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { deliverMails } from '../../../test/support/counterparts/smtp.ts';
import { makeOrder, makeQuote, ok, openByMail, openOrder, quoteBody } from '../../../test/support/factories.ts';

let app: TestApp;
const START = new Date('2027-05-03T09:00:00Z');
const minutes = (count: number) => new Date(START.getTime() + count * 60_000);
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.setClock(START));
afterEach(() => app.setClock(undefined));

let count = 0;
/** The address of a customer who asked for a quote. */
async function customer(): Promise<string> {
  const email = `owner${++count}@example.com`;
  await makeQuote(app, { customer: { name: `Owner ${count}`, email } });
  return email;
}
interface Mail {
  text: string;
  html: string;
  code_sealed: string;
}
const mailsTo = (email: string) =>
  app.sql<Mail>(
    `select text, html, code_sealed from emails where recipient = ? and trigger = 'account_sign_in_link' order by id`,
    email,
  );
/** Asks for links, and answers the tokens of all that were mailed. */
async function askFor(email: string, times = 1): Promise<string[]> {
  for (let n = 0; n < times; n++) {
    ok(await app.client().post('/api/v1/auth/link', { email }));
    await deliverMails(app);
  }
  return (await mailsTo(email.toLowerCase())).map(({ code_sealed }) => app.services.secrets.open(code_sealed) ?? '');
}
const open = (token: string, browser = app.client()) => browser.post('/api/v1/auth/link/open', { token });
const rowsOf = (email: string) =>
  app.sql<{ used: boolean }>('select used_at is not null as used from sign_in_links where email = ?', email);

describe('a mailed sign-in link', () => {
  it('C340 goes to an address that something was ordered with, whatever its letter case, and to no other', async () => {
    const email = await customer();
    const answers = [];
    for (const asked of [email.toUpperCase(), 'nobody-here@example.com'])
      answers.push(await app.client().post('/api/v1/auth/link', { email: asked }));
    await deliverMails(app);
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, '{"success":true}'],
      [200, '{"success":true}'],
    ]);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await app.sql(`select 1 from emails where recipient like 'nobody-here%'`)).toEqual([]);
    expect(await app.sql(`select 1 from sign_in_links where email like 'nobody-here%'`)).toEqual([]);
  });

  it('C340 is used up by pressing the button, and not by reading it any number of times', async () => {
    const email = await customer();
    const [token = ''] = await askFor(email);
    for (let n = 0; n < 3; n++)
      expect(ok(await app.client().get(`/api/v1/auth/link/${token}`))).toMatchObject({ email });
    expect(await rowsOf(email)).toEqual([{ used: false }]);
    const answers = await Promise.all([open(token), open(token), open(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
    expect(await rowsOf(email)).toEqual([{ used: true }]);
    expectError(await open(token), 404, 'LINK_ENDED');
    expectError(await app.client().get(`/api/v1/auth/link/${token}`), 404, 'LINK_ENDED');
  });

  it('C340 works for 15 minutes, and its token is only in the sent mail', async () => {
    const email = await customer();
    const [token = ''] = await askFor(email);
    const [mail] = await mailsTo(email);
    expect(`${mail?.text}${mail?.html}`).not.toContain(token);
    expect(await app.sql('select 1 from sign_in_links where token_hash = ?', token)).toEqual([]);
    app.setClock(minutes(16));
    expectError(await open(token), 404, 'LINK_ENDED');
    expect(await rowsOf(email)).toEqual([{ used: false }]);
  });

  it('C341 is mailed at most three times while none is used, and ten times a day', async () => {
    const email = await customer();
    expect(await askFor(email, 5)).toHaveLength(3);
    for (let n = 1; n <= 4; n++) {
      app.setClock(minutes(n * 20));
      await askFor(email, 4);
    }
    expect(await mailsTo(email)).toHaveLength(10);
    app.setClock(minutes(25 * 60));
    expect(await askFor(email)).toHaveLength(11);
  });
});

describe('the session of a mailed link', () => {
  it('C342 sees what was ordered with its address, and nothing of staff or accounts', async () => {
    const email = await customer();
    const browser = await openByMail(app, email);
    expect(ok(await browser.get('/api/v1/my'))).toMatchObject({
      ...{ email, name: `Owner ${count}`, isAccount: false },
      customers: [{ isOwn: true, role: 'books', onAccount: false }],
    });
    expectError(await browser.get('/api/v1/users/me'), 401);
    expectError(await browser.get('/api/v1/orders'), 401);
    expectError(await browser.get('/api/v1/users/me/sessions'), 401);
    expect(ok(await app.client().get('/api/v1/my'))).toEqual({
      email: null,
      name: null,
      isAccount: false,
      customers: [],
    });
    expectError(await app.client().get('/api/v1/my/orders'), 401);
    expectError(await (await app.as('dispatcher')).get('/api/v1/my/orders'), 403);
  });

  it('C342 ends by signing out, and 12 hours after its last use', async () => {
    const email = await customer();
    const [left, slept] = [await openByMail(app, email), await openByMail(app, email)];
    const sessions = () => app.sql(`select 1 from sessions where data ->> 'email' = ?`, email);
    expect(await sessions()).toHaveLength(2);
    ok(await left.post('/api/logout'));
    expectError(await left.get('/api/v1/my/orders'), 401);
    expect(await sessions()).toHaveLength(1);
    app.setClock(minutes(12 * 60 + 1));
    expectError(await slept.get('/api/v1/my/orders'), 401);
  });

  it('C342 is a new session, and keeps an opened order and a sign-in of the same browser', async () => {
    const email = await customer();
    const order = await makeOrder(app, await app.as('dispatcher'));
    const phone = await openOrder(app, order);
    const before = phone.cookies.get('qf_session');
    const [token = ''] = await askFor(email);
    ok(await open(token, phone));
    expect(phone.cookies.get('qf_session')).not.toBe(before);
    ok(await phone.get('/api/v1/my/orders'));
    ok(await phone.get('/api/v1/driver/order'));
    const office = await app.as('dispatcher');
    const [second = ''] = (await askFor(email)).slice(-1);
    ok(await open(second, office));
    ok(await office.get('/api/v1/my/orders'));
    ok(await office.get('/api/v1/orders'));
  });
});

describe('an account', () => {
  it('C343 shows the deliveries of its address once a mailed link proved it, in that browser', async () => {
    const email = await customer();
    const account = app.client();
    const registered = await account.post('/api/v1/auth/register', {
      username: `account-${count}`,
      password: 'entirely new words',
      email,
    });
    expect(registered.statusCode).toBe(201);
    // Anybody can register with any address.
    expectError(await account.get('/api/v1/my/orders'), 409, 'EMAIL_NOT_PROVEN');
    const [token = ''] = await askFor(email);
    // The owner's press elsewhere proves nothing of a stranger's account.
    ok(await open(token));
    expectError(await account.get('/api/v1/my/orders'), 409, 'EMAIL_NOT_PROVEN');
    expect(ok(await account.get('/api/v1/my'))).toEqual({ email: null, name: null, isAccount: true, customers: [] });
    const [second = ''] = (await askFor(email)).slice(-1);
    ok(await open(second, account));
    expect(ok(await account.get('/api/v1/my'))).toMatchObject({ email, isAccount: true });
    ok(await account.get('/api/v1/users/me'));
    const [row] = await app.sql('select id, proven_email from users where username = ?', `account-${count}`);
    expect(row).toMatchObject({ proven_email: email });
    expect(
      await app.sql(`select 1 from history where action = 'user.email_proven' and subject_id = ?`, row?.['id']),
    ).toHaveLength(1);
    // Another address has to be proved first.
    ok(await account.put(`/api/v1/users/${row?.['id']}`, { email: await customer() }));
    expectError(await account.get('/api/v1/my/orders'), 409, 'EMAIL_NOT_PROVEN');
  });

  it('C343 a link for another address than the account’s opens that address, and proves nothing', async () => {
    const [own, other] = [await customer(), await customer()];
    const account = await app.as('customer');
    await app.sql('update users set email = ? where id = ?', own, account.userId);
    const [token = ''] = await askFor(other);
    ok(await open(token, account));
    expect(ok(await account.get('/api/v1/my'))).toMatchObject({ email: other, isAccount: false });
    expect(await app.sql('select proven_email from users where id = ?', account.userId)).toEqual([
      { proven_email: null },
    ]);
  });
});

describe('an erased customer', () => {
  it('C344 has no session and no link of their address any more', async () => {
    const email = await customer();
    const browser = await openByMail(app, email);
    const [token = ''] = await askFor(email);
    const admin = await app.as('admin');
    const [row] = await app.sql<{ id: number }>('select id from customers where email = ?', email);
    ok(await admin.post(`/api/v1/customers/${row?.id}/erase`, { email }));
    expectError(await browser.get('/api/v1/my/orders'), 401);
    expectError(await open(token), 404, 'LINK_ENDED');
    expect(await app.sql('select 1 from sign_in_links where email = ?', email)).toEqual([]);
    expect(await app.sql(`select 1 from sessions where data ->> 'email' = ?`, email)).toEqual([]);
    ok(await app.client().post('/api/v1/quotes', quoteBody()));
  });
});
