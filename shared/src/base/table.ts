import type { Contacts, StopContact } from './contact/stop-person.ts';
import type { Cell } from './csv.ts';
import { isoIn } from './time/zoned-time.ts';

/** A column of a table that is handed to a spreadsheet. */
export interface TableColumn<Row> {
  name: string;
  of: (row: Row) => Cell;
  /** An amount or a count: a spreadsheet reckons with it. */
  isNumber?: true;
}

/** A moment on the clocks of a zone, with their offset. */
export const momentCell = (moment: string | null | undefined, zone: string): string | null =>
  moment ? isoIn(new Date(moment), zone) : null;

/** Metadata in one cell. */
export const metadataCell = ({ metadata }: { metadata: Record<string, string> }): string | null =>
  Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);

const contactCells = [
  ['name', 'name'],
  ['company', 'company'],
  ['phone', 'phone'],
  ['e-mail', 'email'],
  ['notes', 'notes'],
] as const satisfies readonly (readonly [string, keyof StopContact])[];
/** 'Pickup name' and the like: the people at the two stops. */
export const contactColumns = <Row extends Contacts>(): readonly TableColumn<Row>[] =>
  (['pickup', 'delivery'] as const).flatMap((stop) =>
    contactCells.map(([word, field]) => ({
      name: `${stop === 'pickup' ? 'Pickup' : 'Delivery'} ${word}`,
      of: (row: Row) => row[`${stop}Contact`]?.[field] ?? null,
    })),
  );
