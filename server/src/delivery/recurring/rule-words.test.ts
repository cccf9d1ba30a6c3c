import { languages } from '@quickfleet/shared/words/languages';
import { describe, expect, it } from 'vitest';
import { inLanguage } from '../../words/speak.ts';
import { nextDays, wordsOfRule } from './rule.ts';

const START = '2026-12-01';
const inWords = (rule: string, startsOn = START, language: (typeof languages)[number] = 'en') =>
  inLanguage(language, () => wordsOfRule({ rule, startsOn }));

/** A rule, its words in English and in German, and its first day where the words depend on it. */
const rules: [rule: string, english: string, german: string, start?: string][] = [
  ['FREQ=DAILY', 'Every day', 'Jeden Tag'],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday', 'Jeden Werktag'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=4', 'Every 3 days, 4 times', 'Alle 3 Tage, 4-mal'],
  ['FREQ=DAILY;BYMONTH=12', 'Every day, only in December', 'Jeden Tag, nur im Dezember'],
  ['FREQ=WEEKLY', 'Every Tuesday', 'Jeden Dienstag'],
  ['FREQ=WEEKLY', 'Every Sunday', 'Jeden Sonntag', '2026-12-06'],
  ['FREQ=WEEKLY;BYDAY=FR,MO', 'Every Monday and Friday', 'Jeden Montag und Freitag'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=1', 'Every second Tuesday, once', 'Jeden zweiten Dienstag, einmal'],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20270131', 'Every Tuesday, until Jan 31, 2027', 'Jeden Dienstag, bis 31.01.2027'],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'The last weekday of every month',
    'Der letzte Werktag jedes Monats',
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1',
    'The first weekday and the last weekday of every month',
    'Der erste Werktag und der letzte Werktag jedes Monats',
  ],
  [
    'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=2',
    'The second weekend day of every month',
    'Der zweite Wochenendtag jedes Monats',
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1',
    'The first Monday or Tuesday of every month',
    'Der erste Montag oder Dienstag jedes Monats',
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-2',
    'The second to last day of every month',
    'Der vorletzte Tag jedes Monats',
  ],
  ['FREQ=MONTHLY', 'Day 1 of every month', 'Tag 1 jedes Monats'],
  [
    'FREQ=MONTHLY',
    'Day 31 of every month, in months that have one',
    'Tag 31 jedes Monats, in Monaten, die ihn haben',
    '2026-12-31',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=29',
    'Day 29 of every month, in months that have one',
    'Tag 29 jedes Monats, in Monaten, die ihn haben',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=30,31',
    'Day 30 and day 31 of every month, in months that have them',
    'Tag 30 und Tag 31 jedes Monats, in Monaten, die sie haben',
  ],
  ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15', 'Day 15 of every second month', 'Tag 15 jedes zweiten Monats'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,-1', 'Day 15 and the last day of every month', 'Tag 15 und der letzte Tag jedes Monats'],
  ['FREQ=MONTHLY;BYMONTHDAY=-2', 'The second to last day of every month', 'Der vorletzte Tag jedes Monats'],
  ['FREQ=MONTHLY;BYMONTHDAY=-5', 'Day 5 counted from the end of every month', 'Tag 5 vom Ende gezählt jedes Monats'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'The last Friday of every month', 'Der letzte Freitag jedes Monats'],
  [
    'FREQ=MONTHLY;BYDAY=1MO,3FR',
    'The first Monday and the third Friday of every month',
    'Der erste Montag und der dritte Freitag jedes Monats',
  ],
  [
    'FREQ=MONTHLY;BYDAY=5MO',
    'The fifth Monday of every month, in months that have one',
    'Der fünfte Montag jedes Monats, in Monaten, die ihn haben',
  ],
  ['FREQ=MONTHLY;BYDAY=TH', 'Every Thursday of every month', 'Jeder Donnerstag jedes Monats'],
  [
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    'Day 13 of every month, only if it is a Friday',
    'Tag 13 jedes Monats, nur wenn es ein Freitag ist',
  ],
  [
    'FREQ=MONTHLY;BYMONTH=1,7;BYMONTHDAY=15',
    'Every year on January 15 and July 15',
    'Jedes Jahr am 15. Januar und 15. Juli',
  ],
  [
    'FREQ=MONTHLY;BYMONTH=6;BYDAY=-1SA',
    'The last Saturday of June, every year',
    'Der letzte Samstag im Juni, jedes Jahr',
  ],
  ['FREQ=YEARLY', 'Every year on December 1', 'Jedes Jahr am 1. Dezember'],
  [
    'FREQ=YEARLY',
    'Every year on February 29, in leap years',
    'Jedes Jahr am 29. Februar, in Schaltjahren',
    '2028-02-29',
  ],
  ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', 'Every year on December 24', 'Jedes Jahr am 24. Dezember'],
  ['FREQ=YEARLY;INTERVAL=2;BYMONTH=4', 'Every second year on April 1', 'Jedes zweite Jahr am 1. April'],
  [
    'FREQ=YEARLY;BYMONTH=9;BYDAY=1MO',
    'The first Monday of September, every year',
    'Der erste Montag im September, jedes Jahr',
  ],
  ['FREQ=YEARLY;BYMONTHDAY=1', 'Day 1 of every month', 'Tag 1 jedes Monats'],
  ['FREQ=YEARLY;BYDAY=-1FR', 'The last Friday of every year', 'Der letzte Freitag jedes Jahres'],
  ['FREQ=YEARLY;BYYEARDAY=100,-1', 'Day 100 and the last day of every year', 'Tag 100 und der letzte Tag jedes Jahres'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', 'Monday in week 20, every year', 'Montag in Kalenderwoche 20, jedes Jahr'],
];

