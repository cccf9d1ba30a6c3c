import { describe, expect, it } from 'vitest';
import { callLinks } from './call-links.ts';

const tel = (phone: string, country = 'US') => callLinks(phone, country)?.tel ?? null;

describe('what a phone dials', () => {
  it('C47 is the number that was meant, however it was typed', () => {
    for (const [phone, country, link] of [
      ['(212) 555-0100', 'US', 'tel:+12125550100'],
      ['1-212-555-0100', 'US', 'tel:+12125550100'],
      ['+1 212 555 0100 ext. 12', 'US', 'tel:+12125550100;ext=12'],
      ['212.555.0100 x12', 'US', 'tel:+12125550100;ext=12'],
      ['+49 (0)30 123456', 'US', 'tel:+4930123456'],
      ['030/123456', 'DE', 'tel:+4930123456'],
      ['+44 (0) 20 7946 0000', 'AT', 'tel:+442079460000'],
      ['011 44 20 7946 0000', 'US', 'tel:+442079460000'],
      ['+39 06 1234567', 'US', 'tel:+39061234567'],
      ['+١ ٢١٢ ٥٥٥ ٠١٠٠', 'US', 'tel:+12125550100'],
      ['２１２ ５５５ ０１００', 'US', 'tel:+12125550100'],
      ['\u202A+1 212 555 0100\u202C', 'US', 'tel:+12125550100'],
    ] as const)
      expect(tel(phone, country), phone).toBe(link);
  });
  it('C47 is nothing when it is not sure', () => {
    for (const phone of [
      '+1 555 0100 ext. 12',
      '555 0100 / 555 0199',
      '212 555 0100 / 212 555 0199',
      '+1 212 555 0100, +1 212 555 0101',
      '212 555 0100 or 0101',
      '1-800-FLOWERS',
      'call me 212 555 0100',
      '+1 212 555 0100 (mobile)',
      '555 0100',
      '112',
      // As long as a number here, but no area code begins with 0 or 1.
      '030 1234567',
      '٠٣٠١٢٣٤٥٦٧',
      '+1 130 123 4567',
      '+',
      '',
      '9'.repeat(50_000),
    ])
      expect(tel(phone), phone.slice(0, 60)).toBeNull();
    for (const phone of ['01 55512 / 01 55513', '01 55512 oder 55513']) expect(tel(phone, 'AT'), phone).toBeNull();
    expect(tel('212 555 0100', 'XX')).toBeNull();
  });
  it('C47 an extension takes no message', () => {
    expect(callLinks('+1 212 555 0100', 'US')?.sms).toBe('sms:+12125550100');
    expect(callLinks('+1 212 555 0100 ext. 12', 'US')?.sms).toBeNull();
  });
});
