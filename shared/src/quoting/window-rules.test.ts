import { describe, expect, it } from 'vitest';
import { addDays, dayAt, keepZonesWhole, minutesAt, momentOf, timeInWords, zoneName } from '../base/time/zoned-time.ts';
import { usualHours } from '../company/business-hours.ts';
import { createOrder } from '../delivery/orders/orders.ts';
import { dayOfSpeed } from './speed.ts';
import {
  findWindowFaults,
  isSkipped,
  moveWindow,
  presetWindow,
  type Window,
  windowInWords,
  windowOfSpeed,
  windowOn,
} from './window-rules.ts';

const iso = (text: string) => new Date(text).toISOString();
const window = (from: string, to: string): Window => ({ from: iso(from), to: iso(to) });

describe('J02 a time on the clocks of a zone', () => {
  for (const [zone, day, time, moment] of [
    ['UTC', '2026-03-02', '09:30', '2026-03-02T09:30Z'],
    ['America/New_York', '2026-03-02', '09:30', '2026-03-02T14:30Z'],
    ['Asia/Kathmandu', '2026-03-02', '00:00', '2026-03-01T18:15Z'],
    ['Pacific/Kiritimati', '2026-03-02', '09:00', '2026-03-01T19:00Z'],
    ['Etc/GMT+12', '2026-03-02', '23:00', '2026-03-03T11:00Z'],
    // The hour that the clocks skip: as much later as they skip.
    ['America/New_York', '2026-03-08', '01:59', '2026-03-08T06:59Z'],
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30Z'],
    ['America/New_York', '2026-03-08', '03:00', '2026-03-08T07:00Z'],
    ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30Z'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45Z'],
    // The hour that they show twice: the first time.
    ['America/New_York', '2026-11-01', '00:59', '2026-11-01T04:59Z'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30Z'],
    ['America/New_York', '2026-11-01', '02:00', '2026-11-01T07:00Z'],
    ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30Z'],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45Z'],
    // In these zones the clocks change at midnight: the day begins at one.
    ['America/Havana', '2026-03-08', '00:00', '2026-03-08T05:00Z'],
    ['Africa/Cairo', '2026-04-24', '00:30', '2026-04-23T22:30Z'],
  ] as const) {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    it(`J02 ${day} ${time} in ${zone} is ${moment}`, () => {
      expect(momentOf(day, hours * 60 + minutes, zone).toISOString()).toBe(iso(moment));
    });
  }

  it('J02 every quarter of an hour of the weeks in which clocks change reads back as it was asked for, but for those that are skipped', () => {
    for (const [zone, skipped] of [
      ['America/New_York', 4],
      ['Europe/Berlin', 4],
      ['Australia/Lord_Howe', 2],
      ['Asia/Tokyo', 0],
    ] as const) {
      let missing = 0;
      for (const first of ['2026-03-05', '2026-03-26', '2026-04-02', '2026-10-01', '2026-10-22', '2026-10-29'])
        for (let minutes = 0; minutes < 5 * 1440; minutes += 15) {
          const moment = momentOf(first, minutes, zone);
          const day = addDays(first, Math.floor(minutes / 1440));
          if (dayAt(moment, zone) !== day || minutesAt(moment, zone) !== minutes % 1440) missing++;
        }
      expect(missing, zone).toBe(skipped);
    }
  });
});

describe('J01 windows that cannot be', () => {
  const now = new Date('2026-03-02T12:00Z');
  const later = window('2026-03-02T14:00Z', '2026-03-02T16:00Z');
  for (const [what, windows, faults] of [
    ['both ahead', { pickupWindow: window('2026-03-02T13:00Z', '2026-03-02T15:00Z'), deliveryWindow: later }, []],
    ['one that has begun', { pickupWindow: window('2026-03-02T11:00Z', '2026-03-02T12:30Z') }, []],
    ['none', { pickupWindow: null, deliveryWindow: null }, []],
    ['a pickup that is over', { pickupWindow: window('2026-03-02T10:00Z', '2026-03-02T12:00Z') }, ['pickupWindow.to']],
    [
      'a delivery that is over',
      { deliveryWindow: window('2026-03-01T10:00Z', '2026-03-01T12:00Z') },
      ['deliveryWindow.to'],
    ],
    [
      'a delivery that ends before the pickup begins',
      { pickupWindow: window('2026-03-02T17:00Z', '2026-03-02T18:00Z'), deliveryWindow: later },
      ['deliveryWindow.to'],
    ],
    [
      'a delivery that ends as the pickup begins',
      { pickupWindow: window('2026-03-02T16:00Z', '2026-03-02T18:00Z'), deliveryWindow: later },
      [],
    ],
  ] as const) {
    it(`J01 ${what}: ${faults.length > 0 ? `refused at ${faults.join(', ')}` : 'taken'}`, () => {
      expect(findWindowFaults(windows, now).map(({ path }) => path)).toEqual(faults);
    });
  }

  const body = {
    customerName: 'Ada',
    customerEmail: 'ada@example.com',
    pickupAddress: 'A',
    deliveryAddress: 'B',
    items: [{ name: 'Box' }],
  };
  for (const [what, deliveryWindow, path] of [
    ['ends before it begins', { from: '2026-03-02T10:00Z', to: '2026-03-02T09:00Z' }, 'to'],
    ['has no zone', { from: '2026-03-02T10:00', to: '2026-03-02T11:00Z' }, 'from'],
    ['names a day that is none', { from: '2026-03-02T10:00Z', to: '2026-02-30T11:00Z' }, 'to'],
    ['has no end', { from: '2026-03-02T10:00Z' }, 'to'],
    ['is years long', { from: '2026-03-02T10:00Z', to: '2027-03-02T10:00Z' }, 'to'],
  ] as const) {
    it(`J01 a window that ${what} is refused with its field`, () => {
      const { error } = createOrder.safeParse({ ...body, deliveryWindow });
      expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([`deliveryWindow.${path}`]);
    });
  }
  it('J01 moments are taken with any offset and kept in UTC', () => {
    const deliveryWindow = { from: '2026-03-02T10:00:00+01:00', to: '2026-03-02T10:30-0500' };
    expect(createOrder.parse({ ...body, deliveryWindow }).deliveryWindow).toEqual(
      window('2026-03-02T09:00Z', '2026-03-02T15:30Z'),
    );
  });
});

