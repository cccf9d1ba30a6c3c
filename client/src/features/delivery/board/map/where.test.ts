import { expect, test } from 'vitest';
import { frameOf } from '../../../../components/map/frame.ts';
import { areasOf, townOf } from './where.ts';

test('C654 the map shows each place within its frame, north above and east as wide as north is high', () => {
  const [south, north, east] = [
    { lat: 48, lng: 16 },
    { lat: 48.1, lng: 16 },
    { lat: 48, lng: 16 + 0.1 / Math.cos((48.05 * Math.PI) / 180) },
  ];
  const { at } = frameOf([south, north, east]);
  expect(at(south)).toEqual({ x: 6, y: 94 });
  expect(at(north)).toEqual({ x: 6, y: 6 });
  expect(at(east)).toEqual({ x: 94, y: 94 });
  expect(frameOf([south]).at(south)).toEqual({ x: 50, y: 50 });
});

test('C654 areas have the names of the towns in the addresses', () => {
  expect(townOf('2 Elm Street\n12345 Springfield')).toBe('Springfield');
  expect(townOf('2 Elm Street')).toBeUndefined();
  const order = { pickupAddress: 'Depot 1', deliveryAddress: '2 Elm Street, Springfield' };
  expect(
    areasOf([
      { lat: 1, lng: 1, stop: 'delivery', order },
      { lat: 3, lng: 3, stop: 'delivery', order },
      { lat: 9, lng: 9, stop: 'pickup', order },
    ]),
  ).toEqual([{ name: 'Springfield', lat: 2, lng: 2 }]);
});
