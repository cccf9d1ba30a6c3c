import { dayAt } from '@quickfleet/shared/zoned-time';

/** Injected so that tests can move the time. */
export type Clock = () => Date;

/** The calendar day of a moment in a time zone, YYYY-MM-DD. */
export const dayIn = (zone: string, at: Date): string => dayAt(at, zone);
