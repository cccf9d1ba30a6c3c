import { describe, expect, it } from 'vitest';
import { gs1CheckDigit } from './element-string.ts';
import { keysOf, readPartnerCode, s10CheckDigit, scannedKeys } from './partner-code.ts';

const SSCC = '340123450000000017';

describe('codes of other companies', () => {
  it('C547 have the check digits of their standards', () => {
    // GS1's own examples, and the one of the Universal Postal Union.
    expect(gs1CheckDigit('629104150021')).toBe(3);
    expect(gs1CheckDigit('10614141192837465')).toBe(7);
    expect(s10CheckDigit('47312482')).toBe(9);
    expect(s10CheckDigit('00000000')).toBe(5);
  });

  it('C547 are an SSCC however it is written', () => {
    for (const text of [
      SSCC,
      `00${SSCC}`,
      `(00)${SSCC}`,
      '(00) 3 4012345 000000001 7',
      '3 4012345 000000001 7',
      `]C100${SSCC}`,
      `]d200${SSCC}\r\n`,
      `\u001d00${SSCC}`,
      `https://id.gs1.org/00/${SSCC}`,
      `https://shop.example/pallets/00/${SSCC}?4326=261201`,
    ])
      expect(readPartnerCode(text), text).toEqual({ code: SSCC, kind: 'sscc', isWrong: false });
  });

  it('C547 are element strings with brackets and without, FNC1 as character 29', () => {
    const code = '(01)04012345678901(10)LOT/7(21)A5';
    for (const text of [
      code,
      '(01) 04012345678901 (10) LOT/7 (21) A5',
      '010401234567890110LOT/7\u001d21A5',
      ']d2010401234567890110LOT/7\u001d21A5',
      ']Q3\u001d010401234567890110LOT/7\u001d21A5\u001d',
      '010401234567890110LOT/7<GS>21A5',
    ])
      expect(readPartnerCode(text), text).toEqual({ code, kind: 'gs1', isWrong: false });
    for (const text of ['(01)04012345678901(21)A(1)', '010401234567890121A(1)'])
      expect(readPartnerCode(text)).toMatchObject({ code: '(01)04012345678901(21)A(1)', kind: 'gs1' });
    const load = readPartnerCode(`00${SSCC}3724\u001d10AB`);
    expect(load).toMatchObject({ code: `(00)${SSCC}(37)24(10)AB`, kind: 'gs1' });
    // The load's own number finds it too.
    expect(keysOf(load ?? { code: '', kind: 'other' })).toContain(SSCC);
    expect(readPartnerCode('(420)10115(00)340123450000000017')?.kind).toBe('gs1');
  });

  it('C547 are S10 in capitals, and anything else as it was given', () => {
    for (const text of ['RR473124829DE', 'rr 473 124 829 de', ']C0RR473124829DE\t'])
      expect(readPartnerCode(text), text).toEqual({ code: 'RR473124829DE', kind: 's10', isWrong: false });
    for (const text of ['1Z999AA10123456784', 'JJD000390007882823', '%0010115TRACK-7', '4006381333931', 'A/7 b'])
      expect(readPartnerCode(text), text).toEqual({ code: text, kind: 'other', isWrong: false });
    for (const text of ['', ' ', '-', '\u200b']) expect(readPartnerCode(text)).toBeUndefined();
  });

  it('C547 with a wrong check digit say so', () => {
    for (const [text, kind] of [
      ['340123450000000018', 'sscc'],
      ['(00)340123450000000018', 'sscc'],
      ['00340123450000000018', 'sscc'],
      ['(01)04012345678902(10)A', 'gs1'],
      [']C10104012345678902', 'gs1'],
      ['RR473124828DE', 's10'],
    ] as const)
      expect(readPartnerCode(text), text).toMatchObject({ kind, isWrong: true });
    // Digits that nobody called a GS1 code are another company's own number.
    expect(readPartnerCode('0104012345678902')).toMatchObject({ kind: 'other', isWrong: false });
  });

  it('C547 are looked for as they came, and as other layouts would have them', () => {
    expect(scannedKeys('LY473124829DE')[0]).toBe('LY473124829DE');
    expect(scannedKeys('LY473124829DE')).toContain('LZ473124829DE');
    expect(scannedKeys('Parß12')).toContain('PAR12');
    expect(scannedKeys('AB1')).toEqual([]);
  });
});
