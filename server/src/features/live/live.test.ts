import type { LiveChange } from '@quickfleet/shared/live';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { makeOrder, makeQuote, ok } from '../../../test/factories.ts';
import { deliverMails, startSmtp, type TestSmtp } from '../../../test/smtp.ts';

let smtp: TestSmtp;
let app: TestApp;
let address: string;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ SMTP_URL: smtp.url });
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

interface Ear {
  heard: LiveChange[];
  /** Why the stream ended before it began: a stream is answered 200 before anybody asks who listens. */
  refusal?: number;
  stop(): void;
}
const open: Ear[] = [];
/** An open stream, with all it brought so far. */
async function listen(headers: Record<string, string>): Promise<Ear> {
  const ends = new AbortController();
  const answer = await fetch(`${address}/trpc/live.onChange`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: ends.signal,
  });
  const ear: Ear = { heard: [], stop: () => ends.abort() };
  open.push(ear);
  const begun = Promise.withResolvers<void>();
  const read = async () => {
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes('event: connected')) begun.resolve();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (\{"topic".*\})$/m.exec(block)?.[1];
        if (data) ear.heard.push(JSON.parse(data));
        const refusal = /"httpStatus":(\d+)/.exec(block)?.[1];
        if (refusal) ear.refusal = Number(refusal);
      }
    }
  };
  void read()
    .catch(() => undefined)
    .finally(begun.resolve);
  await begun.promise;
  return ear;
}
afterAll(() => {
  for (const ear of open) ear.stop();
});
const withCookies = ({ cookies }: { cookies: Map<string, string> }) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});
const mailsIn = ({ heard }: Ear) => heard.filter(({ topic }) => topic === 'mail');

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });

describe('the live stream', () => {
  it('names what changed to each listener as far as they may read it, and refuses those who may read nothing', async () => {
    const admin = await app.as('admin');
    const { key } = ok<{ key: string }>(
      await admin.post('/api/v1/api-keys', { name: 'Shop', scopes: ['quotes:read'] }),
    );
    const office = await listen(withCookies(await app.as('dispatcher')));
    const driver = await listen(withCookies(await app.as('driver')));
    const program = await listen({ authorization: `Bearer ${key}` });
    const strangers = [await listen({}), await listen(withCookies(await app.as('customer')))];
    const order = await makeOrder(app, admin);
    ok(await admin.put(`/api/v1/orders/${order.id}`, { notes: 'Ring three times' }));

    const changed = { topic: 'order', id: order.id, quoteId: null, orderId: null, isNew: false };
    await soon(() => office.heard.filter((change) => change.topic === 'order')).toEqual([changed, changed]);
    expect(office.heard).toContainEqual({
      topic: 'quote',
      id: order.quoteId,
      quoteId: null,
      orderId: null,
      isNew: true,
    });
    const mails = await app.sql(
      'select id, quote_id as "quoteId", order_id as "orderId" from emails where quote_id = ? order by id',
      order.quoteId,
    );
    expect(mails).toHaveLength(4);
    expect(mailsIn(office)).toEqual(mails.map((mail) => ({ topic: 'mail', ...mail, isNew: true })));

    // A driver hears that some order changed, a program with quotes:read hears of quotes; neither may read mails.
    const some = { topic: 'order', id: null, quoteId: null, orderId: null, isNew: false };
    await soon(() => driver.heard).toEqual([some, some]);
    await soon(() => program.heard.length).toBeGreaterThan(0);
    expect(program.heard).toEqual(office.heard.filter((change) => change.topic === 'quote'));

    await soon(() => strangers.map(({ refusal }) => refusal)).toEqual([401, 403]);
    expect(strangers.flatMap(({ heard }) => heard)).toEqual([]);
  });

  it('tells of a mail with every change of its state: written, tried again, refused, taken, sent once more', async () => {
    const admin = await app.as('admin');
    await deliverMails(app);
    const office = await listen(withCookies(admin));
    const { id: quoteId } = await makeQuote(app);
    const [row] = await app.sql<{ id: number }>('select id from emails where quote_id = ?', quoteId);
    const id = row?.id ?? 0;
    const told = (isNew: boolean, mail = id) => ({ topic: 'mail', id: mail, quoteId, orderId: null, isNew });
    const expected = [told(true)];
    await soon(() => mailsIn(office)).toEqual(expected);
    const statusIs = async (status: string) => {
      await soon(() => mailsIn(office)).toEqual(expected);
      expect(await app.sql('select status from emails where id = ?', id)).toEqual([{ status }]);
    };

    for (const [behaviour, status] of [
      ['busy', 'queued'],
      ['reject', 'failed'],
    ] as const) {
      await smtp.behave(behaviour);
      await deliverMails(app, { again: true });
      expected.push(told(false));
      await statusIs(status);
    }
    await smtp.behave('accept');
    ok(await admin.post(`/api/v1/emails/${id}/resend`));
    expected.push(told(false));
    await statusIs('queued');
    await deliverMails(app, { again: true });
    expected.push(told(false));
    await statusIs('sent');

    const copy = ok<{ id: number }>(await admin.post(`/api/v1/emails/${id}/resend`)).id;
    expected.push(told(true, copy));
    await statusIs('sent');
  });
});
