import { type SpeedType, speedLabel } from '@quickfleet/shared/quoting/speed';
import { brand } from '../../lib/words/brand.ts';
import { formatDay, todayInZone } from '../../lib/words/format.ts';

/** What was asked for, by its label, and the day that it is for, written out for the reader. */
export function SpeedWords({ type, day }: { type: SpeedType; day: string | null }) {
  if (type !== 'today' || day === null || day !== formatDay(todayInZone())) return speedLabel(type, day, brand.name);
  return (
    <>
      <span>{speedLabel(type, null, brand.name)}</span>: {day}
    </>
  );
}
