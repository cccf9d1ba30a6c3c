import { expect, it } from 'vitest';
import { parcelNumber, readLabel } from './parcel-number.ts';

it('C182 a parcel number is the tracking number, a hyphen and two digits or more', () => {
  expect([1, 12, 123].map((parcel) => parcelNumber('QF123456789012', parcel))).toEqual([
    'QF123456789012-01',
    'QF123456789012-12',
    'QF123456789012-123',
  ]);
});

it('C182 it is read from the label’s codes and as people type it', () => {
  const parcel = { trackingNumber: 'QF123456789012', parcel: 3 };
  for (const text of [
    'QF123456789012-03',
    ' qf12 3456 7890 12-03\n',
    'QF123456789012–03',
    'QF12345678901203',
    'https://x.example/track/QF123456789012?parcel=QF123456789012-03',
    'https://x.example/track/QF123456789012-03',
  ])
    expect(readLabel(text), text).toEqual(parcel);
  expect(readLabel('QF123456789012-123')).toEqual({ trackingNumber: 'QF123456789012', parcel: 123 });
  for (const text of ['QF123456789012', 'https://x.example/track/qf123456789012', 'QF001234'])
    expect(readLabel(text), text).toEqual({ trackingNumber: expect.stringMatching(/^QF\d+$/) });
  for (const text of ['', 'QF12', '4006381333931', 'https://x.example/', 'QF123456789012-00', 'XQF123456789012-03'])
    expect(readLabel(text), text).toBeUndefined();
});
