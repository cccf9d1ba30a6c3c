import { describe, expect, it } from 'vitest';
import { orderRow } from '../../../../../test/rows.ts';
import { findOwn, numberIn } from './find-parcel.ts';

describe('what a scanned label says', () => {
  it('P48 is a tracking number, alone, in groups or in the address of its page', () => {
    for (const text of [
      'QF123456789012',
      ' qf12 3456 7890 12 ',
      'https://example.com/track/QF123456789012',
      'https://example.com/track/qf123456789012?from=label#top',
    ])
      expect(numberIn(text)).toBe('QF123456789012');
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
      expect(numberIn(text)).toBeUndefined();
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
});
