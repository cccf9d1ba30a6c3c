import { DEFAULT_THEME } from '@mantine/core';
import { reportNames } from '@quickfleet/shared/operations/reports/report-names';
import { describe, expect, test } from 'vitest';
import { themeIn } from '../../../theme.ts';
import { BEFORE, seriesOf } from './report-series.ts';

type Three = readonly [number, number, number];
/** How somebody sees a linear colour (Machado, Oliveira and Fernandes, 2009, at full severity). */
const eyes: Readonly<Record<string, readonly [Three, Three, Three]>> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};
const linear = (hex: string): Three => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
};
const times = (rows: readonly Three[], [r, g, b]: Three): Three => {
  const [one = 0, two = 0, three = 0] = rows.map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b)));
  return [one, two, three];
};
/** CIE L*a*b*, in which distances are what the eye tells apart. */
function labOf(colour: Three): Three {
  const [x, y, z] = times(
    [
      [0.4124, 0.3576, 0.1805],
      [0.2126, 0.7152, 0.0722],
      [0.0193, 0.1192, 0.9505],
    ],
    colour,
  );
  const [fx = 0, fy = 0, fz = 0] = [x / 0.95047, y, z / 1.08883].map((part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  );
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}
const distance = (one: Three, other: Three) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
/** As long as the company has no colour of its own. */
const { theme } = themeIn({ shades: null, accent: null });
const hexOf = (name: string): string => {
  const [hue = '', shade = '0'] = name.split('.');
  return (theme.colors?.[hue] ?? DEFAULT_THEME.colors[hue])?.[Number(shade)] ?? '#000000';
};

describe('the colours of charts', () => {
  for (const name of reportNames)
    for (const [who, matrix] of Object.entries(eyes))
      test(`C659 ${name}: each pair is told apart by who sees ${who}`, () => {
        const colours = [...new Set([...seriesOf[name].map(({ color }) => color), BEFORE])];
        for (const [at, one] of colours.entries())
          for (const other of colours.slice(at + 1)) {
            const [a, b] = [one, other].map((colour) => labOf(times(matrix, linear(hexOf(colour))))) as [Three, Three];
            expect(distance(a, b), `${one} and ${other}`).toBeGreaterThan(20);
          }
      });
});
