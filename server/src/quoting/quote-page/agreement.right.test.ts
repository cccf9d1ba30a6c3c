import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { expectError, expectRefused, useWorld } from '../../../test/support/contract.ts';
import { ok, signatureFile } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';

const world = useWorld({ LIMIT_SCALE: 1 });
const price = { price: '100.00', paymentUrl: 'https://pay.example.com/q' };
const at = (quote: Quote) => `/api/v1/q/${quote.customerUrl?.split('/q/')[1]}`;
const yes = { revision: 1, name: 'Ada Sender', termsAccepted: true };
async function sent(request: object = {}): Promise<Quote> {
  const { id } = ok<{ id: number }>(
    await world.dispatcher.post('/api/v1/quotes', {
      customer: { name: 'Ada Sender', email: 'erase-me@example.com' },
      pickupAddress: 'Pickup',
      deliveryAddress: 'Delivery',
      items: [{ name: 'Secret thing' }],
      ...request,
    }),
  );
  return ok<Quote>(await world.admin.put(`/api/v1/quotes/${id}`, price));
}

describe('U23 the right to a page', () => {
  it('U23 wrong links are counted like wrong tracking numbers, and a flood of reads is refused', async () => {
    const quote = await sent();
    const guess = world.app.client();
    const wrong: number[] = [];
    for (let n = 0; n < 25; n++) wrong.push((await guess.get(`/api/v1/q/${String(n).padStart(32, '0')}`)).statusCode);
    expect(wrong).toEqual([...Array.from({ length: 20 }, () => 404), ...Array.from({ length: 5 }, () => 429)]);
    const other = world.app.client();
    const reads = await Promise.all(Array.from({ length: 70 }, () => other.get(at(quote))));
    const told = reads.map(({ statusCode }) => statusCode);
    expect(told.filter((status) => status === 200).length).toBeLessThanOrEqual(60);
    expect(told.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    for (const path of ['x', `${'0'.repeat(31)}`, '%00', '0'.repeat(101), "'--", '..%2F..'])
      expect((await world.app.client().get(`/api/v1/q/${path}`)).statusCode, path).toBeGreaterThanOrEqual(400);
  });

  it('U31 only staff and keys that manage quotes act for the customer, answer, renew and rotate', async () => {
    const { id } = await sent();
    const path = `/api/v1/quotes/${id}`;
    await expectRefused(
      world,
      [
        ['POST', `${path}/accept-on-behalf`, { reason: 'x' }],
        ['POST', `${path}/decline-on-behalf`, { reason: 'x' }],
        ['POST', `${path}/answers`, { text: 'x' }],
        ['POST', `${path}/renew`, {}],
        ['POST', `${path}/rotate-link`],
        ['GET', '/api/v1/company'],
      ],
      ['driver', 'customer'],
    );
    const key = await world.program('quotes:read', 'quotes:write');
    expectError(await key.post(`${path}/accept-on-behalf`, { reason: 'x' }), 403);
  });
});

describe('U40 what is kept of an agreement', () => {
  const kept = async (id: number) =>
    (
      await world.app.sql<{ rows: number }>(
        ['revisions', 'acceptances', 'questions', 'visitors']
          .map((name) => `select count(*)::int as rows from quote_${name} where quote_id = ${id}`)
          .join(' union all '),
      )
    ).map(({ rows }) => rows);
  /** With a version, an acceptance that is signed, a question and a visitor. */
  async function agreed(): Promise<Quote> {
    const quote = await sent();
    const phone = world.app.client();
    const form = await signatureFile();
    const { file } = ok<{ file: { url: string } }>(
      await phone.form('POST', '/api/v1/upload', {}, [{ ...form, field: 'file' }]),
    );
    ok(await phone.post(`${at(quote)}/views`, { visitor: 'somebody-1' }));
    ok(await phone.post(`${at(quote)}/questions`, { text: 'Why?' }));
    ok(await phone.post(`${at(quote)}/accept`, { ...yes, signature: file.url }));
    const [row] = await world.app.sql('select signature_url from quote_acceptances where quote_id = ?', quote.id);
    expect(row).toEqual({ signature_url: file.url });
    expectError(await phone.post(`${at(await sent())}/accept`, { ...yes, signature: file.url }), 400, 'UNKNOWN_IMAGE');
    return quote;
  }

  it('U40 stays while a deleted quote can be brought back, and goes with what is left of it', async () => {
    const quote = await agreed();
    ok(await world.admin.delete(`/api/v1/quotes/${quote.id}`));
    const back = ok<Quote>(await world.admin.post(`/api/v1/quotes/${quote.id}/restore`));
    expect(back).toMatchObject({ status: 'accepted', views: 1, acceptance: { name: 'Ada Sender' } });
    expect(back.questions).toHaveLength(1);
    ok(await world.admin.delete(`/api/v1/quotes/${quote.id}`));
    world.app.setClock(new Date(Date.now() + 20 * 60_000));
    await sweep(world.app.services);
    world.app.setClock(undefined);
    expect(await kept(quote.id)).toEqual([0, 0, 0, 0]);
    const [held] = await world.app.sql(
      `select count(*)::int as n from stored_files where claimed_at is not null and type = 'image/png'`,
    );
    expect(held).toEqual({ n: 0 });
  });

  it('U40 is handed out to the person without the link’s secrets, and is erased with them', async () => {
    const quote = await agreed();
    const customerId = quote.customer.id ?? 0;
    const archive = await world.admin.get(`/api/v1/customers/${customerId}/personal-data.zip`);
    expect(archive.statusCode).toBe(200);
    expect(archive.rawPayload.toString('latin1')).not.toContain(at(quote).split('/').at(-1) ?? 'none');
    ok(await world.admin.post(`/api/v1/customers/${customerId}/erase`, { email: 'erase-me@example.com' }));
    expect(await kept(quote.id)).toEqual([0, 0, 0, 0]);
    expectError(await world.app.client().get(at(quote)), 404);
    const left = await world.app.sql<{ all: string }>(
      `select coalesce(string_agg(content::text, ''), '') as all from (select content from quote_revisions union all select content from quote_acceptances) x`,
    );
    expect(JSON.stringify(left)).not.toContain('Secret thing');
  });
});
