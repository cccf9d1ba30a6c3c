import { type BusinessHours, usualHours } from '@quickfleet/shared/company/business-hours';
import { expect, it } from 'vitest';
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
