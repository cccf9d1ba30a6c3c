import { addDays, dayAt, MINUTE_MS } from '../../base/time/zoned-time.ts';
import type { BusinessHours } from '../../company/business-hours.ts';
import { spansOf } from '../../company/business-hours.ts';
import { findWindowFaults, isSameWindow, presetWindow, type Window } from '../../quoting/window-rules.ts';

const DAYS = 7;
const DAYS_LOOKED_AT = 30;

interface Asked {
  now: Date;
  timeZone: string;
  hours: BusinessHours;
  pickupWindow: Window | null;
  deliveryWindow: Window | null;
  /** Minutes that have to be left until a window begins. */
  leadMinutes: number;
}

/** The mornings and afternoons of the next seven working days in which a delivery could come instead. */
export function offeredWindows({ now, timeZone, hours, pickupWindow, deliveryWindow, leadMinutes }: Asked): Window[] {
  const today = dayAt(now, timeZone);
  const earliest = now.getTime() + leadMinutes * MINUTE_MS;
  return Array.from({ length: DAYS_LOOKED_AT }, (_, at) => addDays(today, at))
    .filter((day) => spansOf(day, hours).length > 0)
    .slice(0, DAYS)
    .flatMap((day) =>
      (['morning', 'afternoon'] as const).flatMap((preset) => presetWindow(preset, day, now, timeZone, hours) ?? []),
    )
    .filter((window) => Date.parse(window.from) >= earliest && !isSameWindow(window, deliveryWindow))
    .filter((window) =>
      findWindowFaults({ pickupWindow, deliveryWindow: window }, now).every(
        ({ path }) => !path.startsWith('deliveryWindow'),
      ),
    );
}