describe('J03 the usual windows', () => {
  const zone = 'America/New_York';
  for (const [preset, day, now, expected] of [
    ['morning', '2026-03-03', '2026-03-02T12:00-05:00', ['08:00', '12:00']],
    ['afternoon', '2026-03-03', '2026-03-02T12:00-05:00', ['12:00', '18:00']],
    ['two_hours', '2026-03-03', '2026-03-02T12:00-05:00', ['08:00', '10:00']],
    ['by_noon', '2026-03-03', '2026-03-02T12:00-05:00', ['08:00', '12:00']],
    ['morning', '2026-03-02', '2026-03-02T09:20-05:00', ['08:00', '12:00']],
    ['two_hours', '2026-03-02', '2026-03-02T09:20-05:00', ['09:30', '11:30']],
    ['by_noon', '2026-03-02', '2026-03-02T09:20-05:00', ['09:30', '12:00']],
    ['morning', '2026-03-02', '2026-03-02T12:00-05:00', null],
    ['by_noon', '2026-03-02', '2026-03-02T11:55-05:00', ['12:00', '12:00']],
    ['by_noon', '2026-03-02', '2026-03-02T12:05-05:00', null],
    ['afternoon', '2026-03-02', '2026-03-02T18:00-05:00', null],
    ['two_hours', '2026-03-02', '2026-03-02T23:50-05:00', null],
    ['two_hours', '2026-03-01', '2026-03-02T09:20-05:00', null],
  ] as const) {
    it(`J03 ${preset} of ${day} at ${now} is ${expected ? expected.join(' to ') : 'not offered'}`, () => {
      const [from, to] = expected ?? ['', ''];
      const wanted = expected && window(`${day}T${from}-05:00`, `${day}T${to}-05:00`);
      expect(presetWindow(preset, day, new Date(now), zone, usualHours)).toEqual(wanted);
    });
  }
});

describe('J04 the window of a quote’s speed', () => {
  const zone = 'America/New_York';
  for (const [speedType, speedDate, now, expected] of [
    ['today', null, '2026-03-02T10:05-05:00', ['2026-03-02T10:15-05:00', '2026-03-02T18:00-05:00']],
    ['today', null, '2026-03-02T07:00-05:00', ['2026-03-02T08:00-05:00', '2026-03-02T18:00-05:00']],
    ['today', null, '2026-03-02T18:30-05:00', ['2026-03-03T08:00-05:00', '2026-03-03T18:00-05:00']],
    // A Friday evening, before the night in which the clocks change: Monday.
    ['today', null, '2026-03-06T18:30-05:00', ['2026-03-09T08:00-04:00', '2026-03-09T18:00-04:00']],
    ['specific_date', '2026-03-05', '2026-03-02T10:05-05:00', ['2026-03-05T08:00-05:00', '2026-03-05T18:00-05:00']],
    ['specific_date', '2026-03-02', '2026-03-02T10:05-05:00', ['2026-03-02T10:15-05:00', '2026-03-02T18:00-05:00']],
    ['specific_date', '2026-03-01', '2026-03-02T10:05-05:00', null],
    ['specific_date', null, '2026-03-02T10:05-05:00', null],
    ['let_quickfleet_choose', null, '2026-03-02T10:05-05:00', null],
  ] as const) {
    it(`J04 ${speedType} ${speedDate ?? ''} at ${now}: ${expected ? expected.join(' to ') : 'none'}`, () => {
      const wantedDay = dayOfSpeed({ speedType, speedDate, createdAt: now }, zone);
      expect(windowOfSpeed({ wantedDay }, new Date(now), zone, usualHours)).toEqual(
        expected && window(expected[0], expected[1]),
      );
    });
  }
});

