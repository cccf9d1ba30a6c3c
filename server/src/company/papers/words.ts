import { personAt } from '@quickfleet/shared/base/contact/stop-person';
import { clockOf, dayAt, formatIn, type HourCycle, withYear, zoneName } from '@quickfleet/shared/base/time/zoned-time';
import { type OrderNote, orderFields, printedNotes } from '@quickfleet/shared/delivery/orders/order-fields';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { Window } from '@quickfleet/shared/quoting/window-rules';
import { type Language, localeOf } from '@quickfleet/shared/words/languages';
import { language } from '@quickfleet/shared/words/t';
import type { AppContext } from '../../http/context.ts';
import { inLanguage } from '../../words/speak.ts';

/**
 * Makes a paper in its reader's language. Arabic letters cannot be joined in one: its papers are in the company's
 * language, else in English.
 */
export const inPaperLanguage = <T>(
  { services }: Pick<AppContext, 'services'>,
  reader: Language | null | undefined,
  work: () => T,
): T => inLanguage([reader, services.config.language].find((one) => one && one !== 'ar') ?? 'en', work);

const plain = (text: string): string => text.replaceAll('\u202f', ' ');
const words = (zone: string, at: Date, options: Intl.DateTimeFormatOptions): string =>
  plain(formatIn(zone, localeOf(language()), options).format(at));

/** 'Mon, Mar 2', with the year where that is not the present one */
export const dayWords = (zone: string, at: Date, present = new Date()): string =>
  words(
    zone,
    at,
    withYear({ weekday: 'short', month: 'short', day: 'numeric' }, dayAt(at, zone), dayAt(present, zone)),
  );
/** 'Monday, March 2, 2026', of a day like 2026-03-02 */
export const longDayWords = (day: string): string => words('UTC', new Date(`${day}T12:00:00Z`), { dateStyle: 'full' });
/** '9:00 AM', or '09:00' */
export const timeWords = (zone: string, at: Date, hourCycle: HourCycle): string =>
  words(zone, at, { ...clockOf(hourCycle), minute: '2-digit' });

/** 'EST, America/New_York': the zone by its short name at that moment and by its place. */
export function zoneWords(zone: string, at: Date): string {
  const short = zoneName(at, zone);
  return short === zone ? zone : `${short}, ${zone}`;
}

/** '9:00 AM – 12:00 PM', with the day of the end where that is another. */
export function hoursWords({ from, to }: Window, zone: string, hourCycle: HourCycle): string {
  const [begin, end] = [new Date(from), new Date(to)];
  const until = dayWords(zone, begin) === dayWords(zone, end) ? '' : `${dayWords(zone, end)}, `;
  const time = (at: Date) => timeWords(zone, at, hourCycle);
  return from === to ? time(begin) : `${time(begin)} – ${until}${time(end)}`;
}

/** When an order is to be delivered: the window, else the day alone, else nothing. */
export function deliveryWords(
  { deliveryWindow, deliveryDate, deliveredAt }: OrderRow,
  zone: string,
  hourCycle: HourCycle,
): { day: string; hours: string | null; zone: string } | null {
  const at = deliveryWindow?.from ?? (deliveredAt ? null : deliveryDate);
  if (!at) return null;
  return {
    day: dayWords(zone, new Date(at)),
    hours: deliveryWindow ? hoursWords(deliveryWindow, zone, hourCycle) : null,
    zone: zoneWords(zone, new Date(at)),
  };
}

/** 'Sender Ltd · Ada Sender' */
export const customerWords = ({
  customerCompany,
  customerName,
}: Pick<OrderRow, 'customerCompany' | 'customerName'>): string =>
  [customerCompany, customerName].filter(Boolean).join(' · ');

type Visited = Pick<
  OrderRow,
  'customerCompany' | 'customerName' | 'customerPhone' | 'pickupContact' | 'deliveryContact'
>;
/** Who is at a stop: the contact, else the customer with their company. */
export function stopWords(order: Visited, stop: 'pickup' | 'delivery') {
  const { isCustomer, name, phone, notes } = personAt(order, stop);
  return { person: isCustomer ? customerWords(order) : name, phone, notes };
}

/** More than this is left to the phone, where the driver reads all of it. */
const NOTES_SHOWN = 600;
/** Notes of the office for the driver, which no API key reads, then what the customer wrote. */
export function notesWords(
  { caller }: Pick<AppContext, 'caller'>,
  order: Partial<Pick<OrderRow, (typeof printedNotes)[number]>>,
): string | null {
  const isHidden = (name: OrderNote) =>
    caller.key && orderFields[name].hiddenFrom.some((reader) => reader === 'program');
  const all = printedNotes
    .flatMap((name) => (isHidden(name) ? [] : (order[name] ?? [])))
    .filter(Boolean)
    .join('\n');
  return all.length > NOTES_SHOWN ? `${all.slice(0, NOTES_SHOWN).trimEnd()}…` : all || null;
}
