import type { DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { UnknownPlaces } from '../map/use-day-routes.ts';
import { FullContent, LineContent } from './card-content.tsx';

const order: DayOrder = {
  ...{ id: 7, trackingNumber: 'QF0000000007', status: 'pending', driverId: null, version: 1, outcome: null },
  ...{ customerName: 'Mona', customerCompany: null, customerPhone: null, notes: null, driverNotes: null },
  ...{ pickupAddress: 'Depot 1', deliveryAddress: 'Nobody knows 3', pickupWindow: null, deliveryWindow: null },
  ...{ pickupContact: null, deliveryContact: null },
  ...{ parcels: 1, weightKg: null, needs: [], fixedStops: [], items: [] },
  ...{ pickupDay: '2026-12-01', deliveryDay: '2026-12-01' },
};
const show = (unknown: readonly string[]) => {
  const opened: number[] = [];
  const content = {
    order,
    day: '2026-12-01',
    isDone: false,
    holder: undefined,
    onOpen: (id: number) => opened.push(id),
  };
  const part = renderPart(
    <UnknownPlaces value={new Set(unknown)}>
      <FullContent {...content} stop="order" />
      <FullContent {...content} stop="pickup" />
      <LineContent {...content} stop="delivery" marks={null} />
    </UnknownPlaces>,
  );
  return { ...part, opened };
};

test('C653 a card whose place nobody knows says so, and opens the order where it is set', async () => {
  const { user, opened } = show(['7 delivery']);
  // The whole order and its delivery; the place of the pickup is known.
  const [full, line, ...more] = screen.getAllByRole('button', { name: /^No place yet: open / });
  expect(more).toEqual([]);
  expect(full?.textContent).toBe('No place yet');
  expect(line?.textContent).toBe('');
  await user.click(full ?? document.body);
  await user.click(line ?? document.body);
  expect(opened).toEqual([7, 7]);
});

test('C653 a card whose place is known says nothing of it', () => {
  show([]);
  expect(screen.queryByText('No place yet')).toBeNull();
});
