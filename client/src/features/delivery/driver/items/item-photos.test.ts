import { describe, expect, it } from 'vitest';
import { overflowText, roomFor, roomText } from './item-photos.ts';

describe('how many photos an item takes', () => {
  it('P41 says so before anything is chosen', () => {
    expect(roomText(0)).toBe('0 of at most 20 photos');
    expect(roomText(19)).toBe('19 of at most 20 photos');
    expect(roomText(20)).toBe('An item has room for 20 photos.');
    expect(roomFor(25)).toBe(0);
  });

  it('P41 says what was left out', () => {
    expect(overflowText(3, 17)).toBeUndefined();
    expect(overflowText(3, 18)).toBe('An item has room for 20 photos: 1 of the 3 chosen was not added.');
    expect(overflowText(5, 18)).toBe('An item has room for 20 photos: 3 of the 5 chosen were not added.');
  });
});
