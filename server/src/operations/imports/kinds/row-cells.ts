import type { Issue } from '../../../http/errors.ts';
import {
  amountOf,
  CellFault,
  type Clocks,
  collectOf,
  itemsOf,
  mailOf,
  metadataOf,
  textOf,
  wholeNumberOf,
  wholeOf,
} from '../imports.cells.ts';

/** Numbers that are no quantities: without one digit they are another one, or none. */
const DIGITS_COUNT = /phone$|^(?:externalId|partnerCodes|trackingNumber)$/i;

/** A further row of the same order or quote, of which only the items count. */
interface Part {
  row: number;
  cells: RowCells;
}

/** One row by our fields, with the items of the rows that belong to it, and what is wrong with their cells. */
export class RowCells {
  readonly #values: ReadonlyMap<string, string>;
  readonly #parts: readonly Part[];
  /** Of each item that `items` has read: the further row that it is in. */
  #rowOfItem: (number | undefined)[] = [];
  readonly clocks: Clocks;
  readonly faults: Issue[] = [];
  constructor(values: ReadonlyMap<string, string>, clocks: Clocks, parts: readonly Part[] = []) {
    this.#values = values;
    this.clocks = clocks;
    this.#parts = parts;
  }

  /** The value of a field; undefined when the file has no such column, or nothing in it. What cannot be read is noted. */
  read<T>(field: string, parse: (text: string) => T): T | undefined {
    try {
      const text = textOf(this.#values.get(field) ?? '');
      return text === undefined ? undefined : parse(text);
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      this.faults.push({ path: field, message: error.message });
      return undefined;
    }
  }
  text(field: string): string | undefined {
    if (DIGITS_COUNT.test(field)) return this.read(field, wholeNumberOf);
    return this.read(field, /email$/i.test(field) ? mailOf : (text) => text);
  }
  /** All texts of a cell, and of those of the rows that belong to it. */
  texts(field: string, end: RegExp): string[] {
    const own = (this.text(field) ?? '').split(end).map((text) => text.trim());
    return [...own.filter(Boolean), ...this.#parts.flatMap(({ cells }) => cells.texts(field, end))];
  }
  has(field: string): boolean {
    return this.#values.has(field);
  }

  /** The items of this row, and of those that belong to it. */
  items(): object[] {
    const own = this.#ownItems();
    this.#rowOfItem = own.map(() => undefined);
    const others = this.#parts.flatMap(({ row, cells }) => {
      const items = cells.items();
      this.#rowOfItem.push(...items.map(() => row));
      this.faults.push(...cells.faults.map(({ path, message }) => ({ path, message: inRow(row, message) })));
      return items;
    });
    return [...own, ...others];
  }
  /** An issue of an item says which of several rows has it. */
  placed({ path, message }: Issue): Issue {
    const [first, at = ''] = path.split('.');
    const row = first === 'items' ? this.#rowOfItem[Number.parseInt(at, 10)] : undefined;
    return { path: fieldOf(path, this), message: row === undefined ? message : inRow(row, message) };
  }
  /** One item with its columns, or several in one column. */
  #ownItems(): object[] {
    const several = this.read('items', itemsOf) ?? this.read('itemName', (text) => this.#namedItems(text));
    if (several) return several;
    const name = this.text('itemName');
    // A shop may begin an order with the sums of the items in the rows below.
    const areBelow = this.#parts.some(({ cells }) => cells.#values.get('itemName'));
    if (name === undefined && areBelow) return [];
    const item = {
      name,
      description: this.text('itemDescription'),
      quantity: this.read('itemQuantity', wholeOf),
      value: this.read('itemValue', amountOf),
    };
    return name === undefined && Object.values(item).every((value) => value === undefined) ? [] : [item];
  }
  /** Our own tables call all items of a quote, and the count of those of an order, like one where a language does. */
  #namedItems(text: string) {
    const isCount = this.has('trackingNumber') && /^\d+$/.test(text);
    const areAll = !this.has('itemQuantity') && text.split('; ').every((part) => /^\d+ × /.test(part));
    return isCount || areAll ? itemsOf(text) : undefined;
  }
  /** The person at a stop, or at an address; undefined when the file says nothing of them. */
  contact(stop: 'pickup' | 'delivery' | 'person') {
    const contact = {
      name: this.text(`${stop}Name`),
      company: this.text(`${stop}Company`),
      phone: this.text(`${stop}Phone`),
      email: this.text(`${stop}Email`),
      notes: this.text(`${stop}Notes`),
    };
    return Object.values(contact).every((value) => value === undefined) ? undefined : contact;
  }
  /** What is taken at the door; an amount alone in either way, in the company's currency. */
  collect() {
    const said = this.read('collect', collectOf);
    if (said === undefined || Number(said.amount) === 0) return undefined;
    const method = this.text('collectMethod')?.toLowerCase() ?? said.method;
    return { amount: said.amount, currency: this.text('collectCurrency') ?? said.currency, method };
  }
  numbers() {
    const metadata = this.read('metadata', metadataOf);
    const shop = Object.fromEntries(
      ['shopPaid', 'shopCurrency'].flatMap((name) => {
        const text = this.text(name);
        return text === undefined ? [] : [[name, text]];
      }),
    );
    const isObject = metadata === undefined || (typeof metadata === 'object' && metadata !== null);
    const whole = Object.keys(shop).length > 0 && isObject ? { ...metadata, ...shop } : metadata;
    return { externalId: this.text('externalId'), metadata: whole };
  }
}

const inRow = (row: number, message: string) => `Row ${row}: ${message}`;

/** The field that an issue of one of our inputs is about. */
function fieldOf(path: string, cells: RowCells): string {
  const [first = '', second = '', third = ''] = path.split('.');
  if (first === 'items') {
    if (cells.has('items')) return 'items';
    if (third === 'quantity' || third === 'value' || third === 'description')
      return `item${third.charAt(0).toUpperCase()}${third.slice(1)}`;
    return 'itemName';
  }
  if (first === 'pickupWindow') return second === 'to' ? 'pickupTo' : 'pickupFrom';
  if (first === 'deliveryWindow') return second === 'to' ? 'deliveryTo' : 'deliveryFrom';
  if (first === 'pickupContact' || first === 'deliveryContact')
    return `${first.replace('Contact', '')}${second.charAt(0).toUpperCase()}${second.slice(1)}`;
  if (first === 'contact' && second !== '') return `person${second.charAt(0).toUpperCase()}${second.slice(1)}`;
  if (first === 'customer' && second !== '') return `customer${second.charAt(0).toUpperCase()}${second.slice(1)}`;
  return first;
}
