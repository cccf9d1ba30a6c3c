/** How a saved line is counted at a stop: once, by the minute at a price per hour, or as the driver types it. */
export const rateKinds = ['fixed', 'hour', 'typed'] as const;
export type RateKind = (typeof rateKinds)[number];
