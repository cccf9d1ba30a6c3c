import { expect, test } from 'vitest';
import { newResolution, resolutionCheck, toResolution } from './resolve-dialog.tsx';

const half = { day: '2031-05-04', from: '09:00', to: '', days: 0 };
const faults = (draft: object) =>
  resolutionCheck
    .safeParse({ ...newResolution, ...draft })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('P92 a window that is filled in half, or is over, is said at its field', () => {
  expect(faults({ deliveryWindow: half })).toEqual(['deliveryWindow.to: Until when?']);
  expect(faults({ kind: 'return', deliveryWindow: { ...half, day: '', from: '', to: '12:00' } })).toEqual([
    'deliveryWindow.day: Choose a day',
    'deliveryWindow.from: From when?',
  ]);
  expect(faults({ pickupWindow: { ...half, day: '2020-05-04', to: '12:00' } })).toEqual([
    'pickupWindow.to: The pickup window is already over',
  ]);
  expect(faults({})).toEqual([]);
});

test('P92 what was typed for another choice stays and is not sent with this one', () => {
  const typed = { ...newResolution, kind: 'cancel' as const, deliveryWindow: half, driver: '7', note: ' Sorry ' };
  expect(faults(typed)).toEqual([]);
  expect(toResolution({ id: 4, status: 'in_transit' }, typed)).toEqual({ id: 4, kind: 'cancel', note: 'Sorry' });
});

test('P92 the window belongs to the stop that comes next, and the driver may be taken away', () => {
  const typed = { ...newResolution, pickupWindow: { ...half, to: '12:00' }, driver: '' };
  expect(toResolution({ id: 4, status: 'assigned' }, typed)).toEqual({
    id: 4,
    kind: 'retry',
    pickupWindow: { from: '2031-05-04T09:00:00.000Z', to: '2031-05-04T12:00:00.000Z' },
    driverId: null,
  });
});
