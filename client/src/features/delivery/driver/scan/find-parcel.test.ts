import { readLabel } from '@quickfleet/shared/base/scan/parcel-number';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { describe, expect, it } from 'vitest';
import { orderRow } from '../../../../../test/rows.ts';
import { findOwn } from './find-parcel.ts';
import { missingDraft } from './parcel-scan.tsx';

describe('what a scanned label says', () => {
  it('P48 is a tracking number, alone, in groups or in the address of its page', () => {
    for (const text of [
      'QF123456789012',
      ' qf12 3456 7890 12 ',
      'https://example.com/track/QF123456789012',
      'https://example.com/track/qf123456789012?from=label#top',
    ])
      expect(readLabel(text)).toEqual({ trackingNumber: 'QF123456789012' });
  });

  it('P48 is nothing of ours on another parcel', () => {
    for (const text of [
      '',
      '4006381333931',
      'https://example.com/',
      '(00)340123450000000012',
      'QF12',
      'XQF123456789012',
    ])
      expect(readLabel(text)).toBeUndefined();
  });

  it('P48 is looked for in the day, in the list and in what lies on the phone', () => {
    const [planned, listed] = [orderRow({ id: 1, trackingNumber: 'QF1' }), orderRow({ id: 2, trackingNumber: 'QF2' })];
    const state = {
      notes: { myDay: { rows: [planned] }, deliveries: { driverId: 5, rows: [listed] } },
      orders: new Map(),
    } as unknown as Parameters<typeof findOwn>[0];
    expect(findOwn(state, 'QF1')).toBe(planned);
    expect(findOwn(state, 'QF2')).toBe(listed);
    expect(findOwn(state, 'QF3')).toBeUndefined();
  });

  it('P121 missing parcels become a partial attempt with their numbers, and lower the counts of their items', () => {
    const items = [
      { id: 1, quantity: 2 },
      { id: 2, quantity: 1 },
    ];
    const order = { id: 7, trackingNumber: 'QF123456789012', parcels: 3, items } as unknown as Order;
    expect(missingDraft(order, 'delivery', [2, 3])).toMatchObject({
      stop: 'delivery',
      isPartial: true,
      noteOffice: 'Missing: QF123456789012-02, QF123456789012-03',
      results: [
        { itemId: 1, delivered: 1 },
        { itemId: 2, delivered: 0 },
      ],
    });
    // With another number of parcels nobody knows which order they belong to.
    expect(missingDraft({ ...order, parcels: 5 }, 'delivery', [2]).results.map(({ delivered }) => delivered)).toEqual([
      2, 1,
    ]);
  });
});
