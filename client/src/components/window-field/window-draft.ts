import { addDays, dayAt, daysBetween, minutesAt, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import {
  dayOfWindow,
  isSkipped,
  moveWindow,
  presetWindow,
  type Window,
  type WindowPreset,
  windowOn,
  windowPresets,
} from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { brand } from '../../lib/words/brand.ts';
import { formatShortDay } from '../../lib/words/format.ts';

/** A window while it is typed, on the company's clocks: a day, two times of it, and how many days later it ends. */
export type WindowDraft = { day: string; from: string; to: string; days: number };
export type WindowName = 'pickupWindow' | 'deliveryWindow';

const { timeZone } = brand;
export const noDraft: WindowDraft = { day: '', from: '', to: '', days: 0 };

/** Minutes after midnight as a field for a time holds them: 'HH:MM'. */
export const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** `day` is what is planned where no window is promised. */
export function draftOf(window: Window | null | undefined, day = ''): WindowDraft {
  if (!window) return { ...noDraft, day };
  const [from, to] = [new Date(window.from), new Date(window.to)];
  return {
    day: dayOfWindow(window, timeZone),
    from: clock(minutesAt(from, timeZone)),
    to: clock(minutesAt(to, timeZone)),
    days: daysBetween(dayAt(from, timeZone), dayAt(to, timeZone)),
  };
}
/** What the draft promises; null as long as a part of it is missing. */
export const windowOfDraft = ({ day, from, to, days }: WindowDraft): Window | null =>
  day && from && to ? windowOn(day, minutesOf(from), minutesOf(to) + days * 1440, timeZone) : null;

/** The end may be typed as a time before the beginning: then it is the next morning's. */
export const withTimes = (
  draft: WindowDraft,
  times: Partial<Pick<WindowDraft, 'day' | 'from' | 'to'>>,
): WindowDraft => {
  const next = { ...draft, ...times };
  const isNight = next.from !== '' && next.to !== '' && next.to < next.from;
  return { ...next, days: next.days > 1 ? next.days : isNight ? 1 : 0 };
};

/** The usual windows of a day that are not over; without a day, or with one that is over, those of the next that has any. */
export function presetsOf(day: string, earliest: Date): { preset: WindowPreset; draft: WindowDraft }[] {
  const first = dayAt(earliest, timeZone);
  for (const candidate of day >= first ? [day] : [first, addDays(first, 1)]) {
    const found = windowPresets.flatMap((preset) => {
      const window = presetWindow(preset, candidate, earliest, timeZone, brand.hours);
      return window ? [{ preset, draft: draftOf(window) }] : [];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** When a delivery can begin at the earliest: with its pickup, which may have a day alone; never before now. */
export function earliestDelivery(pickup: WindowDraft, now: Date): Date {
  const begin = pickup.day && momentOf(pickup.day, pickup.from ? minutesOf(pickup.from) : 0, timeZone);
  return begin && begin > now ? begin : now;
}

/** The same day so many days later; a draft without a day stays as it is. */
export const laterBy = (draft: WindowDraft, days: number): WindowDraft =>
  draft.day ? { ...draft, day: addDays(draft.day, days) } : draft;

interface PlannedOrder {
  pickupWindow: Window | null;
  deliveryWindow: Window | null;
  /** The planned day, where no delivery window says it. */
  deliveryDay: string | null;
}
/** The same plan with its first day on another day: both windows move together, and keep their times of the clock. */
export function plannedFrom(first: string, { pickupWindow, deliveryWindow, deliveryDay }: PlannedOrder) {
  const pickup = pickupWindow && dayOfWindow(pickupWindow, timeZone);
  const delivery = deliveryWindow ? dayOfWindow(deliveryWindow, timeZone) : deliveryDay;
  const [earliest = first] = [pickup, delivery].filter((day) => day !== null).toSorted();
  const move = (day: string) => addDays(first, daysBetween(earliest, day));
  return {
    pickupWindow: pickupWindow && pickup ? draftOf(moveWindow(pickupWindow, move(pickup), timeZone)) : noDraft,
    deliveryWindow:
      deliveryWindow && delivery
        ? draftOf(moveWindow(deliveryWindow, move(delivery), timeZone))
        : { ...noDraft, day: delivery ? move(delivery) : first },
  };
}

const skippedWords = (day: string) =>
  t('Clocks skip this time on {day}. Choose another one', { day: formatShortDay(day) });

const time = z.string();
/** A window as it is typed. `needsTimes`: a day alone is not enough. */
export const typedWindow = ({ needsTimes }: { needsTimes: boolean }) =>
  z.object({ day: z.string(), from: time, to: time, days: z.number() }).superRefine((draft, ctx) => {
    const { day, from, to } = draft;
    const missing = (path: keyof WindowDraft, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    if (!day && !from && !to) return;
    if (!day) missing('day', t('Choose a day'));
    if (!needsTimes && !from && !to) return;
    if (!from) missing('from', t('From when?'));
    if (!to) missing('to', t('Until when?'));
    if (!day || !from || !to) return;
    const end = addDays(day, draft.days);
    if (isSkipped(day, minutesOf(from), timeZone)) missing('from', skippedWords(day));
    if (isSkipped(end, minutesOf(to), timeZone)) missing('to', skippedWords(end));
  });

/** What is sent to the server: the day alone where no times are promised. */
export const planOf = (pickup: WindowDraft, delivery: WindowDraft) => {
  const deliveryWindow = windowOfDraft(delivery);
  return {
    pickupWindow: windowOfDraft(pickup),
    deliveryWindow,
    ...(deliveryWindow ? {} : { deliveryDate: delivery.day || null }),
  };
};
export type Plan = ReturnType<typeof planOf>;

/** Where the server found something wrong, as the fields are called. */
export const windowErrors = (issues: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(issues).map(([path, message]) => {
      if (path === 'deliveryDate') return ['deliveryWindow.day', message];
      return [/^(pickup|delivery)Window$/.test(path) ? `${path}.to` : path, message];
    }),
  );
