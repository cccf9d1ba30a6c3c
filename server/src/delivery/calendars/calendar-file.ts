import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { Window } from '@quickfleet/shared/quoting/window-rules';

// Calendar files by RFC 5545. Times are in UTC: calendars show them on the clocks of their reader.

export interface CalendarEvent {
  /** The same in each file about one stop: a newer file replaces the event. */
  uid: string;
  title: string;
  place: string;
  url: string;
  /** A window, or a whole day (YYYY-MM-DD). */
  when: Window | string;
  changedAt: Date;
  isCancelled?: boolean;
}
export interface CalendarFile {
  /** PUBLISH shows events, CANCEL takes away what an earlier file brought. */
  method: 'PUBLISH' | 'CANCEL';
  /** What a calendar calls a feed that it subscribes to. */
  name?: string;
  events: readonly CalendarEvent[];
}

const utcTime = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const utcDay = (day: string): string => day.replaceAll('-', '');
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');

const LINE_BYTES = 75;
/** A line of at most 75 bytes; the rest of a longer one is on the next lines, after a space. */
function folded(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > LINE_BYTES) {
      lines.push(' ');
      bytes = 1;
    }
    lines[lines.length - 1] += letter;
    bytes += size;
  }
  return lines.join('\r\n');
}

const timesOf = (when: Window | string): string[] =>
  typeof when === 'string'
    ? [`DTSTART;VALUE=DATE:${utcDay(when)}`, `DTEND;VALUE=DATE:${utcDay(addDays(when, 1))}`]
    : [`DTSTART:${utcTime(new Date(when.from))}`, `DTEND:${utcTime(new Date(when.to))}`];

function eventLines({ uid, title, place, url, when, changedAt, isCancelled = false }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utcTime(changedAt)}`,
    `LAST-MODIFIED:${utcTime(changedAt)}`,
    // Seconds since 1970: a later change has a higher number, and so has one after a file of an earlier release.
    `SEQUENCE:${Math.floor(changedAt.getTime() / 1000)}`,
    ...timesOf(when),
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    `URL:${url}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** A feed is asked for again every hour. */
const feedLines = (name: string): string[] => [
  `NAME:${escaped(name)}`,
  `X-WR-CALNAME:${escaped(name)}`,
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
];

export function calendarFile({ method, name, events }: CalendarFile): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//QuickFleet//Delivery//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name === undefined ? [] : feedLines(name)),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
