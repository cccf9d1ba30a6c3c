import { expect, it } from 'vitest';
import { zoneOf } from './price-zones.ts';

const zones = (...patterns: string[]) =>
  patterns.map((pattern) => ({ label: pattern, postcodes: [pattern], price: '1' }));
const NG = zones('NG2 *', 'NG21 *');
const US = zones('250*', '925*', '92553', '92553-12*');

it.each([
  ['2 Low Rd, Mansfield NG21 0AB', NG, 'NG21 *'],
  ['2 Low Rd, Nottingham NG2 1AB', NG, 'NG2 *'],
  ['2 Low Rd Nottingham NG21AB', NG, 'NG2 *'],
  ['2 Low Rd, Nottingham NG2 1AB', zones('NG*', 'NG2*', 'NG2 1AB'), 'NG2 1AB'],
  ['2 Low Rd, Mansfield NG21 0AB', zones('NG2*', 'NG*'), 'NG2*'],
  ['25050 Alessandro Blvd Moreno Valley CA 92553', zones('250*', '925*'), '925*'],
  ['25050 Alessandro Blvd, Moreno Valley, CA 92553', zones('250*', '925*'), '925*'],
  ['25050 Alessandro Blvd Moreno Valley CA 92553-1234', US, '92553-12*'],
  ['25050 Alessandro Blvd Moreno Valley CA 92553', US, '92553'],
  ['25050 Alessandro Blvd Moreno Valley', zones('250*'), undefined],
  ['8000 Main Street Springfield', zones('8000'), undefined],
  ['8000 Zürich', zones('8000'), '8000'],
  ['Große Bleichen 21 D-20095 Hamburg', zones('20*', '21*'), '20*'],
  ['Große Bleichen 21, 20095 Hamburg', zones('D-20095'), 'D-20095'],
  ['Dam 1, 1012 AB Amsterdam', zones('1012 *', '10*'), '1012 *'],
  ['Dam 1 1012AB Amsterdam', zones('1012 AB'), '1012 AB'],
  ['Storgatan 1, SE-123 45 Farsta', zones('123 *', '12*'), '123 *'],
  ['Rua Augusta 1, 1000-001 Lisboa', zones('1000-*', '1000*'), '1000-*'],
  ['1 Dame Street, Dublin, D02 X285', zones('D02*', 'D0*'), 'D02*'],
  ['80 Wellington St, Ottawa ON K1A 0B1', zones('K1*', 'K1A'), 'K1A'],
  ['80 Wellington St Ottawa ON K1A', zones('K1A'), 'K1A'],
  ['Laugavegur 1, 101 Reykjavik', zones('101'), '101'],
  ['Dam 1, 1012 AB Amsterdam', zones('NL 1012 *', '10*'), 'NL 1012 *'],
  ['Storgatan 1, SE 123 45 Farsta', zones('SE 123 *', '12*'), 'SE 123 *'],
  ['Storgatan 1, 12345 Farsta', zones('123 *', '12*'), '123 *'],
  ['1 Rd, Delhi 110001', zones('110 *'), '110 *'],
  // In the order of a file: postcode, town, street.
  ['10115, Berlin, Weg 4', zones('10*'), '10*'],
  ['D-10115 Berlin, Weg 4', zones('10*'), '10*'],
  ['NL 1012 AB, Dam 1', zones('1012 *'), '1012 *'],
  ['25050 Broadway, Denver', zones('250*'), undefined],
  ['2000, Broadway, Denver', zones('200*'), undefined],
])('C534 C749 %s', (address, all, label) => {
  expect(zoneOf(address, all)?.label).toBe(label);
});
