import { describe, expect, it } from 'vitest';
import { smsNumber } from '../base/contact/call-links.ts';
import { plainText, smsParts } from './sms.ts';

describe('text messages', () => {
  it('C223 counts as how many one is sent: 160 letters or 153 each, 70 or 67 in other alphabets, some letters twice', () => {
    expect([0, 1, 160, 161, 306, 307].map((length) => smsParts('a'.repeat(length)))).toEqual([1, 1, 1, 2, 2, 3]);
    expect([70, 71, 134, 135].map((length) => smsParts('ж'.repeat(length)))).toEqual([1, 2, 2, 3]);
    expect([80, 81].map((length) => smsParts('€'.repeat(length)))).toEqual([1, 2]);
    expect(smsParts('Grüße aus Åre, ça va?')).toBe(1);
    expect(smsParts(`${'a'.repeat(69)}’`)).toBe(1);
    expect(smsParts(`${'a'.repeat(70)}’`)).toBe(2);
  });

  it('C223 quotes, dashes and spaces are written so that the text stays in the alphabet of text messages', () => {
    const text = 'We couldn’t come:\u202F“3:00 PM – 4:00 PM”…  \n\n Soon';
    expect(plainText(text)).toBe(`We couldn't come: "3:00 PM - 4:00 PM"...\nSoon`);
    expect(plainText('Ελλάδα Ünal')).toBe('Ελλάδα Ünal');
  });

  it('C222 a number is certain or none: with the code of its country, or of the company’s', () => {
    expect(smsNumber('(212) 555-0142', 'US')).toBe('+12125550142');
    expect(smsNumber('0043 664 1234567', 'AT')).toBe('+436641234567');
    expect(smsNumber('0664 1234567', 'AT')).toBe('+436641234567');
    for (const unsure of ['555', 'call me', '+1 212 555 0142 or +1 212 555 0143', '+1 212 555 0142 ext. 7', ''])
      expect(smsNumber(unsure, 'US'), unsure).toBeNull();
  });
});
