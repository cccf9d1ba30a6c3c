import type { LateReason } from '@quickfleet/shared/base/late-evidence';
import { normaliseAccessCode } from '@quickfleet/shared/delivery/orders/access-code';
import { isBeforePickup, orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import type { DriverStop } from '@quickfleet/shared/delivery/stops/stops';
import { API_BASE } from '@quickfleet/shared/paths';
import { HttpError, parseAnswer, sendJson, sentenceOf } from '../../../../../lib/api/http.ts';
import type { Shift, StoredOrder } from '../storing/contents.ts';
import type { Entry, Refusal } from '../storing/entries.ts';

// These checks only tell our server's answers from those of a captive portal, which answers 200 to everything. The
// shared schemas would add zod to the first load.

const isObject = (json: unknown): json is object => typeof json === 'object' && json !== null;
const isOrder = (json: unknown): json is Order =>
  isObject(json) &&
  'trackingNumber' in json &&
  'version' in json &&
  'signatures' in json &&
  'items' in json &&
  Array.isArray(json.items);
const isRow = (json: unknown): json is OrderRow =>
  isObject(json) && 'trackingNumber' in json && 'items' in json && Array.isArray(json.items);

const isDay = (json: unknown): json is DriverDay =>
  isObject(json) &&
  'day' in json &&
  'stops' in json &&
  Array.isArray(json.stops) &&
  'orders' in json &&
  Array.isArray(json.orders);

const notOurs = () => new Error('This answer did not come from the server');
const fieldOf = (json: unknown, name: string): unknown => (isObject(json) ? Reflect.get(json, name) : undefined);

export function parseOrder(json: unknown): Order {
  if (!isOrder(json)) throw notOurs();
  return json;
}
/** Calls on an item answer with the item and its order. */
export const parseOrderIn = (json: unknown): Order => parseOrder(fieldOf(json, 'order'));
const parseOrderOrNull = (json: unknown): Order | null =>
  isObject(json) && fieldOf(json, 'order') === null ? null : parseOrderIn(json);

export function parseId(json: unknown): number {
  const id = fieldOf(json, 'id');
  if (typeof id !== 'number') throw notOurs();
  return id;
}

/** As many answers as there are orders in the question. */
export function parseList(json: unknown, count: number): unknown[] {
  const answers = fieldOf(json, 'data');
  if (!Array.isArray(answers) || answers.length !== count) throw notOurs();
  return answers;
}

function parseRows(json: unknown): OrderRow[] {
  const rows = fieldOf(json, 'data');
  if (!Array.isArray(rows) || !rows.every(isRow)) throw notOurs();
  return rows;
}

const isStop = (json: unknown): json is DriverStop =>
  isObject(json) && 'kind' in json && 'orders' in json && Array.isArray(json.orders);
function parseStops(json: unknown): DriverStop[] {
  const stops = fieldOf(json, 'data');
  if (!Array.isArray(stops) || !stops.every(isStop)) throw notOurs();
  return stops;
}

function parseDay(json: unknown): DriverDay {
  if (!isDay(json)) throw notOurs();
  return json;
}

export function parseSuccess(json: unknown): void {
  if (fieldOf(json, 'success') !== true) throw notOurs();
}

export function parsePushKey(json: unknown): string {
  const key = fieldOf(json, 'publicKey');
  if (typeof key !== 'string') throw notOurs();
  return key;
}

// Only the type is imported: the shared list comes with a schema, which would add zod.
export const lateReasons: readonly LateReason[] = [
  'cancelled',
  'delivered',
  'moved_on',
  'reassigned',
  'code_replaced',
  'deleted',
  'unassigned',
  'refused',
];

/** Evidence that came after the order had ended for this phone; the answer often has no order. */
export function parseLate(json: unknown): { after: LateReason | undefined } | undefined {
  if (fieldOf(json, 'late') !== true) return undefined;
  return { after: lateReasons.find((reason) => reason === fieldOf(json, 'after')) };
}
export function findOrder(json: unknown): Order | undefined {
  if (isOrder(json)) return json;
  const inside = fieldOf(json, 'order');
  return isOrder(inside) ? inside : undefined;
}

/** What a failed call means: the network, a server in trouble, a right that has run out, or a real no. */
type AnswerClass = 'unreachable' | 'later' | 'reopen' | 'refused';

const TOO_LARGE = 413;
/** Cut off on the way, or someone else was changing the order at that moment. */
const passing = new Set(['BAD_FORM', 'BUSY']);

export function classifyAnswer(error: unknown): AnswerClass {
  // An aborted call, or an answer that is not ours: the sign-in page of a café's network answers 200 to everything.
  if (!(error instanceof HttpError) || error.status === 0) return 'unreachable';
  if (error.status === TOO_LARGE) return 'refused';
  if (error.code === 'UNKNOWN') return error.status >= 500 ? 'later' : 'unreachable';
  if (
    error.status >= 500 ||
    error.status === 408 ||
    error.status === 425 ||
    error.status === 429 ||
    passing.has(error.code)
  )
    return 'later';
  return error.status === 401 || error.status === 404 ? 'reopen' : 'refused';
}

/** The server's sentence, or an empty one for a proxy's HTML page: then the screen uses its own words. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof HttpError
    ? { message: sentenceOf(error.body) ?? '', status: error.status, code: error.code }
    : { message: '', status: 0, code: 'UNKNOWN' };

/** Where there is nothing to deliver any more, a status, a flag or a delay no longer matters and is dropped without asking. */
const saysWhereItIs = ({ kind }: Entry): boolean => kind === 'status' || kind === 'flag' || kind === 'delay';
export const isMoot = (entry: Entry, { status }: Order): boolean => status === 'cancelled' && saysWhereItIs(entry);
export const isMootAfter = (entry: Entry, { code }: Refusal): boolean =>
  code === 'ORDER_DELETED' && saysWhereItIs(entry);

/** Whether the order already is as this action wanted it: someone else did it, or the answer was lost long ago. */
export function isAlreadyDone(entry: Entry, order: Order, itemId: number): boolean {
  if (entry.kind === 'status') return orderFacts[order.status].hasLeft;
  if (entry.kind === 'deleteItem') return order.items.every((item) => item.id !== itemId);
  if (entry.kind !== 'flag') return false;
  const item = order.items.find((candidate) => candidate.id === itemId);
  if (!item) return false;
  if (entry.stage === 'delivery') return item.isDelivered === entry.value;
  return item.isPickedUp === entry.value || (entry.value && !isBeforePickup(order.status));
}

const LIST_MAX = 100;
/** A phone that changes cells may never notice a lost answer. Long enough for a full list on the slowest networks. */
const ANSWER_LIMIT_MS = 30_000;

const read = <T>(path: string, parse: (json: unknown) => T): Promise<T> =>
  sendJson(`${API_BASE}${path}`, null, { parse, method: 'GET', timeoutMs: ANSWER_LIMIT_MS });

/** What client/public/before-paint.js asked for. */
interface AskedEarly {
  code: string;
  answer: Promise<{ status: number; text: string }>;
}
declare global {
  interface Window {
    askedEarly?: AskedEarly;
  }
}
/** The answer that was asked for with this code before the scripts had come, once; none where it never came. */
async function takeEarly(accessCode: string): Promise<AskedEarly['answer'] | undefined> {
  const { askedEarly } = window;
  // Of another code or not: later on, what it says is old.
  delete window.askedEarly;
  if (!askedEarly || normaliseAccessCode(askedEarly.code) !== accessCode) return undefined;
  return askedEarly.answer.catch(() => undefined);
}
export async function openWithCode(accessCode: string): Promise<Order> {
  const early = await takeEarly(accessCode);
  if (!early) return sendJson('/api/driver/access', { accessCode }, { parse: parseOrder });
  return parseAnswer(early.status, early.text, parseOrder);
}

/** The order that this browser's session opened last with a code, if it still may. */
export const readLastOpened = (): Promise<Order | null> => read('/driver/last', parseOrderOrNull);

export const readOwn = (id: number): Promise<Order> => read(`/orders/${id}`, parseOrder);

export const readAgain = ({ order, openedBy }: StoredOrder): Promise<Order> =>
  openedBy === 'account' ? readOwn(order.id) : read(`/driver/order?orderId=${order.id}`, parseOrder);

export const listOwn = (driverId: number): Promise<OrderRow[]> =>
  read(`/orders/driver/${driverId}?limit=${LIST_MAX}`, parseRows);

export const readDay = (driverId: number): Promise<DriverDay> => read(`/drivers/${driverId}/day`, parseDay);

/** What the stops of a day need and were wished. */
export const readStops = (day: string): Promise<DriverStop[]> => read(`/driver/stops?day=${day}`, parseStops);

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
