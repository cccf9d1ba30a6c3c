import { createHash } from 'node:crypto';
import type { Customer } from '@quickfleet/shared/people/customers';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, quoteBody } from '../../../test/support/factories.ts';

const world = useWorld({ PUBLIC_URL: 'http://fleet.example' });
const LINK = /^http:\/\/fleet\.example\/q\/([\w-]{20,})$/;
const tokenOf = ({ customerUrl }: Pick<Quote, 'customerUrl'>): string => LINK.exec(customerUrl ?? '')?.[1] ?? '';
const ask = async (body = quoteBody(), key?: string) =>
  ok<Quote>(
    await world.visitor.post('/api/v1/quotes', body, key ? { headers: { 'idempotency-key': key } } : undefined),
  );
const page = (token: string) => world.app.client().get(`/api/v1/q/${token}`);
const shown = async (token: string) => ok<CustomerQuote>(await page(token));
const accept = (token: string) =>
  world.app.client().post(`/api/v1/q/${token}/accept`, { revision: 1, name: 'Ada', termsAccepted: true });
const price = async (id: number, body: object = { price: '84.50', paymentUrl: 'https://pay.example.com/q' }) =>
  ok<Quote>(await world.dispatcher.put(`/api/v1/quotes/${id}`, body));
const rowOf = async (id: number) =>
  (await world.app.sql('select status, form_token_hash from quotes where id = ?', id))[0];

