import type { LateReason } from '@quickfleet/shared/base/late-evidence';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { REFUSAL_MAX } from '@quickfleet/shared/limits';
import { API_BASE } from '@quickfleet/shared/paths';
import { sendForm, sendJson } from '../../../../../lib/api/http.ts';
import { captureFields } from '../storing/capture.ts';
import { type Entry, type EntryOf, type KeptPhoto, ordersOf } from '../storing/entries.ts';
import { findOrder, parseId, parseLate, parseList, parseOrder, parseOrderIn } from './calls.ts';

/** A connection without progress for this long is aborted, and the entry is sent again. */
const STALL_MS = 45_000;

export interface Answer {
  /** Missing where the phone may no longer see the order. */
  order: Order | undefined;
  /** Taken as evidence after the order had ended for this phone; it moved nothing. */
  late?: { after: LateReason | undefined };
  newItemId?: number;
  /** What became of the other orders of the stop, by their ids. */
  others?: Map<number, Answer>;
}
interface Sending {
  order: Order;
  /** Maps a phone's temporary item id to the server's. */
  itemIdOf: (itemId: number) => number;
  onProgress: (part: number) => void;
}

const fileOf = (blob: Blob, name: string) => new File([blob], name, { type: blob.type });
const photoFiles = (field: string, photos: readonly KeptPhoto[]): [string, File][] =>
  photos.map(({ blob, name }) => [field, fileOf(blob, name)]);
const form = (fields: Record<string, string>, files: readonly [field: string, file: File][] = []): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, file] of files) data.append(name, file);
  return data;
};
const itemFields = ({ name, description, quantity }: EntryOf<'addItem'> | EntryOf<'editItem'>) => ({
  name,
  description: description ?? '',
  quantity: String(quantity),
});

const flagName = { pickup: 'isPickedUp', delivery: 'isDelivered' } as const;
const filesName = { pickup: 'pickupImages', delivery: 'deliveryImages' } as const;

const evidenceIn =
  (parse: (json: unknown) => Order) =>
  (json: unknown): Answer => {
    const late = parseLate(json);
    return late ? { order: findOrder(json), late } : { order: parse(json) };
  };

/** What a stop's call answers: for each of its orders, by id, what the call of one order answers. */
const eachIn =
  (entry: Entry) =>
  (json: unknown): Answer => {
    const ids = ordersOf(entry).toSorted((a, b) => a - b);
    const answers = new Map(parseList(json, ids.length).map((one, at) => [ids[at] ?? 0, evidenceIn(parseOrder)(one)]));
    const own = answers.get(entry.orderId) ?? { order: undefined };
    answers.delete(entry.orderId);
    return { ...own, others: answers };
  };
/** Where it is sent to, which orders it names, and how the answer is read: of one order, or of several of a stop. */
function target(entry: Entry, stop: string, what: string, one: { path: string; fields: Record<string, string> }) {
  if (!entry.alsoFor?.length) return { ...one, parse: evidenceIn(parseOrder) };
  const ids = ordersOf(entry);
  return {
    path: `${API_BASE}/driver/stops/${stop}-${ids.join('-')}/${what}`,
    fields: { orderIds: JSON.stringify(ids) },
    parse: eachIn(entry),
  };
}

function strokesFile({ strokes }: EntryOf<'signature'>): [string, File][] {
  if (!strokes) return [];
  return [['strokes', new File([JSON.stringify(strokes)], 'strokes.json', { type: 'application/json' })]];
}
const signatureFiles = (entry: EntryOf<'signature'>): [string, File][] => [
  ['signature', fileOf(entry.image, entry.fileName)],
  ...strokesFile(entry),
];

