import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { ok, quoteBody } from '../support/factories.ts';

let smtp: TestSmtp;
let app: TestApp;
let worker: Worker | undefined;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ SMTP_URL: smtp.url });
});
beforeEach(() => smtp.behave('accept'));
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await app.sql('truncate emails restart identity cascade');
  await app.sql('truncate graphile_worker._private_jobs');
  smtp.mails.length = 0;
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const count = async (where: string) => (await app.sql(`select 1 from emails where ${where}`)).length;
async function causeMails(mails: number, to?: string): Promise<void> {
  for (let mail = 0; mail < mails; mail++) {
    const body = quoteBody();
    ok(await app.client().post('/api/v1/quotes', to ? { ...body, customer: { ...body.customer, email: to } } : body));
  }
}
const sentTo = (address: string) => smtp.to(address).map(({ messageId }) => messageId);
const written = async (address: string) =>
  (
    await app.sql<{ id: string }>('select message_id as id from emails where recipient = ? order by emails.id', address)
  ).map(({ id }) => id);

describe('F-12 a mail server that hangs', () => {
  it('S23 is set aside as a whole: a few mails find out, the others wait untouched, and all go out when it is back', async () => {
    await smtp.behave('hang');
    await causeMails(40);
    await causeMails(5, 'regular@example.com');
    const began = performance.now();
    worker = await startWorker(app.services, app.databaseUrl);
    await expect.poll(() => count('last_error is not null'), { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    const seconds = (performance.now() - began) / 1000;
    expect(await count('tries > 0')).toBeLessThanOrEqual(5);
    await smtp.behave('accept');
    // Nobody hurries it.
    await expect.poll(() => count(`status = 'sent'`), { timeout: 30_000 }).toBe(45);
    console.log(
      `a hanging server is known after ${seconds.toFixed(0)} s; ${await count('tries > 1')} of 45 mails tried twice`,
    );
    expect(seconds).toBeLessThan(15);
    expect(await count('tries > 1')).toBeLessThanOrEqual(5);
    expect(smtp.mails).toHaveLength(45);
    expect(new Set(smtp.mails.map((mail) => mail.messageId)).size).toBe(45);
    expect(sentTo('regular@example.com')).toEqual(await written('regular@example.com'));
  }, 90_000);

  it('S23 at one connection holds up the mail behind it and no other', async () => {
    await causeMails(20);
    await smtp.behave('hang once');
    const began = performance.now();
    worker = await startWorker(app.services, app.databaseUrl);
    await smtp.received(19);
    expect(performance.now() - began).toBeLessThan(6000);
    await expect.poll(() => count(`status = 'sent'`), { timeout: 30_000 }).toBe(20);
    expect(smtp.mails).toHaveLength(20);
  }, 60_000);

  it('S24 mails to one recipient arrive in the order in which they were written, when one has to be tried again too', async () => {
    await smtp.behave('busy');
    await causeMails(6, 'ada@example.com');
    await causeMails(6);
    worker = await startWorker(app.services, app.databaseUrl);
    await expect.poll(() => count('last_error is not null')).toBeGreaterThan(0);
    await smtp.behave('accept');
    await expect.poll(() => count(`status = 'sent'`), { timeout: 40_000 }).toBe(12);
    expect(sentTo('ada@example.com')).toEqual(await written('ada@example.com'));
    expect(smtp.mails).toHaveLength(12);
  }, 60_000);
});