describe('a rule in words', () => {
  it.each(rules)('Z16 %s is said as “%s” and “%s”', (rule, english, german, start) => {
    expect(inWords(rule, start)).toBe(english);
    expect(inWords(rule, start, 'de')).toBe(german);
  });

  it.each([
    ['FREQ=YEARLY;BYWEEKNO=20', '2026-12-01', 'On May 17, 2027, May 18, 2027 and May 19, 2027, and further days'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=13,14,15;BYDAY=MO,TU;BYSETPOS=1',
      '2026-12-01',
      'On Dec 14, 2026, Feb 15, 2027 and Mar 15, 2027, and further days',
    ],
    ['FREQ=YEARLY;BYMONTH=1,7;BYDAY=MO,TU;BYSETPOS=1;COUNT=2', '2026-12-01', 'On Jan 4, 2027 and Jan 3, 2028'],
  ])('Z16 %s has no words: its days are listed', (rule, start, words) => {
    expect(inWords(rule, start)).toBe(words);
  });

  it('Z16 nothing of it is English in another language', () => {
    const english = /\b(every|month|year|day|first|last|weekday|until|times|once|only|have|week(?!-)|and|of|the|on)\b/i;
    for (const language of languages.filter((one) => one !== 'en'))
      for (const [rule, , , start] of rules)
        expect(inWords(rule, start, language), `${rule} ${language}`).not.toMatch(english);
    expect(inWords('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', START, 'fr')).toBe(
      'Le dernier jour ouvré de chaque mois',
    );
    expect(inWords('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', START, 'es')).toBe(
      'El último día laborable de cada mes',
    );
    // Without the signs that keep the direction of its parts.
    const arabic = inWords('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', START, 'ar');
    expect(arabic.replaceAll(/\p{Cf}/gu, '')).toBe('يوم العمل الأخير من كل شهر');
  });
});

const hours = {
  weekly: Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [
      day,
      day[0] === 's' ? [] : [{ from: '08:00', to: '18:00' }],
    ]),
  ) as never,
  holidays: [
    { day: '2026-12-24', name: 'Christmas Eve' },
    { day: '2026-12-25', name: 'Christmas Day' },
  ],
  sameDayUntil: null,
};

describe('closed days of a job', () => {
  const upcoming = (onClosedDay: 'keep' | 'skip' | 'next' | 'previous', rule: string, more = {}) => {
    const { days, closedDays } = nextDays({ rule, startsOn: '2026-12-22', onClosedDay, ...more }, hours, '2026-12-22');
    return {
      days: days.map(({ day }) => day.slice(5)).slice(0, 5),
      closedDays: closedDays.map((day) => day.slice(5)).slice(0, 4),
    };
  };
  const closedDays = ['12-24', '12-25', '12-26', '12-27'];

  it('Z17 are kept, left out, or their orders come on the next or the previous open day, once a day', () => {
    expect(upcoming('keep', 'FREQ=DAILY')).toEqual({ days: ['12-22', '12-23', '12-24', '12-25', '12-26'], closedDays });
    expect(upcoming('skip', 'FREQ=DAILY')).toEqual({ days: ['12-22', '12-23', '12-28', '12-29', '12-30'], closedDays });
    expect(upcoming('next', 'FREQ=WEEKLY;BYDAY=TH,MO')).toEqual({
      days: ['12-28', '12-31', '01-04', '01-07', '01-11'],
      closedDays: ['12-24'],
    });
    expect(upcoming('previous', 'FREQ=WEEKLY;BYDAY=FR')).toEqual({
      days: ['12-23', '01-01', '01-08', '01-15', '01-22'],
      closedDays: ['12-25'],
    });
  });

  it('Z17 never come before the first day of the job or after its last', () => {
    expect(upcoming('previous', 'FREQ=WEEKLY;BYDAY=FR', { startsOn: '2026-12-24' }).days[0]).toBe('01-01');
    expect(upcoming('next', 'FREQ=DAILY', { endsOn: '2026-12-27' }).days).toEqual(['12-22', '12-23']);
  });
});
