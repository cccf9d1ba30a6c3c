import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok, openByMail } from '../../../test/support/factories.ts';

const world = useWorld({ ADMIN_EMAIL: 'office@example.com' });
let made = 0;
/** A customer with a quote that is sent, and somebody who was joined to it. */
async function sent(role: 'sees' | 'books' = 'books') {
  made += 1;
  const [email, member] = [`buyer${made}@example.com`, `${role}${made}@example.com`];
  const customer = { name: 'Ada Buyer', email, company: 'Buyer Ltd' };
  const { id } = await makeQuote(world.app, { customer });
  const priced = { price: '120.00', paymentUrl: 'https://pay.example.com/q' };
  const quote = ok<Quote>(await world.dispatcher.put(`/api/v1/quotes/${id}`, priced));
  const [row] = await world.app.sql<{ id: number }>('select customer_id as id from quotes where id = ?', id);
  const members = `/api/v1/customers/${row?.id}/members`;
  ok(await world.dispatcher.post(members, { email: member, role }));
  return { quote, email, member, members, browser: await openByMail(world.app, member) };
}
const at = ({ reference }: Quote) => `/api/v1/my/quotes/${reference}`;
const yes = (revision = 1) => ({ revision, name: 'Mia Member', termsAccepted: true });
const rowOf = async ({ id }: Quote) => {
  const [row] = await world.app.sql<{ status: string; outcome: string | null }>(
    'select status, outcome from quotes where id = ?',
    id,
  );
  return row;
};
const historyOf = async ({ id }: Quote, action: string) =>
  (
    await world.app.sql<{ detail: string }>(
      `select detail from history where subject = 'quote' and subject_id = ? and action = ?`,
      id,
      action,
    )
  ).map(({ detail }) => detail);
const mailsOf = async ({ id }: Quote, like: string) =>
  (
    await world.app.sql<{ trigger: string; recipient: string }>(
      'select trigger, recipient from emails where quote_id = ? and trigger like ? order by id',
      id,
      like,
    )
  ).map(({ trigger, recipient }) => `${trigger} ${recipient}`);

describe('members who decide', () => {
  it('C477 a member who books accepts as the page does: frozen, mailed, and the history says who', async () => {
    const { quote, email, member, browser } = await sent();
    const shown = ok<CustomerQuote>(await browser.get(at(quote)));
    expect(shown).toMatchObject({ state: 'priced', total: '120.00', canAccept: true, canDecline: true, canAsk: false });
    expectError(await browser.post(`${at(quote)}/accept`, { ...yes(), termsAccepted: false }), 400);
    expectError(await browser.post(`${at(quote)}/accept`, yes(7)), 409, 'QUOTE_REVISION_CHANGED');
    const press = () =>
      browser.post(`${at(quote)}/accept`, yes(), { headers: { 'idempotency-key': `press ${quote.id}` } });
    const [first, second] = await Promise.all([press(), press()]);
    expect(ok<CustomerQuote>(first)).toEqual(ok<CustomerQuote>(second));
    expect(ok<CustomerQuote>(first)).toMatchObject({
      state: 'accepted',
      canAccept: false,
      acceptance: { name: 'Mia Member', revision: 1, onBehalf: false },
    });
    expect(await rowOf(quote)).toEqual({ status: 'accepted', outcome: null });
    const frozen = await world.app.sql(
      `select name, by, revision, content ->> 'total' as total from quote_acceptances where quote_id = ?`,
      quote.id,
    );
    expect(frozen).toEqual([{ name: 'Mia Member', by: 'customer', revision: 1, total: '120.00' }]);
    expect(await historyOf(quote, 'quote.accepted')).toEqual([
      `Mia Member agreed to version 1, as ${member} under “My deliveries”`,
    ]);
    expect(await mailsOf(quote, 'quote_accepted%')).toEqual([
      `quote_accepted ${email}`,
      'quote_accepted_office office@example.com',
    ]);
    expectError(await browser.post(`${at(quote)}/decline`, { reason: 'No' }), 409, 'QUOTE_ALREADY_DECIDED');
  });

  it('C477 declining has the reason, the office’s mail and who it was; what has expired is decided by nobody', async () => {
    const { quote, member, browser } = await sent();
    expectError(await browser.post(`${at(quote)}/decline`, { reason: ' ' }), 400);
    const declined = ok<CustomerQuote>(await browser.post(`${at(quote)}/decline`, { reason: 'Too late', revision: 1 }));
    expect(declined).toMatchObject({ state: 'declined', outcomeReason: 'Too late' });
    expect(await rowOf(quote)).toEqual({ status: 'sent', outcome: 'declined' });
    expect(await historyOf(quote, 'quote.declined')).toEqual([`Too late, as ${member} under “My deliveries”`]);
    expect(await mailsOf(quote, 'quote_declined%')).toEqual(['quote_declined_office office@example.com']);

    const late = await sent();
    await world.app.sql(`update quotes set valid_until = '2020-01-01' where id = ?`, late.quote.id);
    expectError(await late.browser.post(`${at(late.quote)}/accept`, yes()), 409, 'QUOTE_EXPIRED');
    expect((await rowOf(late.quote))?.status).toBe('sent');
  });

  it('C478 the own address decides too; who sees, a stranger, who has left, a key and nobody decide nothing', async () => {
    const { quote, email, browser: sees, member, members } = await sent('sees');
    const { browser: stranger } = await sent();
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'P', scopes: ['quotes:read', 'quotes:write'] }),
    );
    expect(ok(await sees.get(at(quote)))).toMatchObject({ state: 'priced', canAccept: false, canDecline: false });
    const refuse = async (who: Client, status: number) => {
      expectError(await who.post(`${at(quote)}/accept`, yes()), status);
      expectError(await who.post(`${at(quote)}/decline`, { reason: 'No' }), status);
    };
    await refuse(sees, 403);
    await refuse(stranger, 404);
    expectError(await stranger.get(at(quote)), 404, 'QUOTE_NOT_FOUND');
    await refuse(world.app.client({ key }), 403);
    await refuse(world.dispatcher, 403);
    await refuse(world.visitor, 401);
    ok(await world.dispatcher.delete(`${members}?email=${member}`));
    await refuse(sees, 404);
    expect(await rowOf(quote)).toEqual({ status: 'sent', outcome: null });
    const own = await openByMail(world.app, email);
    expect(ok(await own.post(`${at(quote)}/accept`, yes()))).toMatchObject({ state: 'accepted' });
    expect((await rowOf(quote))?.status).toBe('accepted');
  });
});
