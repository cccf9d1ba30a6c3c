import { describe, expect, it } from 'vitest';
import { normalPostcode, postcodeOf } from './postcode.ts';

describe('C350 the postcode of an address', () => {
  it.each([
    ['US', '12345 Main Street\nSpringfield, IL 62704-1234', '62704', '62'],
    ['US', '742 Evergreen Terrace, Springfield 62704', '62704', '62'],
    ['GB', '10 Downing Street\nLondon SW1A 2AA', 'SW1A2AA', 'SW1A'],
    ['GB', 'Flat 2, 5 High St, m1 1ae', 'M11AE', 'M1'],
    ['DE', 'Musterstraße 12\n10115 Berlin', '10115', '10'],
    ['NL', 'Damrak 1\n1012 LG Amsterdam', '1012LG', '1012'],
    ['CA', '24 Sussex Drive, Ottawa ON K1M 1M4', 'K1M1M4', 'K1M'],
    ['AT', 'Stephansplatz 3\n1010 Wien', '1010', '1'],
    ['PL', 'Marszałkowska 1\n00-624 Warszawa', '00624', '00'],
  ])('C350 %s: %s', (country, address, whole, area) => {
    expect(postcodeOf(address, country)).toEqual({ whole, area });
  });

  it('C350 is none where nothing can be recognised, and no house number', () => {
    for (const address of ['12345 Main Street', '1 Pickup Street\nSpringfield', '', 'Suite 123456, Old Mill'])
      expect(postcodeOf(address, 'US'), address).toBeUndefined();
    expect(postcodeOf('Musterstraße 12\n10115 Berlin', 'XX')).toBeUndefined();
  });

  it('C350 is compared without blanks, dashes and letter case', () => {
    expect([' sw1a 2aa', 'SW1A-2AA'].map(normalPostcode)).toEqual(['SW1A2AA', 'SW1A2AA']);
  });
});
