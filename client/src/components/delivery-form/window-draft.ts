import { dayOfWindow, type Window, windowOn } from '@quickfleet/shared/window-rules';
import { dayAt, daysBetween, minutesAt } from '@quickfleet/shared/zoned-time';
import { z } from 'zod';
import { brand } from '../../lib/brand.ts';

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

const time = z.string();
/** A window as it is typed. `needsTimes`: a day alone promises nothing that could be kept. */
export const typedWindow = ({ needsTimes }: { needsTimes: boolean }) =>
  z.object({ day: z.string(), from: time, to: time, days: z.number() }).superRefine((draft, ctx) => {
    const { day, from, to } = draft;
    const missing = (path: keyof WindowDraft, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    if (!day && !from && !to) return;
    if (!day) missing('day', 'Choose a day');
    if (!needsTimes && !from && !to) return;
    if (!from) missing('from', 'From when?');
    if (!to) missing('to', 'Until when?');
  });

/** What goes to the server: a delivery's day stands for itself where no times are promised. */
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
