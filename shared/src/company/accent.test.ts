import { describe, expect, it } from 'vitest';
import { contrastOf, hoverOf, luminanceOf, ownShades, shadesOf, textOn } from './accent.ts';

const accents = [
  '#000000',
  '#ffffff',
  '#ffff00',
  '#00ff00',
  '#0000ff',
  '#ff0000',
  '#7c3aed',
  '#0f766e',
  '#808080',
  ...Array.from({ length: 300 }, (_, at) => `#${((at * 55_921) % 0xffffff).toString(16).padStart(6, '0')}`),
];

describe('an accent colour', () => {
  it('C261 is corrected so that white on it, and its text on light and dark pages, can be read, whatever was chosen', () => {
    for (const accent of accents) {
      const shades = shadesOf(accent);
      expect(contrastOf(shades[7], '#ffffff'), accent).toBeGreaterThanOrEqual(4.5);
      // Links: the darkest of them on a light page, the lightest on a dark one.
      expect(contrastOf(shades[8], '#f7f9fb'), accent).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shades[4], '#0b1622'), accent).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shades[7], '#0f1d2c'), accent).toBeGreaterThanOrEqual(3);
    }
  });

  it('C514 stays as it was chosen on buttons, with a text that can be read on it, pressed or not', () => {
    for (const accent of accents)
      for (const fill of [accent, hoverOf(accent)])
        expect(contrastOf(fill, textOn(accent)), `${accent} ${fill}`).toBeGreaterThanOrEqual(
          fill === accent ? 4.5 : 3.6,
        );
    expect([textOn('#0f766e'), textOn('#ffd400')]).toEqual(['#ffffff', '#0b1f33']);
  });

  it('C261 has the lightness of the product’s own shades, none of them lighter, in the same order', () => {
    for (const accent of accents) {
      const lights = shadesOf(accent).map(luminanceOf);
      expect(lights, accent).toEqual(lights.toSorted((one, other) => other - one));
      for (const [at, light] of lights.entries()) {
        const own = luminanceOf(ownShades[at] ?? '');
        expect(light, `${accent} ${at}`).toBeLessThanOrEqual(own + 1e-9);
        expect(own - light, `${accent} ${at}`).toBeLessThan(0.02);
      }
    }
  });
});
