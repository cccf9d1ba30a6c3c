import { expect, test } from 'vitest';
import {
  draftOf,
  earliestDelivery,
  laterBy,
  noDraft,
  plannedFrom,
  planOf,
  presetsOf,
  typedWindow,
  windowOfDraft,
  withTimes,
} from './window-draft.ts';

const morning = { day: '2026-03-02', from: '09:00', to: '12:00', days: 0 };

test('J33 a typed window becomes two moments, and is read back as it was typed', () => {
  const window = windowOfDraft(morning);
  expect(window).toEqual({ from: '2026-03-02T09:00:00.000Z', to: '2026-03-02T12:00:00.000Z' });
  expect(draftOf(window)).toEqual(morning);
  expect(windowOfDraft({ ...morning, to: '' })).toBeNull();
});

test('J33 an end that is earlier on the clock is the next day’s, and a window of several days keeps its length', () => {
  const night = withTimes(morning, { from: '22:00', to: '02:00' });
  expect(windowOfDraft(night)).toEqual({ from: '2026-03-02T22:00:00.000Z', to: '2026-03-03T02:00:00.000Z' });
  expect(withTimes(night, { to: '23:00' }).days).toBe(0);
  expect(withTimes({ ...morning, days: 3 }, { from: '10:00' }).days).toBe(3);
});

test('J33 what is missing of a window is said at its field; a delivery may have a day alone', () => {
  const faults = (needsTimes: boolean, draft: object) =>
    typedWindow({ needsTimes })
      .safeParse({ ...noDraft, ...draft })
      .error?.issues.map(({ path, message }) => [path[0], message]) ?? [];
  expect(faults(true, {})).toEqual([]);
  expect(faults(true, { day: '2026-03-02' })).toEqual([
    ['from', 'From when?'],
    ['to', 'Until when?'],
  ]);
  expect(faults(false, { day: '2026-03-02' })).toEqual([]);
  expect(faults(false, { from: '09:00', to: '10:00' })).toEqual([['day', 'Choose a day']]);
  expect(planOf(noDraft, { ...noDraft, day: '2026-03-02' })).toEqual({
    pickupWindow: null,
    deliveryWindow: null,
    deliveryDate: '2026-03-02',
  });
  expect(planOf(noDraft, morning)).toEqual({ pickupWindow: null, deliveryWindow: windowOfDraft(morning) });
});

test('U102 the usual windows of a delivery follow its pickup', () => {
  const now = new Date('2026-03-02T09:20:00Z');
  const offered = (pickup: object, day = '') =>
    presetsOf(day, earliestDelivery({ ...noDraft, ...pickup }, now)).map(
      ({ preset, draft }) => `${preset} ${draft.day.slice(5)} ${draft.from}-${draft.to}`,
    );
  const today = ['morning 03-02 08:00-12:00', 'afternoon 03-02 12:00-18:00', 'two_hours 03-02 09:30-11:30'];
  expect(offered({})).toEqual([...today, 'by_noon 03-02 09:30-12:00']);
  // Picked up tomorrow afternoon: nothing of today, and no window that is over before.
  const afternoon = { day: '2026-03-03', from: '13:00', to: '15:00' };
  expect(offered(afternoon)).toEqual(['afternoon 03-03 12:00-18:00', 'two_hours 03-03 13:00-15:00']);
  expect(offered(afternoon, '2026-03-02')).toEqual(offered(afternoon));
  expect(offered(afternoon, '2026-03-05')[0]).toBe('morning 03-05 08:00-12:00');
  expect(offered({ day: '2026-03-04' })[0]).toBe('morning 03-04 08:00-12:00');
});

test('U102 a duplicate moves both windows together, and a day alone with its pickup', () => {
  const pickupWindow = { from: '2026-03-02T16:00:00.000Z', to: '2026-03-02T18:00:00.000Z' };
  const deliveryWindow = { from: '2026-03-03T08:00:00.000Z', to: '2026-03-03T10:00:00.000Z' };
  const daysOf = (order: Parameters<typeof plannedFrom>[1]) => {
    const plan = plannedFrom('2026-04-10', order);
    return [plan.pickupWindow.day, plan.deliveryWindow.day];
  };
  expect(daysOf({ pickupWindow, deliveryWindow, deliveryDay: '2026-03-03' })).toEqual(['2026-04-10', '2026-04-11']);
  expect(daysOf({ pickupWindow, deliveryWindow: null, deliveryDay: '2026-03-04' })).toEqual([
    '2026-04-10',
    '2026-04-12',
  ]);
  expect(daysOf({ pickupWindow: null, deliveryWindow, deliveryDay: null })).toEqual(['', '2026-04-10']);
  expect(daysOf({ pickupWindow: null, deliveryWindow: null, deliveryDay: null })).toEqual(['', '2026-04-10']);
  expect(laterBy({ ...morning, day: '2026-03-30' }, 3).day).toBe('2026-04-02');
});