describe('U103 the hour that clocks skip', () => {
  const zone = 'America/New_York';
  const times = ({ from, to }: Window) => [from, to].map((at) => minutesAt(new Date(at), zone) / 60);
  for (const [from, to, expected] of [
    [2.5, 3.5, [3.5, 4.5]],
    [2.5, 2.75, [3.5, 3.75]],
    [1.5, 2.5, [1.5, 3.5]],
    [2.5, 18, [3.5, 18]],
  ] as const) {
    it(`U103 a window from ${from} to ${to} keeps its length where nothing would be left of it`, () => {
      const skipping = windowOn('2026-03-08', from * 60, to * 60, zone);
      expect(times(skipping)).toEqual(expected);
      const before = windowOn('2026-03-07', from * 60, to * 60, zone);
      expect(moveWindow(before, '2026-03-08', zone)).toEqual(skipping);
    });
  }

  it('U103 differs from a time that clocks show', () => {
    expect([90, 150, 179, 180, 1440 + 150].map((minutes) => isSkipped('2026-03-08', minutes, zone))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('J05 a window on another day, and in words', () => {
  it('J05 keeps its times of the clock over a change of the clocks, and over midnight', () => {
    const zone = 'Europe/Berlin';
    const night = windowOn('2026-03-27', 22 * 60, 26 * 60, zone);
    expect(night).toEqual(window('2026-03-27T21:00Z', '2026-03-28T01:00Z'));
    expect(moveWindow(night, '2026-03-30', zone)).toEqual(window('2026-03-30T20:00Z', '2026-03-31T00:00Z'));
    // 2 AM is skipped on the 29th.
    expect(moveWindow(night, '2026-03-28', zone)).toEqual(window('2026-03-28T21:00Z', '2026-03-29T01:00Z'));
    expect(moveWindow(moveWindow(night, '2026-07-01', zone), '2026-03-27', zone)).toEqual(night);
  });

  for (const [zone, from, to, expected] of [
    ['UTC', '2026-03-02T09:00Z', '2026-03-02T12:30Z', 'Mon, Mar 2, 9:00 AM – 12:30 PM UTC'],
    ['America/New_York', '2026-03-02T09:00-05:00', '2026-03-02T12:30-05:00', 'Mon, Mar 2, 9:00 AM – 12:30 PM EST'],
    [
      'America/New_York',
      '2026-03-02T22:00-05:00',
      '2026-03-03T02:00-05:00',
      'Mon, Mar 2, 10:00 PM – Tue, Mar 3, 2:00 AM EST',
    ],
    ['America/New_York', '2026-11-01T01:30-04:00', '2026-11-01T01:30-05:00', 'Sun, Nov 1, 1:30 AM EDT – 1:30 AM EST'],
  ] as const) {
    it(`J05 reads ${expected}`, () => {
      expect(windowInWords(window(from, to), zone)).toBe(expected);
    });
  }
});

describe('U96 the name of a zone', () => {
  it('U96 is never broken at its hyphen, alone or within a text', () => {
    const at = new Date('2026-03-02T12:00:00Z');
    expect(zoneName(at, 'America/Sao_Paulo')).toBe('GMT\u20113');
    expect(zoneName(at, 'America/New_York')).toBe('EST');
    expect(zoneName(at, 'Asia/Kolkata')).toBe('GMT+5:30');
    expect(keepZonesWhole('Mar 2, 9:30 AM GMT-3')).toBe('Mar 2, 9:30 AM GMT\u20113');
    expect(timeInWords(new Date('2026-03-02T12:30Z'), 'America/Sao_Paulo')).toBe('9:30 AM GMT\u20113');
    expect(windowInWords(window('2026-03-02T12:00Z', '2026-03-02T15:00Z'), 'America/Sao_Paulo')).toBe(
      'Mon, Mar 2, 9:00 AM – 12:00 PM GMT\u20113',
    );
  });

  it('Q38 says the year of a window that is not of this one, and of each of its days', () => {
    const now = new Date('2026-12-30T12:00:00Z');
    const words = (from: string, to: string) => windowInWords({ from, to }, 'UTC', 'h12', now);
    expect(words('2026-12-31T09:00Z', '2026-12-31T12:00Z')).toBe('Thu, Dec 31, 9:00 AM – 12:00 PM UTC');
    expect(words('2027-01-04T09:00Z', '2027-01-04T12:00Z')).toBe('Mon, Jan 4, 2027, 9:00 AM – 12:00 PM UTC');
    expect(words('2026-12-31T22:00Z', '2027-01-01T02:00Z')).toBe(
      'Thu, Dec 31, 10:00 PM – Fri, Jan 1, 2027, 2:00 AM UTC',
    );
  });
});
