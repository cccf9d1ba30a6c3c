import { expect, test } from 'vitest';
import { draftOf, noDraft, planOf, typedWindow, windowOfDraft, withTimes } from './window-draft.ts';

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
