import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestApp, PASSWORD, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { deliverMails } from '../../../test/support/counterparts/smtp.ts';
import { ok } from '../../../test/support/factories.ts';
import { cookieOf } from '../../../test/support/stream.ts';
import { makeAdmin } from '../users/first-admin.ts';

let app: TestApp;
let admin: Client & { userId: number; username: string };
const START = new Date('2027-05-03T09:00:00Z');
const minutes = (count: number) => new Date(START.getTime() + count * 60_000);
const days = (count: number) => minutes(count * 1440);
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setClock(START);
  admin = await app.as('admin');
});
afterEach(() => app.setClock(undefined));

interface Invited {
  id: number;
  email: string;
  joinUrl: string;
}
let count = 0;
const newAddress = () => `person${++count}@example.com`;
const inviteAs = async (client: Client, email: string, role = 'dispatcher') =>
  ok<Invited>(await client.post('/api/v1/users/invitations', { email, role }));
const tokenIn = (url: string) => url.split('/').at(-1) ?? '';
const joinBy = (token: string, username: string, client = app.client()) =>
  client.post('/api/v1/auth/join', { token, username, password: 'entirely new words' });

interface Mail {
  text: string;
  html: string;
  code_sealed: string | null;
}
const mailsTo = (address: string, trigger: string) =>
  app.sql<Mail>(
    'select text, html, code_sealed from emails where recipient = ? and trigger = ? order by id',
    address,
    trigger,
  );
/** A person with an address, who has signed in before. */
async function person(role: 'dispatcher' | 'driver' | 'admin' = 'dispatcher') {
  const client = await app.as(role);
  const email = newAddress();
  await app.sql('update users set email = ? where id = ?', email, client.userId);
  return { ...client, email };
}
/** The tokens of the mailed links, in the order in which they were mailed. */
async function askForLinks(email: string, times = 1): Promise<string[]> {
  for (let n = 0; n < times; n++) {
    ok(await app.client().post('/api/v1/auth/forgot', { email }));
    await deliverMails(app);
  }
  const mails = await mailsTo(email, 'account_reset');
  return mails.map(({ code_sealed }) => app.services.secrets.open(code_sealed ?? '') ?? '');
}
const resetBy = (token: string, password = 'entirely new words') =>
  app.client().post('/api/v1/auth/reset', { token, password });
const signIn = (username: string, password: string, client = app.client(), headers = {}) =>
  client.post('/api/login', { username, password }, { headers });

