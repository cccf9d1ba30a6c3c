// Without a schema: the tracking page and the driver's portal take no library of schemas.
import { message, said } from '../../words/t.ts';

/** Why a driver runs late. `other` comes with the driver's own words. */
export const delayReasons = ['traffic', 'waiting', 'vehicle', 'weather', 'other'] as const;
export type DelayReason = (typeof delayReasons)[number];
export const delayWords: Readonly<Record<DelayReason, string>> = said({
  traffic: message('Heavy traffic'),
  waiting: message('A long wait at a stop'),
  vehicle: message('A problem with the vehicle'),
  weather: message('Bad weather'),
  other: message('Something else'),
});
export const delayInWords = ({ reason, words }: { reason: DelayReason; words: string | null }): string =>
  words ?? delayWords[reason];
