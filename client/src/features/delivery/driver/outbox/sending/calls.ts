import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders';
import type { DriverDay } from '@quickfleet/shared/delivery/planning';
import { API_BASE } from '@quickfleet/shared/paths';
import { sendJson } from '../../../../../lib/api/http.ts';
import type { Shift, StoredOrder } from '../storing/contents.ts';
import { parseDay, parseOrder, parseOrderOrNull, parseRows, parseSuccess } from '../storing/parse.ts';

const LIST_MAX = 100;
/** A phone that changes cells may never notice a lost answer. Long enough for a full list on the slowest networks. */
const ANSWER_LIMIT_MS = 30_000;

const read = <T>(path: string, parse: (json: unknown) => T): Promise<T> =>
  sendJson(`${API_BASE}${path}`, null, { parse, method: 'GET', timeoutMs: ANSWER_LIMIT_MS });

export const openWithCode = (accessCode: string): Promise<Order> =>
  sendJson('/api/driver/access', { accessCode }, { parse: parseOrder });

/** The order that this browser's session opened last with a code, if it still may. */
export const readLastOpened = (): Promise<Order | null> => read('/driver/last', parseOrderOrNull);

export const readOwn = (id: number): Promise<Order> => read(`/orders/${id}`, parseOrder);

/** Reads an order again in the way it was opened. */
export const readAgain = ({ order, openedBy }: StoredOrder): Promise<Order> =>
  openedBy === 'account' ? readOwn(order.id) : read(`/driver/order?orderId=${order.id}`, parseOrder);

/** The newest orders of a signed-in driver. */
export const listOwn = (driverId: number): Promise<OrderRow[]> =>
  read(`/orders/driver/${driverId}?limit=${LIST_MAX}`, parseRows);

/** The stops of a signed-in driver today, in the order they are to be made. */
export const readDay = (driverId: number): Promise<DriverDay> => read(`/drivers/${driverId}/day`, parseDay);

/** The orders of that day in full, for a phone that is to open them without a network. */
export const listOfDay = (driverId: number, day: string): Promise<OrderRow[]> =>
  read(`/orders/driver/${driverId}?plannedOn=${day}&limit=${LIST_MAX}`, parseRows);

/** Reports when the driver started and ended the day, by the phone's clock. */
export const sendShift = (driverId: number, shift: Shift): Promise<DriverDay> =>
  sendJson(`${API_BASE}/drivers/${driverId}/day/shift`, shift, {
    parse: parseDay,
    method: 'PUT',
    timeoutMs: ANSWER_LIMIT_MS,
  });

/** Leaves every order that a code opened in this browser. */
export const leaveAll = (): Promise<void> => sendJson(`${API_BASE}/driver/leave`, null, { parse: parseSuccess });
