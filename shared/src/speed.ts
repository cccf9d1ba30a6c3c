/** Delivery speeds. Without a schema: the visitor's page shows them before it checks anything. */
export const speedTypes = ['let_quickfleet_choose', 'today', 'specific_date'] as const;
export type SpeedType = (typeof speedTypes)[number];
export const SPEED_DEFAULT: SpeedType = 'let_quickfleet_choose';

/** What people read for a speed; `date` is already written out for the reader. */
export function speedLabel(type: SpeedType, date: string | null, brand: string): string {
  if (type === 'today') return 'Today';
  if (type === 'specific_date') return `Specific Date: ${date ?? ''}`.trim();
  return `Let ${brand} Choose`;
}
