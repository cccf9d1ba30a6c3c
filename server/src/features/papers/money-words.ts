/** '-1,234.50' of an amount of money; exact, because it stays a text. */
export const amountWords = (amount: string): string => {
  const [units = '0', fraction = '00'] = amount.split('.');
  return `${units.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`;
};

/** 'March 2, 2026', of a day like 2026-03-02 */
export const plainDayWords = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));

/** The lines of a text that were written one below the other. */
export const linesOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
