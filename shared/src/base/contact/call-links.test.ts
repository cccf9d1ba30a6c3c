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
    for (const phone of ['01 55512 / 01 55513', '01 55512 oder 55513', '01 58858-10/11', '01 58858-10 - 12'])
      expect(tel(phone, 'AT'), phone).toBeNull();
    for (const phone of ['+49 30 12345-67/68', '030 12345-67 / 68', '030 1234567/8', '030/12345-10 – 12'])
      expect(tel(phone, 'DE'), phone).toBeNull();
    for (const phone of ['030/1234567', '0171/123 45 67', '+49/30/1234567', '030 12345-0', '030-12345-67'])
      expect(tel(phone, 'DE'), phone).toMatch(/^tel:\+49\d+$/);
    expect(tel('212 555 0100', 'XX')).toBeNull();
  });
  it('C535 C749 is the own country’s number when its plus or its zero is lost', () => {
    for (const [phone, country, link] of [
      ['491511234567', 'DE', 'tel:+491511234567'],
      ['49 (0)30 1234567', 'DE', 'tel:+49301234567'],
      ['49-30-1234567', 'DE', 'tel:+49301234567'],
      ['43 (0)1 58858', 'AT', 'tel:+43158858'],
      ['436641234567', 'AT', 'tel:+436641234567'],
      ['33612345678', 'FR', 'tel:+33612345678'],
      ['34612345678', 'ES', 'tel:+34612345678'],
      ['447911123456', 'GB', 'tel:+447911123456'],
      ['41446681800', 'CH', 'tel:+41446681800'],
      ['(+49) 30 1234567', 'DE', 'tel:+49301234567'],
      ['(0043) 1 58858', 'AT', 'tel:+43158858'],
      ['15112345678', 'DE', 'tel:+4915112345678'],
      ['301234567', 'DE', 'tel:+49301234567'],
      ['49301234567', 'DE', 'tel:+49301234567'],
      ['0491 12345', 'DE', 'tel:+4949112345'],
      ['391 234 5678', 'IT', 'tel:+393912345678'],
    ] as const)
      expect(tel(phone, country), phone).toBe(link);
  });
  it('C535 is nothing for what is only as long as a number', () => {
    for (const [phone, country] of [
      ['1234567', 'DE'],
      ['011 49 30 1234567', 'DE'],
      ['9 1 212 555 0100', 'US'],
      ['0 0 30 1234567', 'DE'],
    ] as const)
      expect(tel(phone, country), phone).toBeNull();
  });
  it('C535 reads the words for an extension in five languages', () => {
    for (const word of ['ext.', 'Durchwahl', 'DW', 'App.', 'Nebenstelle', 'poste', 'extensión', 'int.', 'تحويلة'])
      expect(tel(`+49 30 1234567 ${word} 12`, 'DE'), word).toBe('tel:+49301234567;ext=12');
  });
  it('C47 an extension takes no message', () => {
    expect(callLinks('+1 212 555 0100', 'US')?.sms).toBe('sms:+12125550100');
    expect(callLinks('+1 212 555 0100 ext. 12', 'US')?.sms).toBeNull();
  });
});