describe('U92 the link that is answered to the form', () => {
  it('U92 opens the page of the quote from its first moment to its last, and is another one than that of the mails', async () => {
    const asked = await ask();
    const token = tokenOf(asked);
    expect(await shown(token)).toMatchObject({ state: 'received', reference: asked.reference });
    expect(await rowOf(asked.id)).toEqual({
      status: 'draft',
      form_token_hash: createHash('sha256').update(token).digest('hex'),
    });
    const sent = await price(asked.id);
    expect(tokenOf(sent)).toMatch(/.{20}/);
    expect(tokenOf(sent)).not.toBe(token);
    expect(await shown(token)).toEqual(await shown(tokenOf(sent)));
    expect(ok(await accept(token))).toMatchObject({ state: 'accepted' });
    expect((await world.visitor.get(`/api/v1/q/${token}/quote.pdf`)).statusCode).toBe(200);
    const stored = await world.app.sql(
      'select text as words from emails where quote_id = ? union all select detail from history where subject_id = ?',
      asked.id,
      asked.id,
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('U92 is the same for a request that is sent again, and another one for another request', async () => {
    const body = quoteBody();
    const answers = await Promise.all([ask(body, 'again-1'), ask(body, 'again-1')]);
    expect(new Set(answers.map(({ customerUrl }) => customerUrl)).size).toBe(1);
    expect(await ask(body, 'again-1')).toEqual(answers[0]);
    expect(tokenOf(await ask(body, 'again-2'))).not.toBe(tokenOf(await ask(body, 'again-1')));
    const [kept] = await world.app.sql<{ all: string }>(
      'select string_agg(response, $$ $$) as all from idempotency_keys',
    );
    expect(kept?.all).not.toContain(tokenOf(await ask(body, 'again-1')));
  });

  it('U92 leads nowhere once staff replaced the link, while the quote is deleted, and for who is not the visitor', async () => {
    const asked = await ask();
    const token = tokenOf(asked);
    ok(await world.dispatcher.delete(`/api/v1/quotes/${asked.id}`));
    expectError(await page(token), 404, 'QUOTE_NOT_FOUND');
    ok(await world.dispatcher.post(`/api/v1/quotes/${asked.id}/restore`));
    expect(await shown(token)).toMatchObject({ state: 'received' });
    ok(await world.dispatcher.post(`/api/v1/quotes/${asked.id}/rotate-link`));
    expectError(await page(token), 404, 'QUOTE_NOT_FOUND');
    expect(await rowOf(asked.id)).toMatchObject({ form_token_hash: null });
    // What staff type in has the link of its mails alone, and a program without the right to it has none.
    const typed = ok<Quote>(await world.dispatcher.post('/api/v1/quotes', quoteBody()));
    expect(await shown(tokenOf(typed))).toMatchObject({ state: 'received' });
    expect(await rowOf(typed.id)).toMatchObject({ form_token_hash: null });
    const shop = await world.program('quotes:write');
    expect(ok<Quote>(await shop.post('/api/v1/quotes', quoteBody())).customerUrl).toBeNull();
  });

  it('U92 goes with the person who is erased, and is in no archive of their data', async () => {
    const asked = await ask();
    const { customer } = ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${asked.id}`));
    const { form_token_hash: hash } = (await rowOf(asked.id)) as { form_token_hash: string };
    const archive = await world.admin.get(`/api/v1/customers/${customer.id}/personal-data.zip`);
    expect(archive.statusCode).toBe(200);
    for (const secret of [hash, 'form_token_hash']) expect(archive.rawPayload.toString('latin1')).not.toContain(secret);
    ok(await world.admin.post(`/api/v1/customers/${customer.id}/erase`, { email: customer.email }));
    expectError(await page(tokenOf(asked)), 404, 'QUOTE_NOT_FOUND');
  });

  it('U92 cannot order on the account of a typed address: that needs the link from their mail', async () => {
    const email = 'trusted@example.com';
    const { id: customerId } = ok<Customer>(
      await world.dispatcher.post('/api/v1/customers', { name: 'Trusted', email }),
    );
    ok(await world.dispatcher.put(`/api/v1/customers/${customerId}`, { onAccount: true }));
    const asked = await ask(quoteBody({ customer: { name: 'Somebody', email } }));
    const token = tokenOf(asked);
    // Whom the company trusts is not for everybody to find out.
    expect(await shown(token)).toMatchObject({ state: 'received', onAccount: false, acceptsByMail: false });
    const sent = await price(asked.id, { price: '84.50' });
    expect(sent).toMatchObject({ status: 'sent', onAccount: true });
    expect(await shown(token)).toMatchObject({ state: 'priced', canAccept: false, acceptsByMail: true });
    expect(await shown(tokenOf(sent))).toMatchObject({ canAccept: true, acceptsByMail: false, onAccount: true });
    const { message } = expectError(await accept(token), 409, 'QUOTE_ACCEPT_BY_MAIL');
    expect(message).toBe(
      'This quote goes on account. To accept it, please open the link in the e-mail that we sent you.',
    );
    expect(await rowOf(asked.id)).toMatchObject({ status: 'sent' });
    expect(ok(await accept(tokenOf(sent)))).toMatchObject({ state: 'accepted', onAccount: true });
    expect(await shown(token)).toMatchObject({ state: 'accepted', canAccept: false, acceptsByMail: false });
  });
});

describe('U93 quotes by age and by whether their customer has looked', () => {
  const list = async (query: string) =>
    ok<{ data: Quote[] }>(await world.dispatcher.get(`/api/v1/quotes?limit=100&${query}`)).data.map(({ id }) => id);

  it('U93 finds what was offered and nobody has seen, what was seen, last first, and what is so many days old', async () => {
    await world.app.sql('delete from quotes');
    const now = Date.now();
    const [seen, seenLater, unseen, expired, declined, draft] = [
      (await ask()).id,
      (await ask()).id,
      (await ask()).id,
      (await ask()).id,
      (await ask()).id,
      (await ask()).id,
    ] as const;
    for (const id of [seen, seenLater, unseen, expired, declined]) await price(id);
    const look = async (id: number, at: number) => {
      world.app.setClock(new Date(at));
      const { customerUrl } = ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${id}`));
      ok(await world.visitor.post(`/api/v1/q/${tokenOf({ customerUrl })}/views`, { visitor: `visitor-${id}` }));
    };
    await look(seenLater, now + 120_000);
    await look(seen, now + 60_000);
    world.app.setClock(undefined);
    ok(await world.dispatcher.post(`/api/v1/quotes/${declined}/decline-on-behalf`, { reason: 'no' }));
    await world.app.sql("update quotes set valid_until = '2020-01-31' where id = ?", expired);
    await world.app.sql("update quotes set created_at = now() - interval '8 days' where id in (?, ?)", seen, unseen);

    expect(await list('seen=no')).toEqual([unseen]);
    expect(await list('seen=yes&sort=seen')).toEqual([seenLater, seen]);
    expect((await list('sort=seen')).slice(0, 2)).toEqual([seenLater, seen]);
    expect(await list('olderThan=7&sort=oldest')).toEqual([seen, unseen].sort((a, b) => a - b));
    expect(await list('olderThan=7&seen=no&status=sent')).toEqual([unseen]);
    expect(await list('olderThan=9')).toEqual([]);
    expect(await list('seen=no&status=draft')).toEqual([]);
    expect(await list('olderThan=1')).not.toContain(draft);
    for (const wrong of ['seen=perhaps', 'olderThan=0', 'olderThan=x', 'sort=age'])
      expectError(await world.dispatcher.get(`/api/v1/quotes?${wrong}`), 400);
  });
});