describe('invitations', () => {
  it('C263 an invited person joins by the mailed link with the invited role and address, and is signed in', async () => {
    const email = newAddress();
    const { joinUrl } = await inviteAs(admin, email, 'driver');
    const token = tokenIn(joinUrl);
    expect(ok(await app.client().get(`/api/v1/auth/join/${token}`))).toMatchObject({ email, role: 'driver' });
    const browser = app.client();
    const answer = await joinBy(token, `joined-${count}`, browser);
    expect(answer.statusCode).toBe(201);
    expect(ok(await browser.get('/api/v1/users/me'))).toMatchObject({
      email,
      role: 'driver',
      username: `joined-${count}`,
    });
    const [row] = await app.sql('select role, email, is_active from users where username = ?', `joined-${count}`);
    expect(row).toEqual({ role: 'driver', email, is_active: true });
  });

  it('C263 the body decides neither the role nor the address', async () => {
    const { joinUrl } = await inviteAs(admin, newAddress(), 'driver');
    for (const more of [{ role: 'admin' }, { email: 'other@example.com' }])
      expectError(
        await app.client().post('/api/v1/auth/join', {
          token: tokenIn(joinUrl),
          username: 'climber',
          password: 'entirely new words',
          ...more,
        }),
        400,
      );
    expect(await app.sql(`select 1 from users where username = 'climber'`)).toEqual([]);
  });

  it('C264 an invitation works once, also in two calls at the same time', async () => {
    const token = tokenIn((await inviteAs(admin, newAddress())).joinUrl);
    const answers = await Promise.all(['one', 'two', 'three'].map((name) => joinBy(token, `race-${name}`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 404, 404]);
    expect(await app.sql(`select count(*)::int as n from users where username like 'race-%'`)).toEqual([{ n: 1 }]);
    expectError(await joinBy(token, 'late-comer'), 404, 'LINK_ENDED');
  });

  it('C264 it ends after 7 days, when it is withdrawn, with a newer one, and with the rights of who invited', async () => {
    const old = tokenIn((await inviteAs(admin, newAddress())).joinUrl);
    app.setClock(days(8));
    const later = await app.as('admin');
    expectError(await joinBy(old, 'too-late'), 404, 'LINK_ENDED');
    const withdrawn = await inviteAs(later, newAddress());
    ok(await later.delete(`/api/v1/users/invitations/${withdrawn.id}`));
    expectError(await joinBy(tokenIn(withdrawn.joinUrl), 'withdrawn'), 404, 'LINK_ENDED');
    const email = newAddress();
    const first = await inviteAs(later, email);
    const second = await inviteAs(later, email.toUpperCase());
    expectError(await joinBy(tokenIn(first.joinUrl), 'replaced'), 404, 'LINK_ENDED');
    ok(await app.client().get(`/api/v1/auth/join/${tokenIn(second.joinUrl)}`));
    await app.sql(`update users set role = 'dispatcher' where id = ?`, later.userId);
    expectError(await joinBy(tokenIn(second.joinUrl), 'no-right'), 404, 'LINK_ENDED');
    const list = ok<{ data: { id: number }[] }>(await (await app.as('admin')).get('/api/v1/users/invitations'));
    expect(list.data.map(({ id }) => id)).not.toContain(second.id);
  });

  it('C264 the table has a hash, and the stored mail no token', async () => {
    const email = newAddress();
    const { joinUrl, id } = await inviteAs(admin, email);
    const token = tokenIn(joinUrl);
    const [row] = await app.sql<object>('select * from invitations where id = ?', id);
    expect(JSON.stringify(row)).not.toContain(token);
    const [mail] = await mailsTo(email, 'account_invited');
    expect(mail?.text).toContain('/join/hidden-token');
    expect(`${mail?.text}${mail?.html}`).not.toContain(token);
    const staff = await app.as('dispatcher');
    expect((await staff.get(`/api/v1/mailbox`)).body).not.toContain(token);
  });

  it('C265 only an admin invites, lists and withdraws; someone of the team is not invited again', async () => {
    const staff = await person();
    const { id } = await inviteAs(admin, newAddress());
    expectError(await staff.post('/api/v1/users/invitations', { email: newAddress(), role: 'admin' }), 403);
    expectError(await staff.get('/api/v1/users/invitations'), 403);
    expectError(await staff.delete(`/api/v1/users/invitations/${id}`), 403);
    expectError(
      await admin.post('/api/v1/users/invitations', { email: staff.email, role: 'driver' }),
      409,
      'HAS_ACCOUNT',
    );
    expect(await app.sql('select 1 from invitations where id = ?', id)).toHaveLength(1);
  });
});

describe('a forgotten password', () => {
  it('C266 the mailed link sets a new password once, and ends every session of the account', async () => {
    const who = await person();
    const [token = ''] = await askForLinks(who.email);
    expect(ok(await resetBy(token))).toEqual({ success: true, username: who.username, role: 'dispatcher' });
    expectError(await who.get('/api/v1/users/me'), 401);
    expectError(await signIn(who.username, PASSWORD), 401);
    ok(await signIn(who.username, 'entirely new words'));
    expectError(await resetBy(token, 'another new sentence'), 404, 'LINK_ENDED');
    expect(await app.sql('select 1 from password_resets where user_id = ?', who.userId)).toEqual([]);
    expect(await mailsTo(who.email, 'account_password_changed')).toHaveLength(1);
  });

  it('C266 of two calls with one link one wins, and a password that is too easy uses no link up', async () => {
    const who = await person();
    const [token = ''] = await askForLinks(who.email);
    expectError(await resetBy(token, `${who.username}1234`), 400, 'COMMON_PASSWORD');
    const answers = await Promise.all([resetBy(token, 'the first new words'), resetBy(token, 'the second new words')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  it('C267 the answer is the same for every address, and the call looks no one up', async () => {
    const who = await person();
    const gone = await person();
    await app.sql('update users set is_active = false where id = ?', gone.userId);
    const answers = [];
    for (const email of [who.email, gone.email, 'nobody@example.com'])
      answers.push(await app.client().post('/api/v1/auth/forgot', { email }));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set(['200 {"success":true}']),
    );
    // The mail is written by a job, so that the time of the call says nothing either.
    expect(
      await app.sql(
        `select 1 from emails where trigger = 'account_reset' and created_at >= ? and recipient = ?`,
        START,
        who.email,
      ),
    ).toEqual([]);
    await deliverMails(app);
    expect(await mailsTo(who.email, 'account_reset')).toHaveLength(1);
    expect(await mailsTo(gone.email, 'account_reset')).toEqual([]);
    expect(await mailsTo('nobody@example.com', 'account_reset')).toEqual([]);
  });

  it('C267 a link ends after 30 minutes, with a deactivation, a new address, a new password and the command for admins', async () => {
    const who = await person();
    const [late = ''] = await askForLinks(who.email);
    app.setClock(minutes(31));
    expectError(await resetBy(late), 404, 'LINK_ENDED');
    const ends: [change: object, after: object][] = [
      [{ isActive: false }, { isActive: true }],
      [{ email: newAddress() }, {}],
      [{ password: 'a sentence of the admin' }, {}],
    ];
    for (const [change, after] of ends) {
      const other = await person();
      const boss = await app.as('admin');
      const [token = ''] = await askForLinks(other.email);
      ok(await boss.put(`/api/v1/users/${other.userId}`, change));
      if (Object.keys(after).length > 0) ok(await boss.put(`/api/v1/users/${other.userId}`, after));
      expectError(await resetBy(token), 404, 'LINK_ENDED');
    }
    const boss = await person('admin');
    const [token = ''] = await askForLinks(boss.email);
    await makeAdmin(app.services.orm, boss.username, 'given by the command');
    expectError(await resetBy(token), 404, 'LINK_ENDED');
  });

  it('C268 asking again and again leaves the mailed links working, so that no one is kept from a new password', async () => {
    const who = await person();
    const tokens = await askForLinks(who.email, 6);
    expect(tokens).toHaveLength(3);
    ok(await resetBy(tokens[0] ?? ''));
    // Using one ends the others.
    expectError(await resetBy(tokens[1] ?? '', 'more new words here'), 404, 'LINK_ENDED');
    app.setClock(minutes(31));
    expect(await askForLinks(who.email)).toHaveLength(4);
  });

  it('C268 after the new password its user gets in, however often strangers tried', async () => {
    const strict = await createTestApp({ LIMIT_SCALE: 1 });
    const who = await strict.as('dispatcher');
    await strict.sql(`update users set email = 'kept@example.com' where id = ?`, who.userId);
    ok(await strict.client().post('/api/v1/auth/forgot', { email: 'kept@example.com' }));
    await deliverMails(strict);
    const [mail] = await strict.sql<Mail>(`select code_sealed from emails where trigger = 'account_reset'`);
    const token = strict.services.secrets.open(mail?.code_sealed ?? '') ?? '';
    const browser = strict.client();
    ok(await browser.post('/api/v1/auth/reset', { token, password: 'entirely new words' }));
    for (let n = 0; n < 7; n++) await strict.client().post('/api/login', { username: who.username, password: 'wrong' });
    expectError(
      await strict.client().post('/api/login', { username: who.username, password: 'entirely new words' }),
      429,
    );
    ok(await browser.post('/api/login', { username: who.username, password: 'entirely new words' }));
    await strict.close();
  });

  it('C269 a stranger at an open browser cannot lead the link to another address', async () => {
    const who = await person();
    const evil = newAddress();
    ok(await who.put(`/api/v1/users/${who.userId}`, { email: evil }));
    expect(await askForLinks(evil)).toEqual([]);
    expectError(
      await who.put(`/api/v1/users/${who.userId}`, { email: newAddress(), currentPassword: 'wrong' }),
      400,
      'WRONG_PASSWORD',
    );
    const own = newAddress();
    ok(await who.put(`/api/v1/users/${who.userId}`, { email: own, currentPassword: PASSWORD }));
    expect(await askForLinks(own)).toHaveLength(1);
  });

  it('C269 what opens an account is in no stored mail, table or export', async () => {
    const who = await person();
    const [token = ''] = await askForLinks(who.email);
    const [mail] = await mailsTo(who.email, 'account_reset');
    expect(mail?.text).toContain('/auth/reset/hidden-token');
    const rows = await app.sql<object>('select * from password_resets where user_id = ?', who.userId);
    expect(JSON.stringify([mail?.text, mail?.html, rows])).not.toContain(token);
    // Words of a template cannot carry the link away: the mail has fixed words.
    await app.sql(
      `insert into email_templates (name, type, trigger, subject, content, enabled, created_at, updated_at, version) values ('x', 'customer', 'account_reset', 'x', 'https://evil.example.com/hidden-token', true, now(), now(), 1)`,
    );
    await askForLinks(who.email);
    const mails = await mailsTo(who.email, 'account_reset');
    expect(mails.map(({ text }) => text).join('')).not.toContain('evil.example.com');
    await app.sql(`delete from email_templates where trigger = 'account_reset'`);
  });
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Safari/537.36';
describe('sessions', () => {
  interface Session {
    id: string;
    device: string;
    address: string;
    isCurrent: boolean;
  }
  const list = async (client: Client) => ok<{ data: Session[] }>(await client.get('/api/v1/users/me/sessions')).data;

  it('C270 a person sees their own sessions with device and place, and ends one or all others', async () => {
    const who = await person();
    const laptop = app.client({ ip: '203.0.113.7' });
    ok(await signIn(who.username, PASSWORD, laptop, { 'user-agent': CHROME }));
    const third = app.client();
    ok(await signIn(who.username, PASSWORD, third));
    const sessions = await list(laptop);
    expect(sessions).toHaveLength(3);
    expect(sessions[0]).toMatchObject({ device: 'Chrome on Windows', address: '203.0.113.7', isCurrent: true });
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const [thirds] = (await list(third)).filter(({ isCurrent }) => isCurrent);
    expect(ok(await laptop.delete(`/api/v1/users/me/sessions/${thirds?.id}`))).toEqual({ success: true, ended: 1 });
    expectError(await third.get('/api/v1/users/me'), 401);
    ok(await who.get('/api/v1/users/me'));
    expect(ok(await laptop.delete('/api/v1/users/me/sessions'))).toEqual({ success: true, ended: 1 });
    expectError(await who.get('/api/v1/users/me'), 401);
    ok(await laptop.get('/api/v1/users/me'));
  });

  it('C270 no one sees or ends the session of another, and its name opens nothing', async () => {
    const who = await person();
    const other = await person('admin');
    const [mine] = await list(who);
    expectError(await other.delete(`/api/v1/users/me/sessions/${mine?.id}`), 404, 'SESSION_NOT_FOUND');
    ok(await who.get('/api/v1/users/me'));
    expect((await list(other)).map(({ id }) => id)).not.toContain(mine?.id);
    expect(cookieOf(who)).not.toContain(mine?.id);
    expectError(await app.client().get('/api/v1/users/me', { headers: { cookie: `qf_session=${mine?.id}` } }), 401);
    expectError(await app.client().get('/api/v1/users/me/sessions'), 401);
  });

  it('C271 a sign-in on a new device is mailed to its user, one on a known device and the first of all are not', async () => {
    const who = await person();
    const fresh = app.client({ ip: '203.0.113.8' });
    ok(await signIn(who.username, PASSWORD, fresh, { 'user-agent': CHROME }));
    const [mail] = await mailsTo(who.email, 'account_new_device');
    expect(mail?.text).toContain('Chrome on Windows, network address 203.0.113.8');
    ok(await signIn(who.username, PASSWORD, fresh, { 'user-agent': CHROME }));
    expectError(await signIn(who.username, 'wrong', app.client()), 401);
    expect(await mailsTo(who.email, 'account_new_device')).toHaveLength(1);
    const email = newAddress();
    ok(await admin.post('/api/v1/users', { username: 'first-timer', password: PASSWORD, email, role: 'driver' }));
    ok(await signIn('first-timer', PASSWORD));
    expect(await mailsTo(email, 'account_new_device')).toEqual([]);
  });
});

it('C502 devices are named in their owner’s language, in the list and in the mail, and in English in the history', async () => {
  const who = await person();
  await app.sql(`update users set language = 'de' where id = ?`, who.userId);
  const german = { 'accept-language': 'de', 'user-agent': CHROME };
  const laptop = app.client({ ip: '203.0.113.9' });
  ok(await signIn(who.username, PASSWORD, laptop, german));
  const [mail] = await mailsTo(who.email, 'account_new_device');
  expect(mail?.text).toContain('Chrome auf Windows');
  const listed = async (headers: Record<string, string>) =>
    ok<{ data: { device: string }[] }>(await laptop.get('/api/v1/users/me/sessions', { headers })).data;
  expect((await listed(german)).map(({ device }) => device)).toContain('Chrome auf Windows');
  expect((await listed({ 'accept-language': 'es' })).map(({ device }) => device)).toContain('Chrome en Windows');
  ok(await laptop.delete('/api/v1/users/me/sessions', { headers: german }));
  const lines = await app.sql<{ action: string; detail: string }>(
    `select action, detail from history where subject = 'user' and subject_id = ? order by id`,
    who.userId,
  );
  expect(lines).toContainEqual({ action: 'user.signed_in', detail: 'Chrome on Windows, 203.0.113.9' });
  expect(lines.find(({ action }) => action === 'user.sessions_ended')?.detail).toMatch(/^Unknown device/);
});

describe('the last admin', () => {
  it('C272 stays, whether it is deleted, demoted or switched off, also in two calls at the same time', async () => {
    const alone = await createTestApp();
    await alone.sql(`delete from users where role = 'admin'`);
    const one = await alone.as('admin');
    for (const change of [{ role: 'dispatcher' }, { isActive: false }])
      expectError(await one.put(`/api/v1/users/${one.userId}`, change), 409, 'LAST_ADMIN');
    expectError(await one.delete(`/api/v1/users/${one.userId}`), 409);
    const two = await alone.as('admin');
    const answers = await Promise.all([
      one.put(`/api/v1/users/${two.userId}`, { isActive: false }),
      two.delete(`/api/v1/users/${one.userId}`),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await alone.sql(`select count(*)::int as n from users where role = 'admin' and is_active`)).toEqual([
      { n: 1 },
    ]);
    await alone.close();
  });
});
