import {
  clockOf,
  dayAt,
  daysBetween,
  formatIn,
  type HourCycle,
  MINUTE_MS,
  minutesAt,
  momentOf,
  withYear,
  zoneName,
} from '../base/time/zoned-time.ts';
import { type BusinessHours, workingDay } from '../company/business-hours.ts';
import { commaOf, localeOf } from '../words/languages.ts';
import { language, message, said, t } from '../words/t.ts';

/** What may be promised and what is offered, without a schema: forms ask the same as the server. */
export interface Window {
  from: string;
  to: string;
}
export interface Windows {
  pickupWindow?: Window | null | undefined;
  deliveryWindow?: Window | null | undefined;
}
export interface WindowFault {
  path: 'pickupWindow.to' | 'deliveryWindow.to';
  /** The window alone is too late; otherwise the two conflict. */
  isOver: boolean;
  message: string;
}
const words = said({
  pickupWindow: message('The pickup window is already over'),
  deliveryWindow: message('The delivery window is already over'),
});

/** What is impossible about windows at `now`; each window alone is valid. */
export function findWindowFaults(windows: Windows, now: Date): WindowFault[] {
  const { pickupWindow, deliveryWindow } = windows;
  const faults: WindowFault[] = [];
  for (const name of ['pickupWindow', 'deliveryWindow'] as const) {
    const window = windows[name];
    if (window && Date.parse(window.to) <= now.getTime())
      faults.push({ path: `${name}.to`, isOver: true, message: words[name] });
  }
  if (pickupWindow && deliveryWindow && Date.parse(deliveryWindow.to) < Date.parse(pickupWindow.from))
    faults.push({
      path: 'deliveryWindow.to',
      isOver: false,
      message: t('The delivery window ends before the pickup window begins'),
    });
  return faults;
}

export const isSameWindow = (one: Window | null | undefined, other: Window | null | undefined): boolean =>
  one && other
    ? Date.parse(one.from) === Date.parse(other.from) && Date.parse(one.to) === Date.parse(other.to)
    : !one && !other;

/** The day a window counts for, where the company is: the one it begins on. */
export const dayOfWindow = ({ from }: Window, timeZone: string): string => dayAt(new Date(from), timeZone);

/**
 * From one time of a day to another, in minutes after midnight on the clocks of a zone. A beginning in the hour that
 * clocks skip is later; where that is not before the end, the window keeps its length.
 */
export function windowOn(day: string, fromMinutes: number, toMinutes: number, timeZone: string): Window {
  const from = momentOf(day, fromMinutes, timeZone);
  const to = momentOf(day, toMinutes, timeZone);
  const isKept = to > from || toMinutes <= fromMinutes;
  const end = isKept ? to : new Date(from.getTime() + (toMinutes - fromMinutes) * MINUTE_MS);
  return { from: from.toISOString(), to: end.toISOString() };
}

/** Whether the clocks of a zone never show a time (minutes after midnight) on a day: they skip it. */
export const isSkipped = (day: string, minutes: number, timeZone: string): boolean =>
  minutesAt(momentOf(day, minutes, timeZone), timeZone) !== minutes % 1440;

/** The same times of the clock on another day. */
export function moveWindow(window: Window, day: string, timeZone: string): Window {
  const [from, to] = [new Date(window.from), new Date(window.to)];
  const days = daysBetween(dayAt(from, timeZone), dayAt(to, timeZone));
  return windowOn(day, minutesAt(from, timeZone), minutesAt(to, timeZone) + days * 1440, timeZone);
}

export const windowPresets = ['morning', 'afternoon', 'two_hours', 'by_noon'] as const;
export type WindowPreset = (typeof windowPresets)[number];
export const windowPresetLabels: Readonly<Record<WindowPreset, string>> = said({
  morning: message('Morning'),
  afternoon: message('Afternoon'),
  two_hours: message('2 hours'),
  by_noon: message('By noon'),
});
const NOON = 12 * 60;
const QUARTER_MS = 15 * MINUTE_MS;

