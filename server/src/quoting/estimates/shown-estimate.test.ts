import type { CompanySettings } from '@quickfleet/shared/company/company';
import { pricingDefaults } from '@quickfleet/shared/company/pricing';
import type { Estimate } from '@quickfleet/shared/quoting/estimates';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeEach, describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, quoteBody } from '../../../test/support/factories.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'UTC' });
const setRules = async (pricing: object) =>
  ok<CompanySettings>(
    await world.admin.put('/api/v1/company', { pricing: { ...pricingDefaults, isOn: true, ...pricing } }),
  );
const send = async (body: object = {}) =>
  ok<Quote>(await world.visitor.post('/api/v1/quotes', { ...quoteBody(), ...body }));
const read = async (id: number) => ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${id}`));
const SHOWN = { from: '36.00', to: '44.00', currency: 'USD', isBinding: false, basis: 'flat' };

beforeEach(async () => {
  await setRules({ base: '40', rangePercent: 10 });
});

describe('the price that a visitor saw', () => {
  it('C562 is kept with the request, computed here: on the answer, the office’s quote, the page and in the mail', async () => {
    const sent = await send({ estimate: { ...SHOWN, from: '1.00', to: '1.00', isBinding: true } });
    expect(sent.estimate).toEqual(SHOWN);
    await setRules({ base: '400', rangePercent: 0 });
    expect((await read(sent.id)).estimate).toEqual(SHOWN);
    const { data } = ok<{ data: Quote[] }>(await world.dispatcher.get('/api/v1/quotes?limit=1'));
    expect(data[0]?.estimate).toEqual(SHOWN);
    const token = (sent.customerUrl ?? '').split('/').at(-1);
    expect(ok<CustomerQuote>(await world.visitor.get(`/api/v1/q/${token}`)).estimate).toEqual(SHOWN);
    const [mail] = await world.app.sql<{ text: string }>(
      `select text from emails where quote_id = ? and trigger = 'quote_received'`,
      sent.id,
    );
    expect(mail?.text).toContain('Price shown: about $36 to $44');
  });

  it('C562 is null where nothing was shown: rules that are off or silent, and what the office types in', async () => {
    const typed = ok<Quote>(await world.dispatcher.post('/api/v1/quotes', quoteBody()));
    expect(typed.estimate).toBeNull();
    await setRules({ isOn: false });
    const { id, estimate } = await send();
    expect([estimate, (await read(id)).estimate]).toEqual([null, null]);
  });

  it('C562 comes back with a quote that was deleted and restored', async () => {
    const { id } = await send();
    ok(await world.admin.delete(`/api/v1/quotes/${id}`));
    ok(await world.admin.post(`/api/v1/quotes/${id}/restore`));
    expect((await read(id)).estimate).toEqual(SHOWN);
  });

  it('C563 prices no closed day for a visitor: the answer says so with the next open day, as the form does', async () => {
    world.app.setClock(new Date('2026-03-10T10:00:00Z'));
    const holiday = { day: '2026-03-12', name: 'Founders' };
    ok(await world.admin.put('/api/v1/company', { hours: { ...(await hours()), holidays: [holiday] } }));
    const asked = { ...quoteBody({ speedType: 'specific_date', speedDate: '2026-03-12' }) };
    const answer = ok<Estimate>(await world.visitor.post('/api/v1/estimates', asked));
    expect(answer).toMatchObject({ from: null, to: null, code: 'DAY_CLOSED', nextOpenDay: '2026-03-13' });
    expect(answer.message).toMatch(/^We’re closed on Thursday, March 12 \(Founders\)\. The next open day is Friday/);
    const open = { ...asked, speedDate: answer.nextOpenDay };
    expect(ok<Estimate>(await world.visitor.post('/api/v1/estimates', open))).toMatchObject({
      from: '36.00',
      code: null,
    });
    expect(ok<Estimate>(await world.dispatcher.post('/api/v1/estimates', asked)).from).not.toBeNull();
    world.app.setClock(undefined);
  });
});
const hours = async () => ok<CompanySettings>(await world.admin.get('/api/v1/company')).hours;
