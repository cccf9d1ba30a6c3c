import { formatIn } from '@quickfleet/shared/base/time/zoned-time';
import { doorsOf } from '@quickfleet/shared/delivery/drivers/doors';
import type { DayBoard, DayOrder, PlannedStop } from '@quickfleet/shared/delivery/planning/planning';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import { aboutPaper, type Paper, paperOf } from '../../company/papers/paper.ts';
import {
  dayWords,
  hoursWords,
  inPaperLanguage,
  longDayWords,
  notesWords,
  stopWords,
  timeWords,
  zoneWords,
} from '../../company/papers/words.ts';
import { logoForPrint } from '../../company/settings/logo.ts';
import { type AppContext, now } from '../../http/context.ts';
import { heavy } from '../../process/heavy/heavy.ts';
import { paperKind } from '../../process/heavy/kinds.ts';
import { readBoard, readDriverDay } from '../planning/planning.queries.ts';
import type { RunSheet, RunStop } from './run-sheet.ts';

const drawing = heavy<typeof import('./run-sheet.ts')>(paperKind, new URL('./run-sheet.ts', import.meta.url));

const NOTHING = { stops: 0, stopsDone: 0, orders: 0, parcels: 0 };

/** What a driver has on a day. */
type Plan = Pick<DayBoard['drivers'][number], 'driver' | 'stops' | 'totals'>;

function totalsIn({ stops, totals }: Plan, orders: ReadonlyMap<number, DayOrder>): string[] {
  const doors = doorsOf(stops, orders);
  const pickups = doors.filter(([first]) => first?.stop === 'pickup').length;
  const deliveries = doors.length - pickups;
  return [
    t(
      '{stops, plural, one {# stop} other {# stops}}: {pickups, plural, one {# pickup} other {# pickups}}, {deliveries, plural, one {# delivery} other {# deliveries}}',
      { stops: totals.stops, pickups, deliveries },
    ),
    t('{orders, plural, one {# order} other {# orders}}, {parcels, plural, one {# parcel} other {# parcels}}', {
      orders: totals.orders,
      parcels: totals.parcels,
    }),
  ];
}

function inWords(ctx: AppContext, { stop, isDone }: PlannedStop, order: DayOrder): RunStop {
  const { BUSINESS_TIMEZONE: zone, hourCycle } = ctx.services.config;
  const isPickup = stop === 'pickup';
  const window = isPickup ? order.pickupWindow : order.deliveryWindow;
  const { person, phone, notes } = stopWords(order, stop);
  return {
    kind: stop,
    isDone,
    hours: window && hoursWords(window, zone, hourCycle),
    elsewhere: elsewhereWords(order, stop),
    address: isPickup ? order.pickupAddress : order.deliveryAddress,
    customer: person,
    phone,
    trackingNumber: order.trackingNumber,
    parcels: order.parcels,
    items: order.items.map(({ quantity, name }) => `${quantity} × ${name}`),
    notes: [notes, notesWords(ctx, order)].filter(Boolean).join('\n') || null,
  };
}

/** 'Delivery Thu, Nov 26': where the other stop is on another day. */
function elsewhereWords({ pickupDay, deliveryDay }: DayOrder, stop: PlannedStop['stop']): string | null {
  const other = stop === 'pickup' ? deliveryDay : pickupDay;
  if (other === null || pickupDay === deliveryDay) return null;
  const words = formatIn('UTC', localeOf(language()), { weekday: 'short', month: 'short', day: 'numeric' });
  const day = words.format(new Date(`${other}T12:00:00Z`));
  return stop === 'pickup' ? t('Delivery {day}', { day }) : t('Pickup {day}', { day });
}

const ordersById = (orders: readonly DayOrder[]): ReadonlyMap<number, DayOrder> =>
  new Map(orders.map((order) => [order.id, order]));

function sheetOf(
  ctx: AppContext,
  day: string,
  plan: Plan,
  orders: ReadonlyMap<number, DayOrder>,
  logo: RunSheet['logo'],
): RunSheet {
  const { BRAND_NAME: company, BUSINESS_TIMEZONE: zone, hourCycle } = ctx.services.config;
  return {
    company,
    logo,
    driver: [plan.driver.firstName, plan.driver.lastName].filter(Boolean).join(' '),
    phone: plan.driver.phone,
    day: longDayWords(day),
    zone: zoneWords(zone, new Date(`${day}T12:00:00Z`)),
    totals: totalsIn(plan, orders),
    printed: t('Printed {day}, {time}', {
      day: dayWords(zone, now(ctx)),
      time: timeWords(zone, now(ctx), hourCycle),
    }),
    stops: plan.stops.flatMap((stop) => {
      const order = orders.get(stop.orderId);
      return order ? [inWords(ctx, stop, order)] : [];
    }),
  };
}

function paperWith(
  ctx: AppContext,
  sheets: readonly RunSheet[],
  { title, name }: { title: string; name: string },
): Promise<Paper> {
  const about = aboutPaper(ctx, title, ctx.services.config.BRAND_NAME);
  return paperOf(ctx, name, (to) => drawing.write('drawRunSheets', { about, sheets }, to));
}

/**
 * A driver's stops of a day (YYYY-MM-DD, by default the company's current day), in planned order. Rejects with 404 when
 * the user is no driver, and with 403 for a driver who asks for another.
 */
export const printRunSheet = (ctx: AppContext, asked: { id: number; day?: string | undefined }): Promise<Paper> =>
  inPaperLanguage(ctx, language(), () => sheetPaper(ctx, asked));

async function sheetPaper(ctx: AppContext, asked: { id: number; day?: string | undefined }): Promise<Paper> {
  const plan = await readDriverDay(ctx, asked);
  const sheet = sheetOf(ctx, plan.day, plan, ordersById(plan.orders), await logoForPrint(ctx.services));
  return paperWith(ctx, [sheet], {
    title: t('Run sheet {driver} {day}', { driver: sheet.driver, day: plan.day }),
    name: `run-sheet-${plan.day}-${plan.driver.id}.pdf`,
  });
}

/**
 * The sheets of every driver with a stop on a day, in the order of the board, each with separate pages and page
 * numbers; one empty sheet when nobody has any.
 */
export const printRunSheets = (ctx: AppContext, asked: { day?: string | undefined }): Promise<Paper> =>
  inPaperLanguage(ctx, language(), () => sheetsPaper(ctx, asked));

async function sheetsPaper(ctx: AppContext, asked: { day?: string | undefined }): Promise<Paper> {
  const board = await readBoard(ctx, asked);
  const orders = ordersById(board.orders);
  const plans = board.drivers.filter(({ stops }) => stops.length > 0);
  const nobody = {
    driver: { id: 0, firstName: t('All drivers'), lastName: null, phone: null },
    stops: [],
    totals: NOTHING,
  };
  const logo = await logoForPrint(ctx.services);
  return paperWith(
    ctx,
    (plans.length > 0 ? plans : [nobody]).map((plan) => sheetOf(ctx, board.day, plan, orders, logo)),
    { title: t('Run sheets {day}', { day: board.day }), name: `run-sheets-${board.day}.pdf` },
  );
}
