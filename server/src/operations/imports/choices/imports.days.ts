import { type DayOrder, orderIn, readDay } from '@quickfleet/shared/base/time/written-days';
import { c, readRows, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Import } from '../import.entity.ts';

const DAY_FIELDS = new Set(['deliveryDate', 'speedDate', 'pickupFrom', 'pickupTo', 'deliveryFrom', 'deliveryTo']);
/**
 * Three numbers, of which the first two may be day and month either way, and the weekday before them or behind;
 * PostgreSQL's `substring` answers the group.
 */
const NUMBERS =
  '(?<![0-9])((?:[^0-9[:space:][:punct:]]{2,12}[.]?,? *)?[0-9]{1,2} ?([-/]) ?[0-9]{1,2} ?[-/] ?(?:[0-9]{4}|[0-9]{2})(?: ?[(][^0-9()]{2,12}[)])?)(?![0-9])';
/** So many different days of a file are looked at. */
const DAYS_MAX = 10_000;

const written = select({ text: c.text('d.text') });

/** All days of a file that are written with three numbers, each once. */
async function daysOf(ctx: AppContext, { id, columns, constants }: Import): Promise<string[]> {
  const places = [...columns.entries()].flatMap(([at, { field }]) => (field && DAY_FIELDS.has(field) ? [at] : []));
  const said = Object.entries(constants).flatMap(([field, text]) => (DAY_FIELDS.has(field) ? [text] : []));
  if (places.length === 0) return said;
  const rows = await readRows(
    ctx.em,
    written,
    `select $columns from (select distinct substring(r.cells->>p.at from ?) as text
       from import_rows r cross join unnest(?::int[]) as p (at) where r.import_id = ? limit ${DAYS_MAX}) d
      where d.text is not null`,
    [NUMBERS, places, id],
  );
  return [...said, ...rows.map(({ text }) => text)];
}

/**
 * What comes first in the days of a file: what somebody said, else what its rows with one reading give away. A file that
 * gives nothing away, or both, is asked.
 */
export async function decideDayOrder(ctx: AppContext, found: Import): Promise<void> {
  const orders = new Set((await daysOf(ctx, found)).map((text) => orderIn(readDay(text))));
  const given = (['dmy', 'mdy'] as const satisfies readonly DayOrder[]).filter((order) => orders.has(order));
  const [only] = given;
  found.dayOrder = found.toldDayOrder ?? (given.length === 1 && only ? only : null);
  found.questions = orders.has('either') && found.dayOrder === null ? ['dayOrder'] : [];
}
