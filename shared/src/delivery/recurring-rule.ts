/** Rules of recurring jobs as people choose and read them, without a schema: an RRULE of RFC 5545 and its words. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];
export const weekdayNames: Readonly<Record<Weekday, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const WORKDAYS = 'MO,TU,WE,TH,FR';
export const ordinals = ['1', '2', '3', '4', '-1'] as const;
export type Ordinal = (typeof ordinals)[number];
export const ordinalNames: Readonly<Record<Ordinal, string>> = {
  '1': 'first',
  '2': 'second',
  '3': 'third',
  '4': 'fourth',
  '-1': 'last',
};

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

const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
const months = (every: number) =>
  every === 1 ? 'every month' : every === 2 ? 'every second month' : `every ${every} months`;

/** 'Every second Tuesday', 'The last Friday of every month'; undefined for a rule that is not one of the builder's. */
export function ruleInWords(rule: string): string | undefined {
  const choice = choiceOf(rule);
  switch (choice.kind) {
    case 'weekdays':
      return 'Every weekday';
    case 'daily':
      if (choice.every === 1) return 'Every day';
      return choice.every === 2 ? 'Every second day' : `Every ${choice.every} days`;
    case 'weekly': {
      const names = listed(choice.days.map((day) => weekdayNames[day]));
      if (choice.every === 1) return `Every ${names}`;
      return choice.every === 2 ? `Every second ${names}` : `Every ${choice.every} weeks on ${names}`;
    }
    case 'monthly_weekday':
      return `The ${ordinalNames[choice.ordinal]} ${weekdayNames[choice.day]} of ${months(choice.every)}`;
    case 'monthly_day':
      return choice.day === -1
        ? `The last day of ${months(choice.every)}`
        : `Day ${choice.day} of ${months(choice.every)}`;
    case 'custom':
      return undefined;
  }
}
