import { describe, expect, it } from 'vitest';
import { choiceOf, type RuleChoice, ruleOf } from './recurring-rule.ts';
import { ruleInWords } from './rule-words.ts';

describe('a rule in words', () => {
  const choices: [RuleChoice, rule: string, words: string][] = [
    [{ kind: 'weekdays' }, 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
    [{ kind: 'daily', every: 1 }, 'FREQ=DAILY', 'Every day'],
    [{ kind: 'daily', every: 2 }, 'FREQ=DAILY;INTERVAL=2', 'Every second day'],
    [{ kind: 'weekly', every: 1, days: ['TU', 'FR'] }, 'FREQ=WEEKLY;BYDAY=TU,FR', 'Every Tuesday and Friday'],
    [{ kind: 'weekly', every: 2, days: ['TU'] }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'Every second Tuesday'],
    [{ kind: 'weekly', every: 3, days: ['MO'] }, 'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO', 'Every 3 weeks on Monday'],
    [
      { kind: 'monthly_weekday', every: 1, ordinal: '-1', day: 'FR' },
      'FREQ=MONTHLY;BYDAY=-1FR',
      'The last Friday of every month',
    ],
    [
      { kind: 'monthly_weekday', every: 2, ordinal: '1', day: 'MO' },
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=1MO',
      'The first Monday of every second month',
    ],
    [{ kind: 'monthly_day', every: 1, day: 15 }, 'FREQ=MONTHLY;BYMONTHDAY=15', 'Day 15 of every month'],
    [{ kind: 'monthly_day', every: 1, day: -1 }, 'FREQ=MONTHLY;BYMONTHDAY=-1', 'The last day of every month'],
  ];
  it.each(choices)('Z01 %j is %s: %s', (choice, rule, words) => {
    expect(ruleOf(choice)).toBe(rule);
    expect(choiceOf(rule)).toEqual(choice);
    expect(ruleInWords(rule, '2026-12-01')).toBe(words);
  });

  it('Z01 is found whatever the order of the parts, and any other rule stays as it is', () => {
    expect(choiceOf('BYDAY=TU;FREQ=WEEKLY;INTERVAL=2')).toEqual({ kind: 'weekly', every: 2, days: ['TU'] });
    for (const rule of [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
      'FREQ=WEEKLY;BYDAY=TU;COUNT=4',
      'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1',
      'FREQ=WEEKLY',
      'FREQ=MONTHLY;BYDAY=5MO',
    ]) {
      expect(choiceOf(rule)).toEqual({ kind: 'custom', rule });
    }
  });
});
