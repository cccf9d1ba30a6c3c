import { Readable } from 'node:stream';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { paths } from '@quickfleet/shared/paths';
import type { Window } from '@quickfleet/shared/quoting/window-rules';
import type { Paper } from '../../company/papers/sheet.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { inOneLine, publicUrl } from '../../messages/templates/mail-values.ts';
import { readByLink } from './delivery-page.service.ts';

interface CalendarEvent {
  /** The same in each file about one delivery: a newer file replaces the event. */
  uid: string;
  title: string;
  place: string;
  url: string;
  window: Window;
  changedAt: Date;
}

const utcTime = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
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

const MINUTE_MS = 60_000;
/** One event by RFC 5545. Its times are in UTC: calendars show them on the clocks of their reader. */
export function calendarFile({ uid, title, place, url, window, changedAt }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//QuickFleet//Delivery//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utcTime(changedAt)}`,
    `SEQUENCE:${Math.floor(changedAt.getTime() / MINUTE_MS)}`,
    `DTSTART:${utcTime(new Date(window.from))}`,
    `DTEND:${utcTime(new Date(window.to))}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/**
 * The promised window of a delivery as a calendar file, by the link of a mail. It names the public tracking page, since
 * calendars are shared.
 *
 * @throws 404 for a wrong link, and for a delivery without a window ahead
 */
export async function printCalendar(ctx: AppContext, token: string): Promise<Paper> {
  await countTry(ctx, 'deliveryPage.get');
  const { trackingNumber, deliveryWindow, deliveryAddress, status, updatedAt } = await readByLink(ctx, token);
  if (!deliveryWindow || !isOpenOrder(status)) throw notFound('Page');
  const { config } = ctx.services;
  const base = publicUrl(config);
  const file = calendarFile({
    uid: `${trackingNumber}@${URL.parse(base)?.hostname ?? 'quickfleet.local'}`,
    title: `${config.BRAND_NAME}: delivery ${formatTracking(trackingNumber)}`,
    place: inOneLine(deliveryAddress),
    url: `${base}${paths.trackNumber(trackingNumber)}`,
    window: deliveryWindow,
    changedAt: new Date(updatedAt),
  });
  return { name: `delivery-${trackingNumber}.ics`, bytes: Readable.from([Buffer.from(file)]) };
}
