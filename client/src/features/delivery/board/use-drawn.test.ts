import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useDrawn } from './use-drawn.ts';

afterEach(() => vi.useRealTimers());

test('U183 columns in view draw the cards of a screen first, and all others follow one column after the other', () => {
  vi.useFakeTimers();
  const columns = [0, 1, 50, 51].map((place) => renderHook(() => useDrawn(place, false)).result);
  const drawn = () => columns.map(({ current }) => current);
  const all = Number.POSITIVE_INFINITY;
  expect(drawn()).toEqual([8, 8, 0, 0]);
  for (const after of [
    [all, 8, 0, 0],
    [all, all, 0, 0],
    [all, all, all, 0],
    [all, all, all, all],
  ]) {
    act(() => vi.advanceTimersToNextTimer());
    expect(drawn()).toEqual(after);
  }
});

test('U183 a column that is needed now, because of the card that is carried, waits for no turn', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ isNeeded }) => useDrawn(50, isNeeded), {
    initialProps: { isNeeded: false },
  });
  expect(result.current).toBe(0);
  rerender({ isNeeded: true });
  expect(result.current).toBe(Number.POSITIVE_INFINITY);
});
