import { describe, expect, it } from 'vitest';
import { canonicalPath, isKnownPath } from './canonical-path.ts';
import { frameOf } from './paths.ts';

describe('the spelling of a path', () => {
  for (const [asked, canonical] of [
    ['/', '/'],
    ['/track', '/track'],
    ['/TRACK', '/track'],
    ['/track/', '/track'],
    ['/Track//', '/track'],
    ['/track/QF001234', '/track/QF001234'],
    ['/TRACK/qf00-1234/', '/track/QF001234'],
    ['/track/qf00%201234', '/track/QF001234'],
    ['/track/%20', '/track'],
    ['/track/a%2Fb', '/track/AB'],
    ['/q/aB-c_9', '/q/aB-c_9'],
    ['/Q/aB9/', '/q/aB9'],
    ['/my/Quotes/k7m-3qf/', '/my/quotes/K7M-3QF'],
    ['/track/QF%ZZ', '/track/QFZZ'],
    ['/Admin/Quotes/', '/admin/quotes'],
    ['/ADMIN/auth', '/admin/auth'],
    ['/No/Such', '/No/Such'],
    ['/no/such/', '/no/such/'],
    ['/track/one/two', '/track/one/two'],
  ] as const) {
    it(`H14 of ${asked} is ${canonical}`, () => {
      expect(canonicalPath(asked)).toBe(canonical);
      expect(canonicalPath(canonical)).toBe(canonical);
    });
  }

  it('R10 decides whether a path is a screen, and which page is rendered for it', () => {
    expect(
      ['/track/QF1', '/my/quotes/K7M-3QF', '/track/QF1/x', '/my/quotes', '/nowhere'].map((path) => isKnownPath(path)),
    ).toEqual([true, true, false, false, false]);
    expect(
      [
        '/',
        '/track',
        '/track/QF1',
        '/q/aB9',
        '/auth',
        '/admin/auth',
        '/admin',
        '/admin/x',
        '/embed/quote',
        '/privacy',
        '/nowhere',
      ].map(frameOf),
    ).toEqual([
      'home',
      'track',
      'order',
      'quote',
      'auth',
      'adminAuth',
      undefined,
      undefined,
      'embedQuote',
      'privacy',
      'missing',
    ]);
  });
});
