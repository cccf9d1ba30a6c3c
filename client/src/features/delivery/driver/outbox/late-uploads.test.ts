import { describe, expect, it } from 'vitest';
import { describeLateUpload, type LateUpload, lateSentence, withLateUpload } from './late-uploads.ts';
import { findOrder, lateReasons, parseLate } from './sending/calls.ts';

const order = { id: 3, trackingNumber: 'QF000001', version: 2, signatures: [], items: [] };

describe('evidence that came after the end of its order', () => {
  it('P37 is recognised with and without the order', () => {
    for (const after of lateReasons) expect(parseLate({ id: 4, orderId: 3, late: true, after })).toEqual({ after });
    expect(parseLate({ late: true, after: 'something newer' })).toEqual({ after: undefined });
    for (const json of [order, { late: false }, { late: 'true' }, null, 'late', undefined])
      expect(parseLate(json)).toBeUndefined();
    expect(findOrder({ id: 4, orderId: 3, late: true, after: 'deleted' })).toBeUndefined();
    expect(findOrder({ ...order, late: true, after: 'cancelled' })).toMatchObject(order);
    expect(findOrder({ id: 4, late: true, after: 'cancelled', order })).toEqual(order);
  });

  it('P37 has a sentence for every reason', () => {
    expect(lateReasons.map(lateSentence)).toEqual([
      'Uploaded after the order was cancelled. The office has it.',
      'Uploaded after the order was marked as delivered. The office has it.',
      'Uploaded after someone else updated the order. The office has it.',
      'Uploaded after the order was given to another driver. The office has it.',
      'Uploaded after the access code was replaced. The office has it.',
      'Uploaded after the order was deleted. The office has it.',
      'Uploaded after the order was taken back from its driver. The office has it.',
      'The office has it, but it could not change the order.',
    ]);
    expect(lateSentence(undefined)).toBe('Uploaded after the order had ended. The office has it.');
  });

  it('P37 is counted in one notice for each order and reason', () => {
    let notices: LateUpload[] = [];
    for (const kind of ['photo', 'photo', 'signature'] as const)
      notices = withLateUpload(notices, { kind, orderId: 3 }, 'QF000001', 'cancelled');
    notices = withLateUpload(notices, { kind: 'photo', orderId: 4 }, 'QF000002', 'deleted');
    expect(notices.map(describeLateUpload)).toEqual(['2 photos and 1 signature', '1 photo']);
  });
});
