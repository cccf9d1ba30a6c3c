import { displayName } from '@quickfleet/shared/base/contact/display-name';
import { clockOf, formatIn } from '@quickfleet/shared/base/time/zoned-time';
import { type ReasonParty, reasonParties } from '@quickfleet/shared/company/proof/failure-words';
import { weekOf } from '@quickfleet/shared/operations/reports/periods';
import { type LateReason, lateReasons, type ReportName } from '@quickfleet/shared/operations/reports/report-names';
import { isQuoteStatus, quoteWords } from '@quickfleet/shared/quoting/quote-words';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, message, said, t } from '@quickfleet/shared/words/t';
import { c, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import type { Scope } from './report-scope.ts';

const partyWords: Readonly<Record<ReasonParty, string>> = said({
  recipient: message('Recipient'),
  sender: message('Sender'),
  carrier: message('Our company'),
  weather: message('Weather'),
  other: message('Other'),
});
const isParty = (word: string): word is ReasonParty => (reasonParties as readonly string[]).includes(word);

const lateWords: Readonly<Record<LateReason, string>> = said({
  failed_before: message('An attempt before it failed'),
  waiting: message('Waiting at the door'),
  announced: message('The driver was running late'),
  departed_late: message('Picked up late'),
});
const isLateReason = (word: string): word is LateReason => (lateReasons as readonly string[]).includes(word);

const written = (day: string, options: Intl.DateTimeFormatOptions): string =>
  formatIn('UTC', localeOf(language()), options).format(new Date(`${day}T00:00:00Z`));
const SHORT = { month: 'short', day: 'numeric', year: 'numeric' } as const;

/** 2024-01-01 was a Monday. */
const weekdayDays: Readonly<Record<string, string>> = {
  mon: '2024-01-01',
  tue: '2024-01-02',
  wed: '2024-01-03',
  thu: '2024-01-04',
  fri: '2024-01-05',
  sat: '2024-01-06',
  sun: '2024-01-07',
};
export const weekdayOrder = (weekStart: number): string[] => {
  const days = Object.keys(weekdayDays);
  return [...days.slice(weekStart - 1), ...days.slice(0, weekStart - 1)];
};

const named = select({ key: c.text('key'), label: c.text('label') });
const namesOf = async (ctx: AppContext, sql: string, keys: unknown[]): Promise<Map<string, string>> =>
  new Map((await readRows(ctx.em, named, sql, [keys])).map(({ key, label }) => [key, label]));
const drivers = select({
  key: c.text('id::text'),
  username: c.text('username'),
  firstName: c.text('first_name').nullable(),
  lastName: c.text('last_name').nullable(),
});

/** How keys read, in the reader's language. `isCustomer`: for somebody outside, who reads what customers are told. */
export async function labelsOf(
  ctx: AppContext,
  name: ReportName,
  { by, weekStart }: Scope,
  keys: readonly string[],
  isCustomer: boolean,
): Promise<(key: string) => string> {
  const ids = keys.filter(Boolean).map(Number);
  switch (by) {
    case 'day':
      return (key) => written(key, { weekday: 'short', ...SHORT });
    case 'week':
      return (key) => t('Week from {day}', { day: written(weekOf(key, weekStart), SHORT) });
    case 'month':
      return (key) => written(`${key}-01`, { month: 'long', year: 'numeric' });
    case 'weekday':
      return (key) => written(weekdayDays[key] ?? '2024-01-01', { weekday: 'long' });
    case 'hour': {
      const format = formatIn('UTC', localeOf(language()), clockOf(ctx.services.config.hourCycle));
      return (key) => format.format(new Date(`2024-01-01T${key}:00:00Z`)).replaceAll('\u202f', ' ');
    }
    case 'driver': {
      const found = await readRows(ctx.em, drivers, 'select $columns from users where id = any(?)', [ids]);
      const names = new Map(found.map((one) => [one.key, displayName(one)]));
      return (key) => names.get(key) ?? t('Without a driver');
    }
    case 'customer': {
      const sql =
        'select $columns from (select id::text as key, coalesce(company, name) as label from customers where id = any(?)) k';
      const names = await namesOf(ctx, sql, ids);
      return (key) => names.get(key) ?? t('Without a known customer');
    }
    case 'reason': {
      if (name === 'quotes')
        return (key) => (key === '' ? t('Not declined') : key === '?' ? t('No reason given') : key);
      if (name === 'punctuality') return (key) => (isLateReason(key) ? lateWords[key] : t('Reason unknown'));
      const label = isCustomer ? 'customer_text' : 'name';
      const sql = `select $columns from (select code as key, ${label} as label from failure_reasons where code = any(?)) r`;
      const names = await namesOf(ctx, sql, [...keys]);
      return (key) => names.get(key) ?? (key || t('No reason given'));
    }
    case 'party':
      return (key) => (isParty(key) ? partyWords[key] : t('Cause unknown'));
    case 'status':
      return (key) => (isQuoteStatus(key) ? quoteWords[key] : key);
    case 'zone':
      return (key) => key || t('Area unknown');
    case 'address':
      return (key) =>
        key
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean)
          .join(', ');
    default:
      return (key) => key;
  }
}
