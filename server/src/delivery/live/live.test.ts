import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { deliverMails, startSmtp, type TestSmtp } from '../../../test/support/counterparts/smtp.ts';
import { makeOrder, makeQuote, ok } from '../../../test/support/factories.ts';
import { cookieOf, openStream, type Stream } from '../../../test/support/stream.ts';

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

const listen = (headers: Record<string, string>) => openStream(`${address}/trpc/live.onChange`, headers);
const mailsIn = ({ received }: Stream) => received.filter(({ topic }) => topic === 'mail');

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });

describe('the live stream', () => {
  it('names what changed to each listener as far as they may read it, and refuses those who may read nothing', async () => {
    const admin = await app.as('admin');
    const { key } = ok<{ key: string }>(
      await admin.post('/api/v1/api-keys', { name: 'Shop', scopes: ['quotes:read'] }),
    );
    const office = await listen(cookieOf(await app.as('dispatcher')));
    const driver = await listen(cookieOf(await app.as('driver')));
    const program = await listen({ authorization: `Bearer ${key}` });
    const strangers = [await listen({}), await listen(cookieOf(await app.as('customer')))];
    const order = await makeOrder(app, admin);
    ok(await admin.put(`/api/v1/orders/${order.id}`, { notes: 'Ring three times' }));

    const changed = { topic: 'order', id: order.id, quoteId: null, orderId: null, isNew: false };
    await soon(() => office.received.filter((change) => change.topic === 'order')).toEqual([changed, changed]);
    expect(office.received).toContainEqual({
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

    // A driver learns that some order changed, a program with quotes:read learns about quotes; neither may read mails.
    const some = { topic: 'order', id: null, quoteId: null, orderId: null, isNew: false };
    await soon(() => driver.received).toEqual([some, some]);
    await soon(() => program.received.length).toBeGreaterThan(0);
    expect(program.received).toEqual(office.received.filter((change) => change.topic === 'quote'));

    await soon(() => strangers.map(({ refusal }) => refusal)).toEqual([401, 403]);
    expect(strangers.flatMap(({ received }) => received)).toEqual([]);
  });

  it('tells of a mail with every change of its state: written, tried again, refused, taken, sent once more', async () => {
    const admin = await app.as('admin');
    await deliverMails(app);
    const office = await listen(cookieOf(admin));
    const { id: quoteId } = await makeQuote(app);
    const [row] = await app.sql<{ id: number }>('select id from emails where quote_id = ?', quoteId);
    const id = row?.id ?? 0;
    const told = (isNew: boolean, mail = id) => ({ topic: 'mail', id: mail, quoteId, orderId: null, isNew });
    // Word of a mail that was sent before may still be on its way to this listener.
    const mails = () => mailsIn(office).filter((change) => 'quoteId' in change && change.quoteId === quoteId);
    const expected = [told(true)];
    await soon(mails).toEqual(expected);
    const statusIs = async (status: string) => {
      await soon(mails).toEqual(expected);
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
