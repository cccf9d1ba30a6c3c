import { message, said } from '../../words/t.ts';

/** Rules of recurring jobs as people choose and read them, without a schema: an RRULE of RFC 5545 and its words. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];
export const weekdayNames: Readonly<Record<Weekday, string>> = said({
  MO: message('Monday'),
  TU: message('Tuesday'),
  WE: message('Wednesday'),
  TH: message('Thursday'),
  FR: message('Friday'),
  SA: message('Saturday'),
  SU: message('Sunday'),
});
/** Monday to Friday, as a rule says it. */
export const WORKDAYS = 'MO,TU,WE,TH,FR';
export const ordinals = ['1', '2', '3', '4', '-1'] as const;
export type Ordinal = (typeof ordinals)[number];
export const ordinalNames: Readonly<Record<Ordinal, string>> = said({
  '1': message('first'),
  '2': message('second'),
  '3': message('third'),
  '4': message('fourth'),
  '-1': message('last'),
});

/** What the rule builder can say; `custom` is any other rule, as its text. */
export type RuleChoice =
  | { kind: 'weekdays' }
  | { kind: 'daily'; every: number }
  | { kind: 'weekly'; every: number; days: Weekday[] }
  | { kind: 'monthly_weekday'; every: number; ordinal: Ordinal; day: Weekday }
  /** `day` is 1 to 31, or -1 for the last one. */
  | { kind: 'monthly_day'; every: number; day: number }
  | { kind: 'custom'; rule: string };

const interval = (every: number) => (every > 1 ? `;INTERVAL=${every}` : '');
const inWeek = (days: readonly Weekday[]) => weekdays.filter((day) => days.includes(day));

/** The RRULE of a choice. */
export function ruleOf(choice: RuleChoice): string {
  switch (choice.kind) {
    case 'weekdays':
      return `FREQ=WEEKLY;BYDAY=${WORKDAYS}`;
    case 'daily':
      return `FREQ=DAILY${interval(choice.every)}`;
    case 'weekly':
      return `FREQ=WEEKLY${interval(choice.every)};BYDAY=${inWeek(choice.days).join(',')}`;
    case 'monthly_weekday':
      return `FREQ=MONTHLY${interval(choice.every)};BYDAY=${choice.ordinal}${choice.day}`;
    case 'monthly_day':
      return `FREQ=MONTHLY${interval(choice.every)};BYMONTHDAY=${choice.day}`;
    case 'custom':
      return choice.rule;
  }
}

/** The choice that makes a rule, whatever the order of its parts. */
export function choiceOf(rule: string): RuleChoice {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const { FREQ, INTERVAL = '1', BYDAY = '', BYMONTHDAY = '', ...others } = Object.fromEntries(parts);
  const every = Number(INTERVAL);
  const custom = { kind: 'custom', rule } as const;
  if (Object.keys(others).length > 0) return custom;
  const days = BYDAY.split(',').filter((day): day is Weekday => weekdays.some((known) => known === day));
  const isDays = BYDAY !== '' && days.length === BYDAY.split(',').length;
  if (FREQ === 'DAILY' && BYDAY === '' && BYMONTHDAY === '') return { kind: 'daily', every };
  if (FREQ === 'WEEKLY' && isDays && BYMONTHDAY === '')
    return every === 1 && inWeek(days).join(',') === WORKDAYS
      ? { kind: 'weekdays' }
      : { kind: 'weekly', every, days: inWeek(days) };
  if (FREQ === 'MONTHLY' && BYMONTHDAY === '') {
    const [, number = '', name = ''] = /^\+?(-?\d)([A-Z]{2})$/.exec(BYDAY) ?? [];
    const ordinal = ordinals.find((known) => known === number);
    const day = weekdays.find((known) => known === name);
    if (ordinal && day) return { kind: 'monthly_weekday', every, ordinal, day };
  }
  if (FREQ === 'MONTHLY' && BYDAY === '' && /^(-1|\d{1,2})$/.test(BYMONTHDAY))
    return { kind: 'monthly_day', every, day: Number(BYMONTHDAY) };
  return custom;
}

/** What happens to a day of a job on which the company is closed. */
export const onClosedDays = ['keep', 'skip', 'next', 'previous'] as const;
export type OnClosedDay = (typeof onClosedDays)[number];
export const onClosedDayNames: Readonly<Record<OnClosedDay, string>> = said({
  keep: message('Keep the day'),
  skip: message('Skip the day'),
  next: message('Move to the next open day'),
  previous: message('Move to the open day before'),
});
