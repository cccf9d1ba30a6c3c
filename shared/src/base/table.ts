import { type Message, message, t } from '../words/t.ts';
import type { Contacts, StopContact } from './contact/stop-person.ts';
import type { Cell } from './csv.ts';
import { isoIn } from './time/zoned-time.ts';

/** A moment or a day that a spreadsheet keeps as a date, or an amount with its decimals. */
export type CellKind = 'moment' | 'day' | 'amount';
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

/** A cell of CSV: where a spreadsheet reads decimal commas, an amount has one. */
export const csvCell = (kind: CellKind | undefined, cell: Cell, isDecimalComma: boolean): Cell =>
  isDecimalComma && kind === 'amount' && cell ? String(cell).replace('.', ',') : cell;

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
