import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import type { Plan } from '@quickfleet/shared/delivery/planning/plans';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, refusal, renderPart } from '../../../../../test/render.tsx';
import { PlanDialog } from './plan-dialog.tsx';

const totals = { stops: 0, stopsDone: 0, orders: 0, parcels: 0 };
const column = (id: number, firstName: string): DayBoard['drivers'][number] => ({
  driver: { id, firstName, lastName: null, phone: null },
  ...{ version: 1, startedAt: null, endedAt: null, plannedFrom: null, plannedTo: null, breaks: [], totals, stops: [] },
});
const board: DayBoard = {
  day: '2026-12-01',
  drivers: [column(7, 'Ada'), column(8, 'Bo')],
  unassigned: { totals, orderIds: [1, 2, 3] },
  unplanned: { totals, orderIds: [], hasMore: false },
  carriedOver: { totals, stops: [], hasMore: false },
  notices: { mails: 0, sendAt: null },
  pace: { minutesPerStop: 10, stops: 0 },
  orders: [],
};
const route = (driverId: number, orderId: number): Plan['routes'][number] => ({
  driverId,
  startsAt: '2026-12-01T08:00:00.000Z',
  endsAt: '2026-12-01T10:00:00.000Z',
  ...{ minutes: 120, drivingMinutes: 80, waitingMinutes: 0, kilometres: 30, parcelsPeak: 2 },
  stops: [
    {
      ...{ orderId, stop: 'delivery' as const, waitsMinutes: 0, lateMinutes: 0 },
      arrivesAt: '2026-12-01T09:00:00.000Z',
      leavesAt: '2026-12-01T09:05:00.000Z',
    },
  ],
});
const before = { minutes: 0, kilometres: 0, lateStops: 0, drivers: 0, unplanned: 3 };
const ready: Plan = {
  ...{ id: 5, day: board.day, state: 'ready', progress: 1, before },
  after: { minutes: 240, kilometres: 60.5, lateStops: 0, drivers: 2, unplanned: 1 },
  routes: [route(7, 1), route(8, 2)],
  unplanned: [{ orderId: 3, reason: 'window' }],
  plannedBy: 'own',
};
const planning: Plan = {
  ...ready,
  state: 'planning',
  progress: 0.4,
  before: null,
  after: null,
  routes: [],
  unplanned: [],
};

const open = (plans: Answers['plans']) => {
  const closed: string[] = [];
  const part = renderPart(<PlanDialog board={board} opened onClose={() => closed.push('closed')} />, {
    answers: { plans },
  });
  return { ...part, closed };
};

test('I26 a day is planned with what stays and what matters, shown before and after, and used', async () => {
  const { user, calls, closed } = open({ create: planning, one: ready, accept: { ...ready, state: 'applied' } });
  await screen.findByText(/3 orders are without a driver/);
  await user.click(screen.getByRole('button', { name: 'Plan the day' }));
  await screen.findByRole('table', { name: 'The day now and as planned' });
  expect(calls.find(({ path }) => path === 'plans.create')?.input).toEqual({
    day: '2026-12-01',
    keep: 'assigned',
    aim: 'time',
  });
  expect(screen.getByRole('row', { name: 'Working time 0 min 4 h' })).toBeTruthy();
  expect(screen.getByText(/no driver can keep its window/)).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Bo' }));
  await user.click(screen.getByRole('button', { name: 'Use this plan' }));
  await waitFor(() => expect(closed).toEqual(['closed']));
  expect(calls.find(({ path }) => path === 'plans.accept')?.input).toEqual({ id: 5, driverIds: [7] });
});

test('I26 a plan that is outdated says so and cannot be used; a refusal is shown', async () => {
  const { user } = open({
    create: planning,
    one: ready,
    accept: () => {
      throw refusal(409, 'PLAN_OUTDATED', 'Something has changed');
    },
  });
  await user.click(screen.getByRole('button', { name: 'Plan the day' }));
  await user.click(await screen.findByRole('button', { name: 'Use this plan' }));
  await screen.findByText(/Something has changed/);

  const other = open({ create: planning, one: { ...ready, state: 'outdated' } });
  await other.user.click((await screen.findAllByRole('button', { name: 'Plan the day' })).at(-1) ?? document.body);
  await screen.findByRole('alert');
});
