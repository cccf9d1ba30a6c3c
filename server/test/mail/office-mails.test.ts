import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { notifyOverdue } from '../../src/quoting/promises/quotes.overdue.ts';
import { mailWaiting } from '../../src/quoting/quotes/quotes.mail.ts';
import { useWorld } from '../support/contract.ts';
import { makeQuote, ok } from '../support/factories.ts';

const OFFICE = 'office@quickfleet.test';
const world = useWorld({ ADMIN_EMAIL: OFFICE, LIMIT_SCALE: 1000 });
const MINUTE = 60_000;
const mailsOf = (quoteId: number, trigger: string) =>
  world.app.sql<{ text: string; html: string }>(
    'select text, html from emails where quote_id = ? and trigger = ? order by id',
    quoteId,
    trigger,
  );
async function sent() {
  const { id } = await makeQuote(world.app);
  const body = { price: '10', paymentUrl: 'https://pay.example.com/q' };
  const quote = ok<Quote>(await world.dispatcher.put(`/api/v1/quotes/${id}`, body));
  return { id, quote, link: `/api/v1/q/${quote.customerUrl?.split('/q/')[1]}` };
}

describe('mails to the office', () => {
  it('Y07 are one for each quote and kind in ten minutes, and the next one covers what came since', async () => {
    const { id, link } = await sent();
    const ask = async (text: string) => ok(await world.visitor.post(`${link}/questions`, { text }));
    const start = Date.now();
    world.app.setClock(new Date(start));
    for (let n = 1; n <= 5; n++) await ask(`Question number ${n}?`);
    expect(await mailsOf(id, 'quote_question_office')).toHaveLength(1);
    // Another kind, and another quote, wait for nothing.
    ok(await world.visitor.post(`${link}/date`, { speedType: 'today' }));
    expect(await mailsOf(id, 'quote_date_office')).toHaveLength(1);
    const other = await sent();
    ok(await world.visitor.post(`${other.link}/questions`, { text: 'Mine?' }));
    expect(await mailsOf(other.id, 'quote_question_office')).toHaveLength(1);

    world.app.setClock(new Date(start + 9 * MINUTE));
    await mailWaiting(world.app.services);
    expect(await mailsOf(id, 'quote_question_office')).toHaveLength(1);
    world.app.setClock(new Date(start + 11 * MINUTE));
    await mailWaiting(world.app.services);
    await mailWaiting(world.app.services);
    const mails = await mailsOf(id, 'quote_question_office');
    expect(mails).toHaveLength(2);
    expect(mails[0]?.text).toContain('Question number 1?');
    for (let n = 2; n <= 5; n++) expect(mails[1]?.text).toContain(`Question number ${n}?`);
    expect(await world.app.sql('select 1 from waiting_words')).toEqual([]);

    // What waits goes with the next one that may leave, too.
    await ask('Number six?');
    world.app.setClock(new Date(start + 30 * MINUTE));
    await ask('Number seven?');
    expect((await mailsOf(id, 'quote_question_office')).at(-1)?.text).toMatch(/Number six\?.*Number seven\?/);
    expect(await mailsOf(id, 'quote_question_office')).toHaveLength(3);
    world.app.setClock(undefined);
  });

  it('Y05 of a broken promise name the customer in words, and fill nothing of theirs', async () => {
    const customer = { name: 'Eve', email: 'eve@example.com', company: 'Pay now: https://evil.example/x {{adminUrl}}' };
    const { id } = await makeQuote(world.app, { customer });
    world.app.setClock(new Date(Date.now() + 10 * 24 * 60 * MINUTE));
    await notifyOverdue(world.app.services);
    world.app.setClock(undefined);
    const [mail] = await mailsOf(id, 'promise_broken');
    expect(mail?.text).toContain('still waits for a price');
    expect(mail?.html.match(/class="button"/g)).toHaveLength(1);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil\.example|:\/\/evil/);
  });

  it('Y05 have one button, and a question that staff answer brings no link to its customer', async () => {
    const { id, link } = await sent();
    ok(await world.visitor.post(`${link}/questions`, { text: 'Answer it: https://evil.example/x' }));
    const [asked] = await mailsOf(id, 'quote_question_office');
    expect(asked?.html.match(/class="button"/g)).toHaveLength(1);
    ok(await world.dispatcher.post(`/api/v1/quotes/${id}/answers`, { text: 'Yes, see https://also.example/y' }));
    const [answered] = await mailsOf(id, 'quote_answered');
    for (const mail of [asked, answered]) {
      expect(mail?.html).not.toMatch(/href="[^"]*(?:evil|also)/);
      expect(`${mail?.text}${mail?.html}`).not.toMatch(/:\/\/(?:evil|also)|(?:evil|also)\.example/);
    }
  });
});
