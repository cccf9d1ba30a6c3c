import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';
import { isoIn } from './time/zoned-time.ts';

const written = (...cells: (string | number | null)[]) =>
  toCsv(['a'], [cells]).slice('\uFEFFa\r\n'.length, -2).split(',');

it('C61 phone numbers and codes arrive in a spreadsheet as they are written, amounts and days as what they are', () => {
  expect(written('+1 555 0100', '0049301234567', '493012345678', '1E5', '12-05', '3/4', '007')).toEqual([
    "'+1 555 0100",
    "'0049301234567",
    "'493012345678",
    "'1E5",
    "'12-05",
    "'3/4",
    "'007",
  ]);
  expect(written('12.50', '0.50', '1101', '12.345', '2026-12-01', 7, -3, null, 'K7M-3QF', '555 0100')).toEqual([
    '12.50',
    '0.50',
    '1101',
    '12.345',
    '2026-12-01',
    '7',
    '-3',
    '',
    'K7M-3QF',
    '555 0100',
  ]);
});

it('C61 an amount below zero is a number, and what is more than a number is none', () => {
  expect(written('-262.00', '-3', '-0.5')).toEqual(['-262.00', '-3', '-0.5']);
  expect(written('-1+1', '-007', '-cmd', '--1', '-1.')).toEqual(["'-1+1", "'-007", "'-cmd", "'--1", "'-1."]);
});

it('C61 no cell is a formula, whatever the width of its first sign', () => {
  for (const sign of '=+-@＝＋－＠\t\r') expect(toCsv(['a'], [[`${sign}1+1`]])).toContain(`'${sign}1+1`);
});

it('C61 a time is written in local time of its zone, with its offset', () => {
  expect(isoIn(new Date('2026-11-25T19:05:09.876Z'), 'America/New_York')).toBe('2026-11-25T14:05:09-05:00');
  expect(isoIn(new Date('2026-07-01T18:35:00Z'), 'Asia/Kolkata')).toBe('2026-07-02T00:05:00+05:30');
  expect(isoIn(new Date('2026-07-01T00:00:00Z'), 'UTC')).toBe('2026-07-01T00:00:00+00:00');
});
