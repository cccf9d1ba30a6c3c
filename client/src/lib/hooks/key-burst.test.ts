import { layouts } from '@quickfleet/shared/base/scan/keyboards';
import { readLabel } from '@quickfleet/shared/base/scan/parcel-number';
import { scannedKeys } from '@quickfleet/shared/base/scan/partner-code';
import { describe, expect, it } from 'vitest';
import { KeyBurst } from './key-burst.ts';

const names = Object.keys(layouts) as (keyof typeof layouts)[];
const plain = { ctrlKey: false, altKey: false, metaKey: false };
/** The keys for a text, so many milliseconds apart. */
function pressed(text: string, gap: number, ends: readonly string[]): string | undefined {
  const burst = new KeyBurst();
  let at = 1000;
  let scanned: string | undefined;
  for (const key of [...text, ...ends]) {
    at += gap;
    const event = key === '\u001d' ? { ...plain, ctrlKey: true, key: ']' } : { ...plain, key };
    scanned = burst.press(event, at).scanned ?? scanned;
  }
  return scanned;
}
/** What a device types when a scanner presses its keys for a code. */
function typeOn(device: keyof typeof layouts, scanner: keyof typeof layouts, code: string): string | undefined {
  const from = [...layouts[scanner].plain, ...layouts[scanner].shift];
  const to = [...layouts[device].plain, ...layouts[device].shift];
  const typed = [...code].map((sign) => (sign === '\u001d' ? sign : to[from.indexOf(sign)]));
  return typed.every((sign) => sign !== undefined) ? typed.join('') : undefined;
}

const LABEL = { trackingNumber: 'QF292172038676', parcel: 2 };
const codes = [
  'QF292172038676-02',
  'https://kurier.example:8443/track/QF292172038676?parcel=QF292172038676-02',
  '00340123450000000017',
  ']C100340123450000000017',
  '010401234567890110LOT7\u001d21A5',
  'RR473124829DE',
];

describe('keys of a handheld scanner', () => {
  it('U328 are told from typing in every keyboard layout, ended by Enter or Tab', () => {
    let tried = 0;
    for (const device of names)
      for (const scanner of names)
        for (const code of codes)
          for (const end of ['Enter', 'Tab']) {
            const typed = typeOn(device, scanner, code);
            if (typed === undefined) continue;
            tried++;
            const scanned = pressed(typed, 12, [end]);
            expect(scanned, `${code} by ${scanner} on ${device}`).toBe(typed);
            if (/QF/.test(code)) expect(readLabel(scanned ?? '')).toEqual(LABEL);
            else expect(scannedKeys(scanned ?? '')).not.toEqual([]);
          }
    expect(tried).toBeGreaterThan(600);
  });

  it.each([
    ['typed by a person', 'QF292172038676', 80, ['Enter']],
    ['without an end', 'QF292172038676', 12, []],
    ['without a digit', 'mailbox', 1, ['Enter']],
    ['too short for a code', '4711', 1, ['Enter']],
    ['two shortcuts', 'gq', 1, []],
  ])('U328 are no scan: %s', (_, text, gap, ends) => {
    expect(pressed(text, gap, ends)).toBeUndefined();
  });

  it('U328 are one scan where CR and LF end them, and the next code is another', () => {
    const burst = new KeyBurst();
    let at = 0;
    const press = (key: string, more = {}) => {
      at += 5;
      return burst.press({ ...plain, key, ...more }, at);
    };
    for (const sign of 'QF292172038676') expect(press(sign)).toEqual({});
    expect(burst.isScanner).toBe(true);
    expect(press('Enter')).toEqual({ scanned: 'QF292172038676' });
    expect(press('j', { ctrlKey: true })).toEqual({ ended: true });
    at += 400;
    expect(press('Enter')).toEqual({});
    expect(burst.isScanner).toBe(false);
    for (const sign of 'RR473124829DE') press(sign);
    expect(press('Tab')).toEqual({ scanned: 'RR473124829DE' });
  });

  it('U328 leave out accents that wait and what is held with Ctrl, and take what AltGr types', () => {
    const burst = new KeyBurst();
    const keys = [
      { key: 'Dead' },
      ...[...'A@12345'].map((key) => ({ key, ctrlKey: key === '@', altKey: key === '@' })),
    ];
    for (const [at, key] of keys.entries()) burst.press({ ...plain, ...key }, at);
    expect(burst.press({ ...plain, key: 'Enter' }, keys.length)).toEqual({ scanned: 'A@12345' });
    for (const [at, key] of [...'12345'].entries()) burst.press({ ...plain, key }, 100 + at);
    burst.press({ ...plain, key: 'c', ctrlKey: true }, 105);
    expect(burst.press({ ...plain, key: 'Enter' }, 106)).toEqual({});
  });
});
