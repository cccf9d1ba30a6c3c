import { describe, expect, test } from 'vitest';
import { freeTop } from './placed-toasts.tsx';

const rect = (top: number, height: number) => ({ top, bottom: top + height });

describe('C664 the place of a toast', () => {
  test('is the top where nothing is there', () => {
    expect(freeTop(70, 844, [])).toBe(8);
  });
  test('is below the head of a page, and above the bar', () => {
    expect(freeTop(70, 844, [rect(0, 60), rect(640, 204)])).toBe(68);
  });
  test('is above or below a dialog whose head and buttons leave no room between them', () => {
    expect(freeTop(70, 844, [rect(42, 60), rect(110, 48), rect(170, 48)])).toBe(226);
    expect(freeTop(70, 400, [rect(90, 60), rect(160, 230)])).toBe(8);
  });
  test('is between the head and the buttons of a dialog that fills the screen', () => {
    expect(freeTop(70, 844, [rect(0, 64), rect(700, 144)])).toBe(72);
  });
  test('is nowhere else where there is no room', () => {
    expect(freeTop(200, 331, [rect(0, 48), rect(190, 141)])).toBeUndefined();
  });
});
