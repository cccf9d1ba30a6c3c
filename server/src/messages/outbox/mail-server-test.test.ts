import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { MailServerTested } from '@quickfleet/shared/messages/mail-server-test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { startSmtp, type TestSmtp } from '../../../test/support/counterparts/smtp.ts';
import { ok } from '../../../test/support/factories.ts';
import { problemWords } from './mail-server-test.ts';

const TEST = '/api/v1/emails/test';
let app: TestApp;
let admin: Client;
let smtp: TestSmtp;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  smtp = await startSmtp();
});
afterAll(async () => {
  await smtp.close();
  await app.close();
});

const send = async (to = 'me@acme.example'): Promise<MailServerTested> => ok(await admin.post(TEST, { to }));
const use = async (smtpUrl: string) => ok(await admin.put('/api/v1/company', { mail: { smtpUrl } }));

it('C378 a test goes through the mail server of the settings and leaves nothing in the mailbox', async () => {
  const without = await admin.post(TEST, { to: 'me@acme.example' });
  expect(without.statusCode).toBe(409);
  expect(without.json()).toMatchObject({ code: 'NO_MAIL_SERVER' });
  // Before anything is saved.
  const draft = { to: 'first@acme.example', smtpUrl: smtp.url, from: 'Acme <post@acme.example>' };
  expect(ok(await admin.post(TEST, draft))).toMatchObject({ isSent: true });
  expect(smtp.to('first@acme.example').map(({ from }) => from?.address)).toEqual(['post@acme.example']);
  expect(ok(await admin.get('/api/v1/company'))).toMatchObject({ mail: { smtpHost: null, from: null } });
  expectError(await admin.post(TEST, { to: 'me@acme.example', smtpUrl: 'http://x' }), 400, 'VALIDATION_FAILED');
  await use(smtp.url);
  expect(await send()).toEqual({ isSent: true, problem: null, answer: null });
  expect(smtp.to('me@acme.example').map(({ subject }) => subject)).toEqual(['Test from QuickFleet']);
  expect(await app.sql('select id from emails')).toEqual([]);
});

it('C379 says what is wrong in words that a person can act on, with the answer of the server', async () => {
  await use(smtp.url);
  await smtp.behave('reject');
  expect(await send()).toMatchObject({
    isSent: false,
    problem: expect.stringContaining('refused the'),
    answer: expect.stringContaining('550'),
  });
  await smtp.behave('refuse');
  expect(await send()).toMatchObject({
    isSent: false,
    problem: expect.stringMatching(/^Nothing answers at this port of /),
  });
  await smtp.behave('accept');
  const words = (failure: object) => problemWords(failure, 'mail.acme.example', 'me@acme.example');
  expect(words({ code: 'EAUTH', message: 'Invalid login: 535' })).toContain('refused the user name or the password');
  expect(words({ code: 'EDNS', message: 'getaddrinfo ENOTFOUND' })).toContain(
    'There is no server named mail.acme.example',
  );
  expect(words({ code: 'ESOCKET', message: 'wrong version number' })).toContain('smtps:// with port 465');
  expect(words({ code: 'ESOCKET', message: 'self-signed certificate' })).toContain('no valid certificate');
  expect(words({ code: 'ETIMEDOUT', message: 'Greeting never received' })).toContain('a firewall may close the port');
  expect(words({ command: 'MAIL FROM', message: '553' })).toContain('refused the sender me@acme.example');
});

it('C510 shows the number of what a service answered, and none of its words', async () => {
  const other = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 400 Bad Request\r\nServer: secret-inside/1.0\r\n\r\n');
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const tried = await admin.post(TEST, { to: 'me@acme.example', smtpUrl: `smtp://127.0.0.1:${port}` });
  other.close();
  expect(ok<MailServerTested>(tried)).toMatchObject({ isSent: false, answer: null });
  expect(tried.body).not.toMatch(/secret-inside|Bad Request/);
  await use(smtp.url);
  await smtp.behave('reject');
  expect(await send()).toMatchObject({ isSent: false, answer: expect.stringMatching(/^[45]\d\d$/) });
  await smtp.behave('accept');
});

it('C378 C244 what the environment sets is not tried with another address', async () => {
  const locked = await createTestApp({ SMTP_URL: smtp.url });
  try {
    const chief = await locked.as('admin');
    expectError(
      await chief.post(TEST, { to: 'me@acme.example', smtpUrl: 'smtp://other.example' }),
      409,
      'SETTING_LOCKED',
    );
  } finally {
    await locked.close();
  }
});

it('C378 is for admins, five times a minute', async () => {
  expect((await (await app.as('dispatcher')).post(TEST, { to: 'me@acme.example' })).statusCode).toBe(403);
  expect((await app.client().post(TEST, { to: 'me@acme.example' })).statusCode).toBe(401);
  const strict = await createTestApp({ LIMIT_SCALE: 1 });
  try {
    const chief = await strict.as('admin');
    const answers = [];
    for (let at = 0; at < 6; at++) answers.push((await chief.post(TEST, { to: 'me@acme.example' })).statusCode);
    expect(answers).toEqual([409, 409, 409, 409, 409, 429]);
  } finally {
    await strict.close();
  }
});
