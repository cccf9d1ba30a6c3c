import type { Dashboard } from '@quickfleet/shared/operations/dashboard';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok, quoteBody } from '../../../test/support/factories.ts';
import { notifyOverdue } from './quotes.overdue.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'America/New_York', ADMIN_EMAIL: 'office@example.com' });
// A Monday; the company opens at 13:00 and closes at 23:00 UTC.
const MONDAY = '2026-11-16';
const at = (time: string, day = MONDAY) => world.app.setClock(new Date(`${day}T${time}:00Z`));
beforeAll(async () => {
  ok(await world.admin.put('/api/v1/company', { promises: { clock: 'business' } }));
});
afterEach(() => world.app.setClock(undefined));
const read = async (id: number) => ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${id}`));
const price = async (id: number) =>
  ok<Quote>(
    await world.dispatcher.put(`/api/v1/quotes/${id}`, { price: '80.00', paymentUrl: 'https://pay.example.com/q' }),
  );
const tokenOf = ({ customerUrl }: Quote) => customerUrl?.split('/q/')[1] ?? '';
const mails = async (quoteId: number) =>
  (
    await world.app.sql<{ recipient: string; text: string }>(
      `select recipient, text from emails where trigger = 'promise_broken' and quote_id = ?`,
      quoteId,
    )
  ).map(({ recipient, text }) => `${recipient}: ${text}`);

describe('by the clock', () => {
  it('U313 24 hours are 24 hours until a company chooses business hours, and the request and its mail name the moment', async () => {
    ok(await world.admin.put('/api/v1/company', { promises: { clock: 'clock' } }));
    // A Friday evening.
    at('22:30', '2026-11-20');
    const made = ok<Quote>(await world.visitor.post('/api/v1/quotes', quoteBody()));
    expect((await read(made.id)).dueAt).toBe('2026-11-21T22:30:00.000Z');
    const [mail] = await world.app.sql<{ text: string }>(
      `select text from emails where trigger = 'quote_received' and quote_id = ?`,
      made.id,
    );
    expect(mail?.text).toContain('a price within 24 hours.');
    expect(mail?.text).toContain('Price by: Saturday, 5:30 PM EST');
    ok(await world.admin.put('/api/v1/company', { promises: { clock: 'business' } }));
    expect((await read(made.id)).dueAt).toBe('2026-11-25T16:30:00.000Z');
    const other = await makeQuote(world.app);
    const [told] = await world.app.sql<{ text: string }>(
      `select text from emails where trigger = 'quote_received' and quote_id = ?`,
      other.id,
    );
    expect(told?.text).toContain('a price within 3 business days.');
    for (const { id } of [made, other]) ok(await world.dispatcher.delete(`/api/v1/quotes/${id}`));
  });
});

describe('U71 what a customer waits for', () => {
  it('U71 is due in business hours: a price from the request on, an answer from the question on', async () => {
    at('14:00');
    const { id } = await makeQuote(world.app);
    // 24 hours of work: 9 on Monday, 10 on Tuesday, 5 on Wednesday.
    expect(await read(id)).toMatchObject({ dueAt: '2026-11-18T18:00:00.000Z', dueKind: 'price', version: 1 });
    const sent = await price(id);
    expect(sent).toMatchObject({ dueAt: null, dueKind: null });

    at('22:30');
    ok(await world.visitor.post(`/api/v1/q/${tokenOf(sent)}/questions`, { text: 'To the third floor?' }));
    at('22:45');
    ok(await world.visitor.post(`/api/v1/q/${tokenOf(sent)}/questions`, { text: 'And on Sunday?' }));
    expect(await read(id)).toMatchObject({
      dueAt: '2026-11-17T14:30:00.000Z',
      dueKind: 'answer',
      version: sent.version,
    });
    ok(await world.dispatcher.post(`/api/v1/quotes/${id}/answers`, { text: 'Yes' }));
    expect(await read(id)).toMatchObject({ dueAt: '2026-11-17T14:45:00.000Z', dueKind: 'answer' });
    ok(await world.dispatcher.post(`/api/v1/quotes/${id}/answers`, { text: 'No' }));
    expect(await read(id)).toMatchObject({ dueAt: null, dueKind: null });
  });

  it('U71 follows the company’s own hours, and comes back with a quote that is restored', async () => {
    at('14:00');
    ok(await world.admin.put('/api/v1/company', { promises: { quoteHours: 1 } }));
    const { id } = await makeQuote(world.app);
    expect((await read(id)).dueAt).toBe('2026-11-16T15:00:00.000Z');
    ok(await world.dispatcher.delete(`/api/v1/quotes/${id}`));
    expect(ok<Quote>(await world.dispatcher.post(`/api/v1/quotes/${id}/restore`)).dueAt).toBe(
      '2026-11-16T15:00:00.000Z',
    );
    ok(await world.dispatcher.post(`/api/v1/quotes/${id}/decline-on-behalf`, { reason: 'Too far' }));
    expect((await read(id)).dueAt).toBeNull();
    ok(await world.admin.put('/api/v1/company', { promises: { quoteHours: 24 } }));
  });

  it('U97 is due the same day where the delivery was asked for today, and the next working day after hours', async () => {
    at('14:00');
    const { id } = await makeQuote(world.app, { speedType: 'today' });
    expect(await read(id)).toMatchObject({ dueAt: '2026-11-16T23:00:00.000Z', dueKind: 'price' });
    at('23:30', '2026-11-20');
    const late = await makeQuote(world.app, { speedType: 'today' });
    expect((await read(late.id)).dueAt).toBe('2026-11-23T23:00:00.000Z');
    at('14:30');
    ok(await world.admin.put('/api/v1/company', { promises: { quoteHours: 1 } }));
    expect((await read(id)).dueAt).toBe('2026-11-16T15:00:00.000Z');
    ok(await world.admin.put('/api/v1/company', { promises: { quoteHours: 24 } }));
    expect((await read(id)).dueAt).toBe('2026-11-16T23:00:00.000Z');
    for (const one of [id, late.id]) ok(await world.dispatcher.delete(`/api/v1/quotes/${one}`));
  });

  it('U94 a changed promise holds for who still waits in time; what was answered or is overdue keeps its own', async () => {
    const promise = async (promises: object) => ok(await world.admin.put('/api/v1/company', { promises }));
    const wait = async () => (await makeQuote(world.app)).id;
    const dueOf = async (id: number) => (await read(id)).dueAt;
    at('13:00');
    await promise({ quoteHours: 2 });
    const overdue = await wait();
    at('14:00');
    await promise({ quoteHours: 24 });
    expect(await dueOf(overdue)).toBe('2026-11-18T17:00:00.000Z');
    await promise({ quoteHours: 2 });
    expect(await dueOf(overdue)).toBe('2026-11-16T15:00:00.000Z');
    at('16:00');
    const [waiting, answered, asked] = [await wait(), await wait(), await wait()];
    await price(answered);
    const sent = await price(asked);
    ok(await world.visitor.post(`/api/v1/q/${tokenOf(sent)}/questions`, { text: 'When?' }));
    at('16:30');
    await promise({ quoteHours: 4 });
    // From the moment on at which they began to wait; the office has had its two hours for the first one.
    expect(await dueOf(waiting)).toBe('2026-11-16T20:00:00.000Z');
    expect(await dueOf(overdue)).toBe('2026-11-16T15:00:00.000Z');
    expect(await dueOf(answered)).toBeNull();
    expect(await dueOf(asked)).toBe('2026-11-16T18:00:00.000Z');
    await promise({ answerHours: 3 });
    expect(await dueOf(asked)).toBe('2026-11-16T19:00:00.000Z');
    expect(await dueOf(waiting)).toBe('2026-11-16T20:00:00.000Z');
    // A shorter promise makes nothing overdue that was not.
    at('19:30');
    await promise({ quoteHours: 1 });
    expect(await dueOf(waiting)).toBe('2026-11-16T20:00:00.000Z');
    const rows = await world.app.sql(
      'select count(*)::int as told from quote_promises where kept_at is not null and due_at <> made_at + interval $$2 hours$$ and quote_id = ?',
      answered,
    );
    expect(rows).toEqual([{ told: 0 }]);
    await promise({ quoteHours: 24, answerHours: 2 });
    for (const id of [overdue, waiting, answered, asked]) ok(await world.dispatcher.delete(`/api/v1/quotes/${id}`));
  });

  it('U72 comes first in the list, soonest due first, and is filtered by due time', async () => {
    at('14:00');
    const later = (await makeQuote(world.app)).id;
    at('13:00');
    const sooner = (await makeQuote(world.app)).id;
    const list = async (query: string) =>
      ok<{ data: Quote[] }>(await world.dispatcher.get(`/api/v1/quotes?${query}`)).data.map(({ id }) => id);
    const sorted = await list('sort=due&limit=100');
    expect(sorted.slice(0, 2)).toEqual([sooner, later]);
    expect((await list('due=waiting')).sort()).toEqual([later, sooner].sort());
    expect(await list('due=soon')).toEqual([]);
    at('16:30', '2026-11-18');
    expect((await list('due=soon')).sort()).toEqual([later, sooner].sort());
    at('17:30', '2026-11-18');
    expect(await list('due=overdue')).toEqual([sooner]);
    expect(await list('due=soon')).toEqual([later]);
    for (const id of [later, sooner]) ok(await world.dispatcher.delete(`/api/v1/quotes/${id}`));
  });

  it('U73 is mailed to the office once when it is overdue, however many workers look and wherever one crashes', async () => {
    at('14:00');
    const { id } = await makeQuote(world.app);
    const { id: gone } = await makeQuote(world.app);
    const { id: kept } = await makeQuote(world.app);
    ok(await world.dispatcher.delete(`/api/v1/quotes/${gone}`));
    await price(kept);
    at('17:59', '2026-11-18');
    expect(await notifyOverdue(world.app.services)).toBe(0);
    at('18:01', '2026-11-18');
    // A process that dies while it tells: its mail is gone with its mark.
    await world.app.sql(
      `create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`,
    );
    await world.app.sql(
      `create trigger cut_off before insert on emails for each row when (new.trigger = 'promise_broken') execute function cut_off()`,
    );
    await expect(notifyOverdue(world.app.services)).rejects.toThrow();
    expect(await mails(id)).toEqual([]);
    await world.app.sql('drop trigger cut_off on emails');
    const told = await Promise.all(Array.from({ length: 5 }, () => notifyOverdue(world.app.services)));
    expect(told.reduce((sum, one) => sum + one, 0)).toBe(1);
    const [mail, ...more] = await mails(id);
    expect(more).toEqual([]);
    expect(mail).toContain('office@example.com: ');
    expect(mail).toContain('Sender Ltd still waits for a price about quote');
    expect(mail).toContain('Nov 18, 2026, 1:00');
    expect([await mails(gone), await mails(kept)]).toEqual([[], []]);
    at('18:00', '2026-11-21');
    expect(await notifyOverdue(world.app.services)).toBe(0);
  });

  it('U74 is counted on the dashboard: what waits now, and by month what was kept and what was not', async () => {
    await world.app.sql('delete from quote_promises');
    await world.app.sql('update quotes set due_at = null');
    at('14:00', '2026-09-29');
    const [late, inTime] = [(await makeQuote(world.app)).id, (await makeQuote(world.app)).id];
    await price(inTime);
    at('14:00');
    await price(late);
    await makeQuote(world.app);
    at('22:00', '2026-11-18');
    await makeQuote(world.app);
    at('22:00', '2026-11-20');
    const { promises } = ok<Dashboard>(await world.dispatcher.get('/api/v1/stats'));
    expect(promises).toMatchObject({ overdue: 1, dueSoon: 0 });
    expect(promises.months.map(({ month }) => month)).toEqual([
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
    ]);
    const none = { met: 0, missed: 0 };
    expect(promises.months.slice(-2)).toEqual([
      { month: '2026-10', quotes: { met: 1, missed: 1 }, answers: none },
      { month: '2026-11', quotes: { met: 0, missed: 1 }, answers: none },
    ]);
  });
});