interface Sent {
  headers: Record<string, string>;
  signal: AbortSignal;
  onProgress: (part: number) => void;
  more?: Record<string, string>;
}
function sendAttempt(
  entry: EntryOf<'attempt'>,
  { itemIdOf }: Pick<Sending, 'itemIdOf'>,
  { more = {}, ...sent }: Sent,
): Promise<Answer> {
  const items = entry.items.map((item) => ({ ...item, itemId: itemIdOf(item.itemId) }));
  const fields = {
    stop: entry.stop,
    outcome: entry.outcome,
    ...(entry.reason ? { reason: entry.reason } : {}),
    ...(entry.place ? { place: entry.place } : {}),
    noteCustomer: entry.noteCustomer,
    noteOffice: entry.noteOffice,
    signerName: entry.signerName,
    arrivedAt: entry.arrivedAt,
    leftAt: entry.at,
    ...(items.length > 0 ? { items: JSON.stringify(items) } : {}),
    takenAt: entry.at,
    ...captureFields(entry.capture),
    ...more,
  };
  const to = target(entry, entry.stop, 'attempts', {
    path: `${API_BASE}/orders/${entry.orderId}/attempts`,
    fields: {},
  });
  return sendForm(to.path, form({ ...fields, ...to.fields }, photoFiles('photos', entry.photos)), {
    ...sent,
    parse: to.parse,
  });
}

/** One call for each action; a retry with the same key is answered but not done again. */
async function call(entry: Entry, { order, itemIdOf, onProgress }: Sending, signal: AbortSignal): Promise<Answer> {
  const sent = { headers: { 'idempotency-key': entry.key }, signal, onProgress };
  const toOrder = { ...sent, parse: (json: unknown): Answer => ({ order: parseOrder(json) }) };
  const toItem = { ...sent, parse: (json: unknown): Answer => ({ order: parseOrderIn(json) }) };
  const takenAt = entry.at;
  const capture = captureFields(entry.capture);
  const customerName = order.customerName;
  switch (entry.kind) {
    case 'photo': {
      const fields = { [flagName[entry.stage]]: 'true', customerName, takenAt, ...capture };
      return sendForm(
        `/api/driver/${entry.stage}/${itemIdOf(entry.itemId)}`,
        form(fields, photoFiles(filesName[entry.stage], [entry.photo])),
        { ...sent, parse: evidenceIn(parseOrderIn) },
      );
    }
    case 'stopPhoto': {
      const own = { path: `${API_BASE}/driver/orders/${entry.orderId}/photos`, fields: { stop: entry.stage } };
      const { path, fields, parse } = target(entry, entry.stage, 'photos', own);
      const photos = photoFiles('photos', [entry.photo]);
      return sendForm(path, form({ takenAt, ...capture, ...fields }, photos), { ...sent, parse });
    }
    case 'flag':
      return sendForm(
        `/api/driver/${entry.stage}/${itemIdOf(entry.itemId)}`,
        form({ [flagName[entry.stage]]: String(entry.value), customerName, takenAt }),
        toItem,
      );
    case 'signature': {
      const quoteId: Record<string, string> = order.quoteId === null ? {} : { quoteId: String(order.quoteId) };
      const own = { ...quoteId, orderId: String(entry.orderId), kind: entry.stage };
      const { path, fields, parse } = target(entry, entry.stage, 'signature', {
        path: '/api/driver/signature',
        fields: own,
      });
      const data = {
        customerName: entry.customerName,
        ...fields,
        signer: 'customer',
        takenAt,
        ...(entry.relation ? { signerRelation: entry.relation } : {}),
        ...capture,
      };
      return sendForm(path, form(data, signatureFiles(entry)), { ...sent, parse });
    }
    case 'attempt':
      return sendAttempt(entry, { itemIdOf }, sent);
    case 'pin': {
      const own = { path: '/api/driver/pin', fields: { orderId: String(entry.orderId), stop: entry.stop } };
      const { path, fields, parse } = target(entry, entry.stop, 'pin', own);
      return sendForm(path, form({ pin: entry.pin, takenAt, ...capture, ...fields }), { ...sent, parse });
    }
    case 'scan':
      return sendForm(
        '/api/driver/scan',
        form({
          orderId: String(entry.orderId),
          stop: entry.stop,
          ...(entry.code ? { code: entry.code } : { parcel: String(entry.parcel) }),
          takenAt,
          ...capture,
        }),
        toOrder,
      );
    case 'charge':
      return sendJson(
        `${API_BASE}/driver/charges`,
        {
          orderId: entry.orderId,
          label: entry.label,
          minutes: entry.minutes,
          ...(entry.amount === null ? {} : { amount: entry.amount }),
          ...(entry.hasTax ? { hasTax: true } : {}),
          takenAt,
        },
        { ...sent, parse: evidenceIn(parseOrder) },
      );
    case 'collected': {
      const { amount, method, reason } = entry;
      return sendJson(
        `${API_BASE}/driver/orders/${entry.orderId}/collected`,
        { amount, method, reason, collectedAt: takenAt },
        { ...sent, parse: evidenceIn(parseOrder) },
      );
    }
    case 'delay': {
      const { orderId, reason, words, minutes } = entry;
      return sendJson(`${API_BASE}/driver/delays`, { orderId, reason, words, minutes, takenAt }, toOrder);
    }
    case 'status':
      return sendJson(
        `${API_BASE}/orders/${entry.orderId}/status`,
        { status: entry.status, takenAt },
        { ...toOrder, method: 'PUT' },
      );
    case 'addItem':
      return sendForm(`${API_BASE}/driver/order/${entry.orderId}/items`, form(itemFields(entry)), {
        ...sent,
        parse: (json) => ({ order: parseOrderIn(json), newItemId: parseId(json) }),
      });
    case 'editItem': {
      const fields = { ...itemFields(entry), removeImageUrls: JSON.stringify(entry.removeImageUrls) };
      const photos = photoFiles('images', entry.photos);
      return sendForm(`${API_BASE}/driver/items/${itemIdOf(entry.itemId)}`, form(fields, photos), {
        ...toItem,
        method: 'PUT',
      });
    }
    case 'deleteItem':
      return sendJson(`${API_BASE}/driver/items/${itemIdOf(entry.itemId)}`, null, { ...toItem, method: 'DELETE' });
  }
}

