import { importFieldsOf } from '@quickfleet/shared/operations/import-fields';
import type { PresetLayout } from '@quickfleet/shared/operations/import-presets/preset';
import { shopify } from '@quickfleet/shared/operations/import-presets/shopify';
import { woocommerce } from '@quickfleet/shared/operations/import-presets/woocommerce';
import type { ShopKind } from '@quickfleet/shared/operations/inbound';

// The order of a shop's notice as rows of an import: what an import knows of the shops reads both.

const layouts: Readonly<Record<ShopKind, PresetLayout | undefined>> = {
  shopify: shopify.notices,
  woocommerce: woocommerce.notices,
};

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const headOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() || undefined : undefined;

/** The texts and numbers of an object by the names on the way to them, as the heads of a table have them. */
function cellsOf(fields: Fields, before = ''): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(fields)) {
    const head = before + headOf(name);
    const text = textOf(value);
    if (text !== undefined) cells.set(head, text);
    // An address is one step down; nothing that is read lies deeper.
    else if (isFields(value) && before === '') for (const [inner, cell] of cellsOf(value, head)) cells.set(inner, cell);
  }
  return cells;
}

/** The value of each field: of several names the first that has one, of several columns all. */
function valuesOf({ fields }: PresetLayout, cells: ReadonlyMap<string, string>): Map<string, string> {
  const words = importFieldsOf('orders');
  const values = new Map<string, string>();
  for (const [field, parts] of Object.entries(fields)) {
    const texts = parts.flatMap((part) => {
      const names = typeof part === 'string' ? [part] : part;
      return names.flatMap((name) => cells.get(name) ?? [])[0] ?? [];
    });
    if (texts.length > 0) values.set(field, texts.join(words[field]?.joint ?? ' '));
  }
  return values;
}

/** undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a shop tells of an order. */
export interface Told {
  /** `other`: nothing that we follow. */
  what: 'paid' | 'cancelled' | 'other';
  /** The number that people know it by. */
  externalId: string | null;
  /** Its id in the shop's own calls. */
  shopOrderId: string | null;
  /** The fields of an import; a map for each item. */
  rows: Map<string, string>[];
}

/** WooCommerce: what these words mean is on https://woocommerce.com/document/managing-orders/order-statuses/ (2026-11-30). */
const wooStates: Readonly<Record<string, Told['what']>> = {
  processing: 'paid',
  cancelled: 'cancelled',
  refunded: 'cancelled',
  trash: 'cancelled',
};
const saysOf: Readonly<Record<ShopKind, (topic: string, body: Fields) => Told['what']>> = {
  // The topic is a header, which no signature covers: the body has to say the same.
  shopify(topic, { cancelled_at: cancelledAt, financial_status: paid }) {
    if (typeof cancelledAt === 'string') return topic === 'orders/cancelled' ? 'cancelled' : 'other';
    return topic === 'orders/paid' && paid === 'paid' ? 'paid' : 'other';
  },
  woocommerce(topic, { status }) {
    if (topic === 'order.deleted') return 'cancelled';
    const isOrder = topic === 'order.created' || topic === 'order.updated';
    return isOrder && typeof status === 'string' && Object.hasOwn(wooStates, status)
      ? (wooStates[status] ?? 'other')
      : 'other';
  },
};

/** Reads the body of a notice; undefined when it is no order. */
export function readNotice(kind: ShopKind, topic: string, body: unknown): Told | undefined {
  const layout = layouts[kind];
  if (!layout || !isFields(body)) return undefined;
  const { line_items: lines, ...head } = body;
  const own = cellsOf(head);
  const shopOrderId = own.get('id') ?? null;
  if (shopOrderId === null) return undefined;
  const items = Array.isArray(lines) ? lines.filter(isFields) : [];
  const [first = {}, ...others] = items;
  const rows = [
    valuesOf(layout, new Map([...own, ...cellsOf(first, 'lineitems')])),
    ...others.map((item) => valuesOf(layout, cellsOf(item, 'lineitems'))),
  ];
  return { what: saysOf[kind](topic, body), externalId: rows[0]?.get('externalId') ?? null, shopOrderId, rows };
}
