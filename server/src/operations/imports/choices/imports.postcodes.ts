import { c, readRows, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Import, StoredColumn } from '../import.entity.ts';
import { isCountry, isPostcodes, lostZerosIn } from '../kinds/lost-zeros.ts';

/** So many different postcodes of a column are looked at. */
const POSTCODES_MAX = 10_000;
/** The place of a cell that no row has; one before the first would count from the end. */
const NOWHERE = 1_000_000;

const written = select({ text: c.text('d.text'), country: c.text('d.country') });

/** Postcodes of a column with the countries that their rows name, each once. */
const postcodesOf = (ctx: AppContext, { id, columns }: Import, at: number) => {
  const country = columns.findIndex(({ name, field }) => field === columns[at]?.field && isCountry(name));
  return readRows(
    ctx.em,
    written,
    `select $columns from (select distinct coalesce(r.cells->>?::int, '') as text, coalesce(r.cells->>?::int, '') as country
       from import_rows r where r.import_id = ? limit ${POSTCODES_MAX}) d`,
    [at, country < 0 ? NOWHERE : country, id],
  );
};

/** Looks at all rows of a file, once, to say what becomes of its postcodes of four digits. */
export async function decidePostcodes(ctx: AppContext, found: Import): Promise<void> {
  const country = ctx.services.config.BUSINESS_COUNTRY;
  const decided: StoredColumn[] = [];
  for (const [at, { name, field }] of found.columns.entries()) {
    const isRead = field !== null && isPostcodes(name);
    const lostZeros = isRead ? lostZerosIn(country, await postcodesOf(ctx, found, at)) : undefined;
    decided.push(lostZeros ? { name, field, lostZeros } : { name, field });
  }
  found.columns = decided;
}
