// Without a schema: the tracking page and the driver's portal take no library of schemas.

/** Why a driver runs late. `other` comes with the driver's own words. */
export const delayReasons = ['traffic', 'waiting', 'vehicle', 'weather', 'other'] as const;
export type DelayReason = (typeof delayReasons)[number];
export const delayWords = {
  traffic: 'Heavy traffic',
  waiting: 'A long wait at a stop',
  vehicle: 'A problem with the vehicle',
  weather: 'Bad weather',
  other: 'Something else',
} as const satisfies Record<DelayReason, string>;
export const delayInWords = ({ reason, words }: { reason: DelayReason; words: string | null }): string =>
  words ?? delayWords[reason];
