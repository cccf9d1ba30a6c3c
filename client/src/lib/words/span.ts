import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';

/** A length of time as it is said: 'min' below an hour, 'h' below two days, else 'days'. */
export const spanOf = (milliseconds: number): { count: number; unit: 'min' | 'h' | 'days' } => {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE_MS));
  if (minutes < 60) return { count: minutes, unit: 'min' };
  const hours = Math.round(minutes / 60);
  return hours < 48 ? { count: hours, unit: 'h' } : { count: Math.round(hours / 24), unit: 'days' };
};
