import type { Order, OrderRow } from '@quickfleet/shared/orders';
import { API_BASE } from '@quickfleet/shared/paths';
import type { DriverDay } from '@quickfleet/shared/planning';
import { sendJson } from '../../../lib/http.ts';
import type { Shift, StoredOrder } from './contents.ts';
import { parseDay, parseOrder, parseOrderOrNull, parseRows, parseSuccess } from './parse.ts';

const LIST_MAX = 100;

export const openWithCode = (accessCode: string): Promise<Order> =>
  sendJson('/api/driver/access', { accessCode }, { parse: parseOrder });

/** The order that this browser's session opened last with a code, if it still may. */
export const readLastOpened = (): Promise<Order | null> =>
  sendJson(`${API_BASE}/driver/last`, null, { parse: parseOrderOrNull, method: 'GET' });

export const readOwn = (id: number): Promise<Order> =>
  sendJson(`${API_BASE}/orders/${id}`, null, { parse: parseOrder, method: 'GET' });

/** Reads an order again in the way it was opened. */
export const readAgain = ({ order, openedBy }: StoredOrder): Promise<Order> =>
  openedBy === 'account'
    ? readOwn(order.id)
    : sendJson(`${API_BASE}/driver/order?orderId=${order.id}`, null, { parse: parseOrder, method: 'GET' });

/** The newest orders of a signed-in driver. */
export const listOwn = (driverId: number): Promise<OrderRow[]> =>
  sendJson(`${API_BASE}/orders/driver/${driverId}?limit=${LIST_MAX}`, null, { parse: parseRows, method: 'GET' });

/** The stops of a signed-in driver today, in the order they are to be made. */
export const readDay = (driverId: number): Promise<DriverDay> =>
  sendJson(`${API_BASE}/drivers/${driverId}/day`, null, { parse: parseDay, method: 'GET' });

/** The orders of that day in full, for a phone that is to open them without a network. */
export const listOfDay = (driverId: number, day: string): Promise<OrderRow[]> =>
  sendJson(`${API_BASE}/orders/driver/${driverId}?plannedOn=${day}&limit=${LIST_MAX}`, null, {
    parse: parseRows,
    method: 'GET',
  });

/** Tells the office when the driver began and ended the day, by the phone's clock. */
export const tellShift = (driverId: number, shift: Shift): Promise<DriverDay> =>
  sendJson(`${API_BASE}/drivers/${driverId}/day/shift`, shift, { parse: parseDay, method: 'PUT' });

/** Leaves every order that a code opened in this browser. */
export const leaveAll = (): Promise<void> => sendJson(`${API_BASE}/driver/leave`, null, { parse: parseSuccess });
