import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createMailer } from '../../src/messages/outbox/mailer.ts';
import { createSmsSender } from '../../src/messages/outbox/sms-sender.ts';
import { send } from '../../src/messages/webhooks/webhook-sender.ts';
import { httpTroubles, smtpTroubles, type Trouble } from '../support/counterparts/troubles.ts';
import { useAlive } from './alive.ts';

let trouble: Trouble = (socket) => socket.destroy();
const sockets = new Set<Socket>();
let server: Server;
let port = 0;
/** Errors that nobody has heard: each would have ended the product. */
const unheard: unknown[] = [];
const note = (error: unknown) => unheard.push(error);
beforeAll(async () => {
  process.on('uncaughtExceptionMonitor', note);
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    trouble(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  expect(unheard).toEqual([]);
});
afterAll(() => {
  process.off('uncaughtExceptionMonitor', note);
  server.close();
});

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const mail = () => ({
  messageId: `<${randomUUID()}@example.com>`,
  to: 'a@example.com',
  subject: 's',
  html: '<p>h</p>',
  text: 't',
});
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error: unknown) => String(error),
  );

describe('N24 each kind of trouble is an outcome and no outage', () => {
  it.each(Object.keys(httpTroubles))('a receiver of webhooks that %s', async (kind) => {
    trouble = httpTroubles[kind] ?? trouble;
    const outgoing = { url: `http://127.0.0.1:${port}/`, id: 'evt_1', body: '{}', secrets: [SECRET] };
    const { status, error } = await send(outgoing, ['127.0.0.1'], new Date());
    expect(status !== null || error !== null).toBe(true);
  });

  it.each(Object.keys(httpTroubles))('a service of text messages that %s', async (kind) => {
    trouble = httpTroubles[kind] ?? trouble;
    const sms = createSmsSender(readConfig({ SMS_URL: `http://127.0.0.1:${port}/` }));
    expect(await outcomeOf(sms?.send({ ...mail(), html: '' }) ?? Promise.reject(new Error('none')))).toMatch(/./);
  });

  it.each(Object.keys(smtpTroubles))('a mail server that %s', async (kind) => {
    trouble = smtpTroubles[kind] ?? trouble;
    for (const mayEnd of [async () => undefined, () => Promise.reject(new Error('another has it'))]) {
      const mailer = createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }));
      expect(await outcomeOf(mailer?.send(mail(), undefined, mayEnd) ?? Promise.resolve())).toMatch(/Error/);
      mailer?.close();
    }
  });
});

const alive = useAlive({ WEBHOOKS_ALLOW_HOSTS: '127.0.0.1' });

describe('N24 the product with receivers of every kind', () => {
  it('sends to all of them at the same time, and goes on', async () => {
    const kinds = Object.values(httpTroubles);
    let turn = 0;
    trouble = (socket) => kinds[turn++ % kinds.length]?.(socket);
    for (const kind of Object.keys(httpTroubles)) {
      const url = `http://127.0.0.1:${port}/${kind.replaceAll(' ', '-')}`;
      const made = await alive.call('POST', '/api/v1/webhooks', { url, events: ['*'] });
      expect(made.status).toBe(201);
    }
    await alive.expectAlive('receivers of webhooks, 31 kinds');
    const tried = async () =>
      (await alive.rows('select distinct webhook_id from webhook_deliveries where tries > 0')).length;
    await expect.poll(tried, { timeout: 60_000 }).toBe(kinds.length);
    await alive.expectAlive('receivers of webhooks, after the first tries', { times: kinds.length });
  });
});
