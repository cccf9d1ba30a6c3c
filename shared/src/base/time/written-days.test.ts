import { describe, expect, it } from 'vitest';
import { orderIn, readClock, readDay, readDayOf, splitMoment } from './written-days.ts';

const DAY = '2026-12-07';
describe('days as people write them', () => {
  it.each([
    '2026-12-07',
    '2026/12/07',
    '2026-12-7',
    '2026.12.7',
    '7.12.26',
    '07.12.2026',
    '7. 12. 2026',
    '20261207',
    '7 Dec 2026',
    '7-Dec-26',
    'Dec 7, 2026',
    'December 7th, 2026',
    'Mon, 7 Dec 2026',
    'Monday, December 7, 2026',
    '7. Dezember 2026',
    'Mo., 7. Dez. 2026',
    'Montag, 7. Dezember 2026',
    '7 décembre 2026',
    'lundi 7 déc. 2026',
    '7 de diciembre de 2026',
    'lunes, 7 de diciembre de 2026',
    '7 dic 2026',
    '٧ ديسمبر ٢٠٢٦',
    '7 كانون الأول 2026',
    '2026-12-07 09:00',
    '7.12.2026 9:00 Uhr',
    '2026-12-07T23:30:00-05:00',
    '2026-12-08T03:00:00Z',
    '2026-12-08 05:30:00 +0100',
  ])('C527 %s has one reading', (text) => {
    expect(readDayOf(text, 'America/New_York')).toEqual({ dmy: DAY, mdy: DAY });
  });

  it.each([
    'Montag, den 7. Dezember 2026',
    'den 7. Dezember 2026',
    'le 7 décembre 2026',
    'el lunes 7 de diciembre del 2026',
    'the 7th of December 2026',
    '7Dec2026',
    '7.Dez.2026',
    '7.º de diciembre de 2026',
    "7 Dec '26",
    '7 / 12 / 2026 (Mo)',
    '7 . 12 . 2026',
    '2026–12–07',
    '07.12.2026 (Mo.)',
    '07.12.2026 8-10 Uhr',
    '2026-12-07 08:00-10:00',
    '46363',
    '46363.375',
    'Mon, 07 Dec 2026 10:00:00 +0100',
    'Mon, 07 Dec 2026 15:00:00 GMT',
    'Mon Dec 07 2026 18:00:00 GMT+0100 (Central European Standard Time)',
  ])('C743 %s is one day', (text) => {
    const { dmy, mdy } = readDayOf(text, 'America/New_York');
    expect(dmy ?? mdy).toBe(DAY);
  });

  it.each([
    ['Mon 12/7/2026', { dmy: null, mdy: DAY }],
    ['Monday, 7/12/2026', { dmy: DAY, mdy: null }],
    ['12/7/2026 (Sun)', { dmy: '2026-07-12', mdy: null }],
    // A Tuesday in German, a Sunday in French; and no reading is a Friday.
    ['Di 12/7/2026', { dmy: '2026-07-12', mdy: DAY }],
    ['Fri 12/7/2026', { dmy: '2026-07-12', mdy: DAY }],
  ])('C743 the weekday decides between two readings: %s', (text, readings) => {
    expect(readDay(text)).toEqual(readings);
  });

  it('C743 numbers that are no days of a spreadsheet stay numbers', () => {
    for (const text of ['10115', '99999', '4636', '463630'])
      expect(readDay(text), text).toEqual({ dmy: null, mdy: null });
  });

  it.each([
    ['8 Uhr 30', 510],
    ['8 heures', 480],
    ['20:00 hrs', 1200],
    ['8 o’clock', 480],
    ['noon', 720],
    ['Mitternacht', 0],
    ['8:30 م', 1230],
    ['12:30 ص', 30],
    ['1830', undefined],
  ])('C742 %s is %s minutes after midnight', (text, minutes) => {
    expect(readClock(text)).toBe(minutes);
  });

  it.each([
    ['12/25/2026', { dmy: null, mdy: '2026-12-25' }, 'mdy'],
    ['25/12/2026', { dmy: '2026-12-25', mdy: null }, 'dmy'],
    ['25-12-26', { dmy: '2026-12-25', mdy: null }, 'dmy'],
    ['12/7/2026', { dmy: '2026-07-12', mdy: '2026-12-07' }, 'either'],
    ['12/12/2026', { dmy: '2026-12-12', mdy: '2026-12-12' }, undefined],
    ['30/02/2026', { dmy: null, mdy: null }, undefined],
    ['2026-02-30', { dmy: null, mdy: null }, undefined],
    ['Room 5', { dmy: null, mdy: null }, undefined],
    ['7 Foo 2026', { dmy: null, mdy: null }, undefined],
  ] as const)('C527 %s', (text, readings, order) => {
    expect(readDay(text)).toEqual(readings);
    expect(orderIn(readDay(text))).toBe(order);
  });

  it.each([
    ['1er mars 2027', '2027-03-01'],
    ['5 mai 2027', '2027-05-05'],
    ['5 mayo 2027', '2027-05-05'],
    ['3 août 2027', '2027-08-03'],
    ['3. Jänner 2027', '2027-01-03'],
    ['3 juil. 2027', '2027-07-03'],
    ['3 Mrz 2027', '2027-03-03'],
    ['Sept 3, 2027', '2027-09-03'],
    ['29.2.28', '2028-02-29'],
  ])('C527 %s is %s', (text, day) => {
    expect(readDay(text).dmy).toBe(day);
  });

  it.each([
    ['9:00', 540],
    ['09.30', 570],
    ['9 Uhr', 540],
    ['14h30', 870],
    ['9 AM', 540],
    ['12:15 a.m.', 15],
    ['12 pm', 720],
    ['24:00', 1440],
    ['19:59:59.9999', 1200],
    ['25:00', undefined],
    ['24:01', undefined],
    ['9:60', undefined],
    ['13 pm', undefined],
    ['9', undefined],
  ])('C526 the clock shows %s', (text, minutes) => {
    expect(readClock(text)).toBe(minutes);
  });

  it('C526 a moment is a day and a time', () => {
    expect(splitMoment('2026-12-07 20:00')).toEqual({ day: DAY, minutes: 1200 });
    expect(splitMoment('7. Dezember 2026 um 9:30 Uhr')).toEqual({ day: '7. Dezember 2026', minutes: 570 });
    expect(splitMoment('12/7/2026 8:00 PM')).toEqual({ day: '12/7/2026', minutes: 1200 });
    expect(splitMoment('20:00')).toEqual({ day: undefined, minutes: 1200 });
    expect(splitMoment('7.12.26')).toEqual({ day: '7.12.26', minutes: undefined });
  });
});
