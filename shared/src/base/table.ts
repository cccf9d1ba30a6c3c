import { type Message, message, t } from '../words/t.ts';
import type { Contacts, StopContact } from './contact/stop-person.ts';
import type { Cell } from './csv.ts';
import type { Collect } from './money/collect-words.ts';
import { isoIn } from './time/zoned-time.ts';

/** A moment or a day that a spreadsheet keeps as a date, an amount with its decimals, or a number that may have some. */
export type CellKind = 'moment' | 'day' | 'amount' | 'decimal';
/** A column of a table that is handed to a spreadsheet. */
export interface TableColumn<Row> {
  /** In the reader's language. */
  name: string;
  of: (row: Row) => Cell;
  /** An amount or a count: a spreadsheet reckons with it. */
  isNumber?: true;
  kind?: CellKind;
}

/** A moment on the clocks of a zone, with their offset. */
export const momentCell = (moment: string | null | undefined, zone: string): string | null =>
  moment ? isoIn(new Date(moment), zone) : null;

/** Metadata in one cell. */
export const metadataCell = ({ metadata }: { metadata: Record<string, string> }): string | null =>
  Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);

/** '1,234' is another number elsewhere, '1,2340' is not. */
const withFourth = (decimal: string): string => (/,\d{3}$/.test(decimal) ? `${decimal}0` : decimal);
/** A cell of CSV: where a spreadsheet reads decimal commas, an amount or a weight has one. */
export function csvCell(kind: CellKind | undefined, cell: Cell, isDecimalComma: boolean): Cell {
  if (!isDecimalComma || !cell) return cell;
  if (kind === 'amount') return String(cell).replace('.', ',');
  return kind === 'decimal' ? withFourth(String(cell).replace('.', ',')) : cell;
}

/** What is taken at the door, in one cell. */
export const collectCell = ({ collect }: { collect: Collect | null }): string | null =>
  collect && [collect.amount, collect.currency, collect.method].join(' ');
/** What drivers must be able to do, in one cell. */
export const needsCell = ({ needs }: { needs: readonly string[] }): string => needs.join('; ');

/** 'yes' and 'no' in a cell. */
export const yesOrNo = (value: boolean): string => (value ? t('yes (in a table)') : t('no (in a table)'));

const contactHeads = {
  pickup: {
    name: message('Pickup name'),
    company: message('Pickup company'),
    phone: message('Pickup phone'),
    email: message('Pickup e-mail'),
    notes: message('Pickup notes'),
  },
  delivery: {
    name: message('Delivery name'),
    company: message('Delivery company'),
    phone: message('Delivery phone'),
    email: message('Delivery e-mail'),
    notes: message('Delivery notes'),
  },
} as const satisfies Record<'pickup' | 'delivery', Partial<Record<keyof StopContact, Message>>>;
const contactFields = ['name', 'company', 'phone', 'email', 'notes'] as const;
/** 'Pickup name' and the like: the people at the two stops. */
export const contactColumns = <Row extends Contacts>(): readonly TableColumn<Row>[] =>
  (['pickup', 'delivery'] as const).flatMap((stop) =>
    contactFields.map((field) => ({
      name: t(contactHeads[stop][field]),
      of: (row: Row) => row[`${stop}Contact`]?.[field] ?? null,
    })),
  );
