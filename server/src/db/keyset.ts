import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { badRequest } from '../http/errors.ts';
import { iso } from './sql.ts';

/** The order of a list by one value and then by id, in which a page can begin right after a row. */
export interface Keyset {
  /** In its cursors: one of another order is refused. */
  name: string;
  /** As `order by` says it. */
  order: string;
  /** SQL for the value of a row as text, from which it is read again without loss. */
  value: string;
  isNullable: boolean;
  /** Conditions for the rows after a place, in the order in which they come. */
  after(place: Place): Part[];
  /** Whether a cursor's value can be one. */
  takes(value: string): boolean;
}
export interface Place {
  value: string | null;
  id: number;
}
export interface Part {
  sql: string;
  params: unknown[];
}

type Kind = 'int' | 'timestamptz' | 'numeric' | 'text';
interface Sorting {
  by: string;
  as: Kind;
  turn?: 'desc';
  /** Of the ids among equal values. */
  idTurn?: 'desc';
  /** Rows without a value come last. */
  isNullable?: true;
}
const takes: Record<Kind, (value: string) => boolean> = {
  int: (value) => /^\d{1,10}$/.test(value),
  timestamptz: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value)),
  numeric: (value) => /^\d{1,20}(?:\.\d{1,10})?$/.test(value),
  text: () => true,
};

/** The order of a list of the table that the statement calls `alias`. */
export function keyset(alias: string, name: string, { by, as, turn, idTurn, isNullable }: Sorting): Keyset {
  const id = `${alias}.id`;
  const nulls = isNullable && turn ? ' nulls last' : '';
  const sign = turn ? '<' : '>';
  const idSign = idTurn ? '<' : '>';
  const given = `?::${as}`;
  return {
    name,
    order:
      by === id ? `${id}${turn ? ' desc' : ''}` : `${by}${turn ? ' desc' : ''}${nulls}, ${id}${idTurn ? ' desc' : ''}`,
    value: as === 'timestamptz' ? iso(by) : `(${by})::text`,
    isNullable: isNullable ?? false,
    takes: takes[as],
    after({ value, id: last }) {
      const withoutValue = `${by} is null`;
      if (value === null) return [{ sql: `${withoutValue} and ${id} ${idSign} ?::int`, params: [last] }];
      // A comparison of whole rows is the beginning of an index; of two directions only the value is.
      const rows: Part =
        turn === idTurn
          ? { sql: `(${by}, ${id}) ${sign} (${given}, ?::int)`, params: [value, last] }
          : {
              sql: `${by} ${sign}= ${given} and (${by} ${sign} ${given} or ${id} ${idSign} ?::int)`,
              params: [value, value, last],
            };
      return isNullable ? [rows, { sql: withoutValue, params: [] }] : [rows];
    },
  };
}

const cursorContent = z.tuple([z.string(), z.string().nullable(), z.int().min(0).max(2_147_483_647), z.int().min(1)]);

/** Where a page ended, to ask for the next one; `page` counts the pages that were read. */
export const cursorOf = (order: Keyset, { value, id }: Place, page: number): string =>
  Buffer.from(JSON.stringify([order.name, value, id, page])).toString('base64url');

const parsed = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};
/** Rejects with 400 what is no cursor of a list in this order. */
export function readCursor(order: Keyset, cursor: string): Place & { page: number } {
  const content = cursorContent.safeParse(parsed(cursor));
  const refused = (message: string) => badRequest('BAD_CURSOR', message, [{ path: 'cursor', message }]);
  if (!content.success) throw refused(t('This is no cursor of a list'));
  const [name, value, id, page] = content.data;
  if (name !== order.name) throw refused(t('This cursor is of a list in another order: keep the other parameters'));
  if (value === null ? !order.isNullable : !order.takes(value)) throw refused(t('This is no cursor of a list'));
  return { value, id, page };
}
