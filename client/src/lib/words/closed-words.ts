import { closedInWords, closedOn } from '@quickfleet/shared/company/days/closed-days';
import { brand } from './brand.ts';

/** Why the company is closed on a day (YYYY-MM-DD), with the next open one; undefined for an open day. */
export function closedWords(day: string): string | undefined {
  const closed = closedOn(day, new Date(), brand.timeZone, brand.hours);
  return closed ? closedInWords(day, closed) : undefined;
}