const nextQuarter = (now: Date): string => new Date(Math.ceil(now.getTime() / QUARTER_MS) * QUARTER_MS).toISOString();
const later = (one: string, other: string): string => (Date.parse(one) > Date.parse(other) ? one : other);

/**
 * A usual window of a day (YYYY-MM-DD), or null when it is over at `now`. Morning and afternoon are parted by noon and
 * bounded by the business hours; `two_hours` and `by_noon` begin when the company opens, today not before the next
 * quarter of an hour.
 */
export function presetWindow(
  preset: WindowPreset,
  day: string,
  now: Date,
  timeZone: string,
  hours: BusinessHours,
): Window | null {
  const { from: opening, to: closing } = workingDay(day, hours);
  const between = (from: number, to: number) => windowOn(day, from, to, timeZone);
  const soonest = later(between(opening, opening).from, nextQuarter(now));
  const { to: noon } = between(NOON, NOON);
  if ((preset === 'morning' && opening >= NOON) || (preset === 'afternoon' && closing <= NOON)) return null;
  const window = {
    morning: () => between(opening, Math.min(NOON, closing)),
    afternoon: () => between(Math.max(NOON, opening), closing),
    two_hours: () => ({ from: soonest, to: new Date(Date.parse(soonest) + 120 * MINUTE_MS).toISOString() }),
    by_noon: () => ({ from: soonest, to: noon }),
  }[preset]();
  const isOver = Date.parse(window.to) <= now.getTime() || Date.parse(window.to) < Date.parse(window.from);
  return isOver || dayOfWindow(window, timeZone) !== day ? null : window;
}

/**
 * The delivery window of a quote's speed: its day from opening to closing. null where the speed promises no time, and
 * once the day is over.
 */
export function windowOfSpeed(
  { wantedDay }: { wantedDay: string | null },
  now: Date,
  timeZone: string,
  hours: BusinessHours,
): Window | null {
  if (!wantedDay) return null;
  const { from, to } = workingDay(wantedDay, hours);
  const window = windowOn(wantedDay, from, to, timeZone);
  if (Date.parse(window.to) <= now.getTime()) return null;
  // What is asked for today begins when it is asked for, not when the company opened.
  return { ...window, from: later(window.from, nextQuarter(now)) };
}

const plain = (text: string): string => text.replaceAll('\u202f', ' ');
/**
 * 'Mon, Mar 2, 9:00 AM – 12:00 PM EST': a window in the company's time zone with its name, which is said twice where the
 * clocks change in between; both days where it passes midnight; the year where that is not this one.
 */
export function windowInWords(
  { from, to }: Window,
  timeZone: string,
  hourCycle: HourCycle = 'h12',
  now = new Date(),
): string {
  const [begin, end] = [new Date(from), new Date(to)];
  const words = (options: Intl.DateTimeFormatOptions, at: Date) =>
    plain(formatIn(timeZone, localeOf(language()), options).format(at));
  const dayOf = (at: Date) =>
    words(
      withYear({ weekday: 'short', month: 'short', day: 'numeric' }, dayAt(at, timeZone), dayAt(now, timeZone)),
      at,
    );
  const time = { ...clockOf(hourCycle), minute: '2-digit' } as const;
  const zoneAt = (at: Date) => zoneName(at, timeZone);
  const isOneDay = dayAt(begin, timeZone) === dayAt(end, timeZone);
  const zones = zoneAt(begin) === zoneAt(end) ? '' : ` ${zoneAt(begin)}`;
  const comma = commaOf(language());
  const until = isOneDay ? words(time, end) : `${dayOf(end)}${comma} ${words(time, end)}`;
  return `${dayOf(begin)}${comma} ${words(time, begin)}${zones} – ${until} ${zoneAt(end)}`;
}
