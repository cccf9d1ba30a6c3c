import { createHash } from 'node:crypto';
import { type DayOrder, dayOrders } from '@quickfleet/shared/base/time/written-days';
import { z } from 'zod';
import { c, readRow, run, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';
import { wordOf } from '../columns/imports.words.ts';
import type { Import } from '../import.entity.ts';

/** The same for files with the same heads, in whatever order. */
const keyOf = ({ columns }: Pick<Import, 'columns'>): string =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ name }) => wordOf(name)).toSorted()))
    .digest('hex');

interface Layout {
  dayOrder: DayOrder | null;
  constants: Record<string, string>;
}
const layout = select({
  dayOrder: c.oneOf(dayOrders, 'l.day_order').nullable(),
  constants: c.json(z.record(z.string(), z.string()), 'l.constants'),
});

/** What somebody said of files with these heads before. */
export async function recallLayout(ctx: AppContext, found: Pick<Import, 'kind' | 'columns'>): Promise<Layout> {
  const row = await readRow(ctx.em, layout, 'select $columns from import_layouts l where l.kind = ? and l.heads = ?', [
    found.kind,
    keyOf(found),
  ]);
  return row ?? { dayOrder: null, constants: {} };
}

/** A day is that of one file; a bare time is that of each. */
const isOfOneFile = ([field, text]: [string, string]) =>
  ['deliveryDate', 'speedDate'].includes(field) || (/^(?:pickup|delivery)(?:From|To)$/.test(field) && text.length > 8);

/** Remembers what was said of a file, for the next one with its heads. */
export async function rememberLayout(ctx: AppContext, found: Import): Promise<void> {
  const constants = Object.fromEntries(Object.entries(found.constants).filter((one) => !isOfOneFile(one)));
  await run(
    ctx.em,
    `insert into import_layouts (kind, heads, day_order, constants) values (?, ?, ?, ?)
      on conflict (kind, heads) do update set day_order = excluded.day_order, constants = excluded.constants`,
    [found.kind, keyOf(found), found.toldDayOrder, JSON.stringify(constants)],
  );
}
