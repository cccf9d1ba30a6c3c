import type { DayOrder, DriverDay, PlannedStop } from '@quickfleet/shared/planning';
import { type AppContext, now } from '../../context.ts';
import { createDocument, streamPages } from '../../lib/pdf/document.ts';
import { readDriverDay } from '../planning/planning.queries.ts';
import type { Paper } from './labels.service.ts';
import { A4, drawRunSheet, type RunSheet, type RunStop } from './run-sheet.ts';
import { customerWords, dayWords, hoursWords, longDayWords, notesWords, timeWords, zoneWords } from './words.ts';

const count = (number: number, thing: string, things = `${thing}s`) => `${number} ${number === 1 ? thing : things}`;

function totalsIn({ stops, totals }: DriverDay): string[] {
  const pickups = stops.filter(({ stop }) => stop === 'pickup').length;
  const deliveries = stops.length - pickups;
  return [
    `${count(totals.stops, 'stop')}: ${count(pickups, 'pickup')}, ${count(deliveries, 'delivery', 'deliveries')}`,
    `${count(totals.orders, 'order')}, ${count(totals.parcels, 'parcel')}`,
  ];
}

function inWords({ stop, isDone }: PlannedStop, order: DayOrder, zone: string): RunStop {
  const isPickup = stop === 'pickup';
  const window = isPickup ? order.pickupWindow : order.deliveryWindow;
  return {
    kind: stop,
    isDone,
    hours: window && hoursWords(window, zone),
    address: isPickup ? order.pickupAddress : order.deliveryAddress,
    customer: customerWords(order),
    phone: order.customerPhone,
    trackingNumber: order.trackingNumber,
    parcels: order.parcels,
    items: order.items.map(({ quantity, name }) => `${quantity} × ${name}`),
    notes: notesWords(order),
  };
}

/**
 * What a driver has to do on a day (YYYY-MM-DD, the company's present day when absent), in planned order. Rejects with
 * 404 for whoever is no driver, and with 403 for a driver who asks for another.
 */
export async function printRunSheet(ctx: AppContext, asked: { id: number; day?: string | undefined }): Promise<Paper> {
  const { BRAND_NAME: company, BUSINESS_TIMEZONE: zone } = ctx.services.config;
  const plan = await readDriverDay(ctx, asked);
  const orders = new Map(plan.orders.map((order) => [order.id, order]));
  const sheet: RunSheet = {
    company,
    driver: [plan.driver.firstName, plan.driver.lastName].filter(Boolean).join(' '),
    phone: plan.driver.phone,
    day: longDayWords(plan.day),
    zone: zoneWords(zone, new Date(`${plan.day}T12:00:00Z`)),
    totals: totalsIn(plan),
    printed: `Printed ${dayWords(zone, now(ctx))}, ${timeWords(zone, now(ctx))}`,
    stops: plan.stops.flatMap((stop) => {
      const order = orders.get(stop.orderId);
      return order ? [inWords(stop, order, zone)] : [];
    }),
  };
  const about = { title: `Run sheet ${sheet.driver} ${plan.day}`, author: company, at: now(ctx) };
  const doc = createDocument(about, A4, { keepsPages: true });
  return { name: `run-sheet-${plan.day}-${plan.driver.id}.pdf`, bytes: streamPages(doc, drawRunSheet(doc, sheet)) };
}
