import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { makeDueOrders } from './recurring.make.ts';

const world = useWorld();
const BASE = '/api/v1/recurring-orders';
let staff: Client;
let admin: Client;
const setHolidays = async (...days: string[]) =>
  ok(await admin.put('/api/v1/company', { hours: { holidays: days.map((day) => ({ day, name: `Holiday ${day}` })) } }));
beforeAll(async () => {
  // A Tuesday.
  world.app.setClock(new Date('2026-12-01T09:00:00Z'));
  [staff, admin] = [await world.app.as('dispatcher'), await world.app.as('admin')];
  await setHolidays('2026-12-02');
});
const make = () => makeDueOrders(world.app.services);
const read = async (id: number) => ok<RecurringOrder>(await staff.get(`${BASE}/${id}`));
async function job(more: object): Promise<RecurringOrder> {
  const body = { order: orderBody(), rule: 'FREQ=DAILY', start: '2026-12-01', end: '2026-12-08', ...more };
  const { id } = ok<RecurringOrder>(await staff.post(BASE, body));
  await make();
  return read(id);
}
const madeOf = ({ upcoming }: RecurringOrder) =>
  upcoming.filter(({ state, status }) => state === 'made' && status !== 'cancelled').map(({ day }) => day.slice(5));

describe('a recurring job on days on which the company is closed', () => {
  it('Z18 the preview names them, and has the days as they come', async () => {
    const preview = async (more: object) =>
      ok(await staff.post(`${BASE}/preview`, { rule: 'FREQ=DAILY', start: '2026-12-01', end: '2026-12-07', ...more }));
    const closedDays = ['2026-12-02', '2026-12-05', '2026-12-06'];
    expect(await preview({})).toEqual({
      ruleInWords: 'Every day',
      days: ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06', '2026-12-07'],
      closedDays,
    });
    expect(await preview({ onClosedDay: 'skip' })).toEqual({
      ruleInWords: 'Every day',
      days: ['2026-12-01', '2026-12-03', '2026-12-04', '2026-12-07'],
      closedDays,
    });
    expectIssue(
      await staff.post(`${BASE}/preview`, { rule: 'FREQ=DAILY', start: '2026-12-01', onClosedDay: 'later' }),
      'onClosedDay',
      'Must be keep, skip, next or previous',
    );
  });

  it('Z18 their orders are made as the job says, with the windows of the day they come on', async () => {
    const kept = await job({});
    expect(kept).toMatchObject({ onClosedDay: 'keep', closedDays: ['2026-12-02', '2026-12-05', '2026-12-06'] });
    expect(madeOf(kept)).toEqual(['12-01', '12-02', '12-03', '12-04', '12-05', '12-06', '12-07', '12-08']);
    expect(madeOf(await job({ onClosedDay: 'skip' }))).toEqual(['12-01', '12-03', '12-04', '12-07', '12-08']);
    const window = { from: '2026-12-02T10:00:00Z', to: '2026-12-02T12:00:00Z' };
    const next = await job({
      rule: 'FREQ=WEEKLY;BYDAY=WE',
      start: '2026-12-02',
      onClosedDay: 'next',
      order: orderBody({ deliveryWindow: window }),
    });
    expect(madeOf(next)).toEqual(['12-03']);
    const { orderId } = next.upcoming[0] ?? {};
    expect(ok(await staff.get(`/api/v1/orders/${orderId}`))).toMatchObject({
      deliveryWindow: { from: '2026-12-03T10:00:00.000Z', to: '2026-12-03T12:00:00.000Z' },
    });
    expect(madeOf(await job({ rule: 'FREQ=WEEKLY;BYDAY=WE', onClosedDay: 'previous' }))).toEqual(['12-01']);
  });

  it('Z18 a change of what happens cancels and makes what is not picked up', async () => {
    const { id } = await job({ rule: 'FREQ=WEEKLY;BYDAY=SU', end: '2026-12-20' });
    expect(madeOf(await read(id))).toEqual(['12-06', '12-13']);
    ok(await staff.put(`${BASE}/${id}`, { onClosedDay: 'next' }));
    await make();
    expect(madeOf(await read(id))).toEqual(['12-07', '12-14']);
    ok(await staff.put(`${BASE}/${id}`, { paused: false }));
    expect((await read(id)).onClosedDay).toBe('next');
  });

  it('Z18 a holiday that comes or goes later makes no order twice', async () => {
    const { id } = await job({
      rule: 'FREQ=WEEKLY;BYDAY=TH',
      start: '2026-12-03',
      end: '2026-12-11',
      onClosedDay: 'next',
    });
    expect(madeOf(await read(id))).toEqual(['12-03', '12-10']);
    await setHolidays('2026-12-02', '2026-12-03');
    await make();
    expect(madeOf(await read(id))).toEqual(['12-03', '12-10']);
    expectIssue(
      await staff.post(`${BASE}/${id}/skip`, { day: '2026-12-04' }),
      'day',
      'The job does not come on this day',
    );
    const moved = await job({
      rule: 'FREQ=WEEKLY;BYDAY=TH',
      start: '2026-12-03',
      end: '2026-12-11',
      onClosedDay: 'next',
    });
    expect(madeOf(moved)).toEqual(['12-04', '12-10']);
    await setHolidays('2026-12-02');
    await make();
    expect(madeOf(await read(moved.id))).toEqual(['12-04', '12-10']);
  });

  it('Z18 a day that an order moved to can be left out and taken back', async () => {
    const { id } = await job({ rule: 'FREQ=WEEKLY;BYDAY=WE', start: '2026-12-02', onClosedDay: 'next' });
    const skip = (more: object) => staff.post(`${BASE}/${id}/skip`, { day: '2026-12-03', ...more });
    ok(await skip({}));
    await make();
    expect(madeOf(await read(id))).toEqual([]);
    ok(await skip({ skip: false }));
    await make();
    expect(madeOf(await read(id))).toEqual(['12-03']);
  });

  it('Z18 a job of closed days alone is refused', async () => {
    const body = { order: orderBody(), rule: 'FREQ=WEEKLY;BYDAY=SU', start: '2026-12-01', onClosedDay: 'skip' };
    expectIssue(await staff.post(BASE, body), 'onClosedDay', 'The company is closed on every day of this rule');
  });
});
