import { describe, expect, it } from 'vitest';
import { layouts } from './keyboards.ts';
import { readLabel } from './parcel-number.ts';
import { keysOf, readPartnerCode, scannedKeys } from './partner-code.ts';

const NUMBER = 'QF292172038676';
const PARCEL = { trackingNumber: NUMBER, parcel: 2 };
type LayoutName = keyof typeof layouts;
const names = Object.keys(layouts) as LayoutName[];

const CONTROL = /\p{Cc}/u;
/** What a device types when a scanner presses its keys for a code; undefined where the scanner has no key for it. */
function typeOn(device: LayoutName, scanner: LayoutName, code: string): string | undefined {
  const from = [...layouts[scanner].plain, ...layouts[scanner].shift];
  const to = [...layouts[device].plain, ...layouts[device].shift];
  const typed = [...code].map((sign) => (CONTROL.test(sign) ? sign : to[from.indexOf(sign)]));
  return typed.every((sign) => sign !== undefined) ? typed.join('') : undefined;
}
const swapCase = (text: string) =>
  [...text].map((sign) => (sign === sign.toUpperCase() ? sign.toLowerCase() : sign.toUpperCase())).join('');

const labels: [string, string][] = [
  ['parcel number', `${NUMBER}-02`],
  ['in small letters', `${NUMBER.toLowerCase()}-02`],
  ['link', `http://quickfleet.test/track/${NUMBER}?parcel=${NUMBER}-02`],
  ['link of another host', `https://kurier.example:8443/track/${NUMBER}?parcel=${NUMBER}-02`],
  ['link in capitals', `HTTPS://X.EXAMPLE/TRACK/${NUMBER}?PARCEL=${NUMBER}-02`],
];
const partners: [string, string, string][] = [
  ['SSCC', '340123450000000017', '340123450000000017'],
  ['SSCC with its identifier', '00340123450000000017', '340123450000000017'],
  ['S10', 'RR473124829DE', 'RR473124829DE'],
  ['GS1', '010401234567890110LOT7\u001d21A5', '(01)04012345678901(10)LOT7(21)A5'],
];
const ends = ['', '\r', '\n', '\r\n', '\t'];
const aims = ['', ']C0', ']C1', ']Q3', ']d2'];

describe('what a scanner types', () => {
  it('C546 is understood from every keyboard layout on every other one, with identifiers and ends', () => {
    let tried = 0;
    for (const device of names)
      for (const scanner of names)
        for (const aim of aims)
          for (const end of ends) {
            for (const [name, code] of labels) {
              const typed = typeOn(device, scanner, aim + code + end);
              if (typed === undefined) continue;
              tried++;
              expect(readLabel(typed), `${scanner} on ${device}: ${name} ${typed}`).toEqual(PARCEL);
            }
            for (const [name, code, read] of partners) {
              const typed = typeOn(device, scanner, aim + code + end);
              if (typed === undefined) continue;
              tried++;
              const found = readPartnerCode(typed);
              expect(found?.code, `${scanner} on ${device}: ${name} ${typed}`).toBe(read);
              expect(scannedKeys(typed)).toContain(keysOf({ code: read, kind: found?.kind ?? 'other' })[0]);
            }
          }
    expect(tried).toBeGreaterThan(5000);
  });

  it.each([
    // A scanner for the United States on keyboards of Europe, as their users report it.
    ['German', 'QF292172038676ß02'],
    ['Italian', "QF292172038676'02"],
    ['Spanish', "QF292172038676'02"],
    ['Swiss', "QF292172038676'02"],
    ['French', 'AFéçé&èéà"_-è-)àé'],
    ['French with Caps Lock', 'af292172038676°02'],
    ['German with Caps Lock', 'qf292172038676ß02'],
    ['German, link', 'httpÖ--quickfleet.test-track-QF292172038676_parcel´QF292172038676ß02'],
    ['German, the accent lost', 'httpÖ--quickfleet.test-track-QF292172038676_parcelQF292172038676ß02'],
    ['Italian, link', "httpç--quickfleet.test-track-QF292172038676_parcelìQF292172038676'02"],
    ['Spanish, link', "httpÑ--quickfleet.test-track-QF292172038676_parcel¡QF292172038676'02"],
    ['Swiss, link', "httpé--quickfleet.test-track-QF292172038676_parcel^QF292172038676'02"],
    ['French, link', 'httpM!!auickfleet:test!trqck!AFéçé&èéà"_-è-§pqrcel=AFéçé&èéà"_-è-)àé'],
    ['German, Code 128 of GS1', '+C1QF292172038676ß02'],
    // Scanners for Europe on a keyboard of the United States.
    ['from a German scanner', 'QF292172038676/02'],
    ['from a French scanner', 'AF@(@!&@)#*^&^6)@'],
    ['without the bracket of its identifier', 'C0QF292172038676/02'],
  ])('C546 is a label: %s', (_, typed) => {
    expect(readLabel(typed)).toEqual(PARCEL);
    if (/^[A-Za-z0-9]/.test(typed)) expect(readLabel(`${swapCase(typed)}\n`) ?? PARCEL).toEqual(PARCEL);
  });

  it('C546 is no label when it is another code, a name or an address', () => {
    for (const text of [
      '',
      '4006381333931',
      'Quick Fleet 12',
      '29 Queen Street',
      'https://x.example/',
      'ß'.repeat(400),
    ])
      expect(readLabel(text), text).toBeUndefined();
  });
});