/** Uploads only the evidence of an entry: the office keeps it with the order, which does not change. */
async function sendEvidence(entry: Entry, sending: Sending, signal: AbortSignal): Promise<Answer> {
  const { itemIdOf, onProgress } = sending;
  const sent = { headers: { 'idempotency-key': `${entry.key}-evidence` }, signal, onProgress };
  const refusal = (entry.refusal?.message ?? '').slice(0, REFUSAL_MAX);
  const fields = { orderId: String(entry.orderId), takenAt: entry.at, refusal, ...captureFields(entry.capture) };
  const send = (more: Record<string, string>, files: readonly [string, File][]) =>
    sendForm('/api/driver/evidence', form({ ...fields, ...more }, files), { ...sent, parse: evidenceIn(parseOrder) });
  const ofItem = (itemId: number): Record<string, string> => {
    const id = itemIdOf(itemId);
    return id > 0 ? { itemId: String(id) } : {};
  };
  switch (entry.kind) {
    case 'photo':
      return send({ kind: `${entry.stage}_photo`, ...ofItem(entry.itemId) }, photoFiles('photos', [entry.photo]));
    case 'stopPhoto':
      return send({ kind: `${entry.stage}_photo` }, photoFiles('photos', [entry.photo]));
    case 'signature':
      return send({ kind: `${entry.stage}_signature`, customerName: entry.customerName }, signatureFiles(entry));
    case 'editItem':
      return send({ kind: 'item_photo', ...ofItem(entry.itemId) }, photoFiles('photos', entry.photos));
    case 'attempt':
      return sendAttempt(entry, sending, { ...sent, more: { evidenceOnly: 'true', refusal } });
    default:
      throw new Error(`There is no evidence in ${entry.kind}`);
  }
}

type How = 'done' | 'evidence';
/** Sends one action, or only its evidence; also rejects when the connection stalls. */
export async function sendEntry(entry: Entry, sending: Sending, how: How = 'done'): Promise<Answer> {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moving = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(new Error('The connection stalled')), STALL_MS);
  };
  moving();
  try {
    return await (how === 'done' ? call : sendEvidence)(
      entry,
      {
        ...sending,
        onProgress(part) {
          moving();
          sending.onProgress(part);
        },
      },
      stalled.signal,
    );
  } finally {
    clearTimeout(timer);
  }
}
