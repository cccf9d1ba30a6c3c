import { expect, it } from 'vitest';
import { orderRow } from '../../../../../../test/rows.ts';
import type { Notes } from './contents.ts';
import { newestRows, withAnswer } from './kept-rows.ts';

const before: Notes = {
  currentId: 1,
  deliveries: { driverId: 5, rows: [orderRow({ id: 1, version: 3 }), orderRow({ id: 2, version: 3 })] },
};
const statuses = ({ deliveries }: Notes) => deliveries?.rows.map(({ status }) => status);

it('P46 what the server answered stays in the lists of the phone when the order has left it', () => {
  const after = withAnswer(before, orderRow({ id: 2, version: 5, status: 'delivered' }));
  expect(statuses(after)).toEqual([orderRow().status, 'delivered']);
  expect(after.currentId).toBe(1);
});

it('P46 an answer that is older than the list changes nothing, and a list older than an answer neither', () => {
  expect(statuses(withAnswer(before, orderRow({ id: 2, version: 2, status: 'cancelled' })))).toEqual(statuses(before));
  const known = [orderRow({ id: 2, version: 5, status: 'delivered' })];
  expect(newestRows([orderRow({ id: 2, version: 4 }), orderRow({ id: 3, version: 1 })], known)).toMatchObject([
    { id: 2, version: 5, status: 'delivered' },
    { id: 3, version: 1 },
  ]);
});
