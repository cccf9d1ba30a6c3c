import { timeInWords } from '@quickfleet/shared/base/time/zoned-time';
import { type BusinessHours, usualHours } from '@quickfleet/shared/company/business-hours';
import type { Language } from '@quickfleet/shared/words/languages';
import { expect, it } from 'vitest';
import { inLanguage } from '../../words/speak.ts';
import { hoursInWords } from './hours-words.ts';

const of = (weekly: Partial<BusinessHours['weekly']>): BusinessHours => ({
  ...usualHours,
  weekly: { ...usualHours.weekly, ...weekly },
});
const all = [{ from: '00:00', to: '24:00' }];

it('C250 the hours of a week are written in few words', () => {
  expect(hoursInWords(usualHours, 'h12')).toBe('Mon-Fri 8AM-6PM');
  expect(hoursInWords(usualHours, 'h23')).toBe('Mon-Fri 08:00-18:00');
  const split = [
    { from: '08:30', to: '12:00' },
    { from: '13:00', to: '17:45' },
  ];
  expect(hoursInWords(of({ fri: split, sat: [{ from: '09:00', to: '13:00' }] }), 'h12')).toBe(
    'Mon-Thu 8AM-6PM, Fri 8:30AM-12PM and 1PM-5:45PM, Sat 9AM-1PM',
  );
  expect(hoursInWords(of({ mon: all, tue: [], thu: [{ from: '18:00', to: '02:00' }] }), 'h12')).toBe(
    'Mon 12AM-12AM, Wed 8AM-6PM, Thu 6PM-2AM, Fri 8AM-6PM',
  );
});

it('C503 the hours of a week are in the reader’s words, and German and French readers count 24 hours', () => {
  const hours = of({
    sat: [
      { from: '09:00', to: '12:00' },
      { from: '13:30', to: '18:00' },
    ],
  });
  const inWords = (language: Language) => inLanguage(language, () => hoursInWords(hours, 'h12'));
  expect(inWords('de')).toBe('Mo-Fr 08:00-18:00, Sa 09:00-12:00 und 13:30-18:00');
  expect(inWords('fr')).toBe('lun.-ven. 08:00-18:00, sam. 09:00-12:00 et 13:30-18:00');
  expect(inWords('es')).toMatch(/^lun-vie 8:00.a..m\.-6:00.p..m\., sáb 9:00.a..m\.-12:00.p..m\. y 1:30/);
  const moment = new Date('2031-03-03T14:00:00Z');
  expect(inLanguage('de', () => timeInWords(moment, 'UTC', 'h12'))).toBe('14:00 UTC');
  expect(inLanguage('fr', () => timeInWords(moment, 'UTC', 'h12'))).toBe('14:00 UTC');
  expect(inLanguage('en', () => timeInWords(moment, 'UTC', 'h12'))).toBe('2:00 PM UTC');
});
