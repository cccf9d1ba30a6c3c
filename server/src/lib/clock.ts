/** Injected so that tests can move the time. */
export type Clock = () => Date;

/** The calendar day of a moment in a time zone, YYYY-MM-DD. */
export const dayIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
