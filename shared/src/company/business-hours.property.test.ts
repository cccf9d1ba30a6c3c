import { describe, expect, it } from 'vitest';
import { addDays, dayAt, momentOf } from '../base/time/zoned-time.ts';
import { afterBusinessHours } from '../quoting/due-times.ts';
import { presetWindow, windowOfSpeed, windowPresets } from '../quoting/window-rules.ts';
import {
  type BusinessHours,
  closingOfSameDay,
  type OpenTime,
  openingAt,
  sameDayDelivery,
  spansOf,
  weekdays,
  workingDay,
} from './business-hours.ts';
import { companyDefaults, updateCompany } from './company.ts';

// Random companies: split days, nights that end on the next day, holidays, zones with clocks that change.
const ROUNDS = 400;
const ZONES = [
  'UTC',
  'Europe/Vienna',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Cairo',
];

let seed = 20_261_126;
const random = (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};
const below = (max: number): number => Math.floor(random() * max);
const clock = (minutes: number): string =>
  `${String(Math.floor((minutes % 1440) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function randomDay(): OpenTime[] {
  if (random() < 0.25) return [];
  const opens = 240 + below(40) * 15;
  const pauses = opens + 60 + below(16) * 15;
  const goesOn = pauses + below(8) * 15;
  const closes = Math.min(goesOn + 60 + below(24) * 15, random() < 0.4 ? 1440 + 120 : 1425);
  if (goesOn === pauses || random() < 0.5) return [{ from: clock(opens), to: clock(closes) }];
  return [
    { from: clock(opens), to: clock(pauses) },
    { from: clock(goesOn), to: clock(closes) },
  ];
}
function randomHours(): BusinessHours {
  const one = () => randomDay();
  const weekly = { mon: one(), tue: one(), wed: one(), thu: one(), fri: one(), sat: one(), sun: one() };
  const isEmpty = weekdays.every((day) => weekly[day].length === 0);
  return {
    weekly: isEmpty ? { ...weekly, wed: [{ from: '09:00', to: '17:00' }] } : weekly,
    holidays: Array.from({ length: below(6) }, () => ({ day: addDays('2026-01-01', below(730)), name: 'Closed' })),
    sameDayUntil: random() < 0.3 ? clock(540 + below(32) * 15) : null,
  };
}
/** Whether the company is open at a moment, minute by minute on the clocks: slower than the rule, and nothing like it. */
function isOpenAt(at: Date, zone: string, hours: BusinessHours): boolean {
  const today = dayAt(at, zone);
  return [addDays(today, -1), today].some((day) =>
    spansOf(day, hours).some(({ from, to }) => momentOf(day, from, zone) <= at && at < momentOf(day, to, zone)),
  );
}
const randomMoment = (): Date => new Date(Date.parse('2026-01-01T00:00:00Z') + below(730 * 24 * 60) * 60_000);
const each = (check: (hours: BusinessHours, zone: string, at: Date) => void, rounds = ROUNDS) => {
  for (let round = 0; round < rounds; round++) {
    const zone = ZONES[round % ZONES.length] ?? 'UTC';
    check(randomHours(), zone, randomMoment());
  }
};

describe('the hours of a company', () => {
  it('C251 "today" is this day while there is time left on it, and a later working day otherwise', () => {
    each((hours, zone, at) => {
      const today = dayAt(at, zone);
      const { day, isToday } = sameDayDelivery(at, zone, hours);
      if (isToday) {
        expect(day).toBe(today);
        expect(at.getTime()).toBeLessThan(closingOfSameDay(at, zone, hours).getTime());
      } else {
        expect(day > today).toBe(true);
        expect(spansOf(day, hours)).not.toEqual([]);
        for (let between = addDays(today, 1); between < day; between = addDays(between, 1))
          expect(spansOf(between, hours)).toEqual([]);
      }
      expect(hours.holidays.some((holiday) => holiday.day === day) && !isToday).toBe(false);
      // On the day itself, or with its last minute.
      expect(dayAt(new Date(closingOfSameDay(at, zone, hours).getTime() - 60_000), zone)).toBe(day);
    });
  });

  it('C252 a deadline has exactly the promised open minutes before it, in every zone and over every change of clocks', () => {
    each((hours, zone, at) => {
      const promised = 1 + below(10);
      const due = afterBusinessHours(at, promised, zone, hours);
      let open = 0;
      for (let moment = at.getTime(); moment < due.getTime(); moment += 300_000)
        if (isOpenAt(new Date(moment), zone, hours)) open += 5;
      // Counted in steps of five minutes: hours begin at a quarter, a request at any minute.
      expect(Math.abs(open - promised * 60), `${zone} ${at.toISOString()}`).toBeLessThanOrEqual(15);
      expect(isOpenAt(new Date(due.getTime() - 60_000), zone, hours)).toBe(true);
    }, ROUNDS / 10);
  });

  it('C385 who is closed says when they open: not before, and no opening in between is left out', () => {
    each((hours, zone, at) => {
      const { isOpen, opensAt } = openingAt(at, zone, hours);
      expect(isOpen).toBe(isOpenAt(at, zone, hours));
      if (isOpen) return expect(opensAt).toBeNull();
      expect(opensAt && isOpenAt(opensAt, zone, hours)).toBe(true);
      const end = opensAt?.getTime() ?? 0;
      for (let moment = Math.ceil(at.getTime() / 900_000) * 900_000; moment < end; moment += 900_000)
        if (isOpenAt(new Date(moment), zone, hours))
          throw new Error(`${zone}: open at ${new Date(moment).toISOString()}`);
    });
  });

  it('C253 windows that are offered begin on their day, inside its hours, and never end before they begin', () => {
    each((hours, zone, at) => {
      const day = addDays(dayAt(at, zone), below(5));
      const { from, to } = workingDay(day, hours);
      for (const preset of windowPresets) {
        const window = presetWindow(preset, day, at, zone, hours);
        if (!window) continue;
        expect(dayAt(new Date(window.from), zone)).toBe(day);
        expect(Date.parse(window.to)).toBeGreaterThanOrEqual(Date.parse(window.from));
        expect(Date.parse(window.from)).toBeGreaterThanOrEqual(momentOf(day, from, zone).getTime());
        if (preset === 'afternoon') expect(window.to).toBe(momentOf(day, to, zone).toISOString());
      }
      const window = windowOfSpeed({ wantedDay: day }, at, zone, hours);
      if (window) expect(window.to).toBe(momentOf(day, to, zone).toISOString());
    });
  });

  it('C254 every week of them is accepted and comes out as it went in', () => {
    each((hours) => {
      const days = new Set(hours.holidays.map(({ day }) => day));
      const holidays = [...days].toSorted().map((day) => ({ day, name: 'Closed' }));
      expect(updateCompany.parse({ hours: { ...hours, holidays } }).hours).toEqual({ ...hours, holidays });
    });
  });
});

describe('hours that cannot be', () => {
  const weekly = companyDefaults.hours.weekly;
  for (const [what, hours, path, words] of [
    ['no day', { weekly: {} }, 'hours.weekly', 'Enter the hours of at least one day'],
    ['an unknown day', { weekly: { someday: [] } }, 'hours.weekly', 'Days are mon, tue, wed, thu, fri, sat, sun'],
    [
      'no time',
      { weekly: { mon: [{ from: '8', to: '18:00' }] } },
      'hours.weekly.mon.0.from',
      'Must be a time like 08:30',
    ],
    [
      'no length',
      { weekly: { mon: [{ from: '08:00', to: '08:00' }] } },
      'hours.weekly.mon.0.to',
      'Opening and closing are the same time',
    ],
    [
      'two that overlap',
      {
        weekly: {
          mon: [
            { from: '08:00', to: '12:30' },
            { from: '12:00', to: '18:00' },
          ],
        },
      },
      'hours.weekly.mon.0',
      'These hours run into the next ones',
    ],
    [
      'a night into the next morning',
      { weekly: { ...weekly, mon: [{ from: '20:00', to: '08:30' }] } },
      'hours.weekly.mon.0',
      'These hours run into the next ones',
    ],
    [
      'a night over the end of the week',
      { weekly: { mon: [{ from: '06:00', to: '12:00' }], sun: [{ from: '22:00', to: '07:00' }] } },
      'hours.weekly.sun.0',
      'These hours run into the next ones',
    ],
    ['a day that is none', { holidays: [{ day: '2026-02-30', name: 'x' }] }, 'hours.holidays.0.day', 'Choose a day'],
    [
      'one day twice',
      {
        holidays: [
          { day: '2026-12-25', name: 'x' },
          { day: '2026-12-25', name: 'y' },
        ],
      },
      'hours.holidays.1.day',
      '2026-12-25 is there twice',
    ],
    ['no clock', { sameDayUntil: '25:00' }, 'hours.sameDayUntil', 'Must be a time like 08:30'],
  ] as const)
    it(`C254 ${what}: says why, at its place`, () => {
      const { error } = updateCompany.safeParse({ hours });
      expect(error?.issues.map(({ path: at, message }) => [at.join('.'), message])).toContainEqual([path, words]);
    });
});
