import { isStaff } from '@quickfleet/shared/roles';
import { type Language, languages } from '@quickfleet/shared/words/languages';
import { language } from '@quickfleet/shared/words/t';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import { ReadAhead } from '../../db/transaction.ts';
import type { AppContext } from '../../http/context.ts';

const languagesAhead = new ReadAhead<Language | null>();
const spokenBy = select({ id: c.int('k.id'), language: c.oneOf(languages, 'last.language').nullable() });
const LAST = `(select language, created_at from quotes where customer_id = $id order by created_at desc limit 1) union all
       (select language, created_at from orders where customer_id = $id order by created_at desc limit 1)`;
/** The languages of many customers by one statement, for the calls of `languageFor` that follow. */
export async function readLanguagesAhead(ctx: AppContext, customerIds: readonly number[]): Promise<void> {
  const rows = await readRows(
    ctx.em,
    spokenBy,
    `select $columns from unnest(?::int[]) k(id) left join lateral (
       select language from (${LAST.replaceAll('$id', 'k.id')}) each order by created_at desc limit 1) last on true`,
    [[...customerIds]],
  );
  for (const { id, language: last } of rows) languagesAhead.give(ctx.em, id, last);
}

const spoken = select({ language: c.oneOf(languages, 'language').nullable() });

/**
 * The language of a new quote or order: what was said, else that of the page on which its customer asked for it. Staff
 * and programs ask in a customer's stead, who keeps the language of their last quote or order.
 */
export async function languageFor(
  ctx: AppContext,
  given: Language | null | undefined,
  customerId: number | null | undefined,
): Promise<Language | null> {
  if (given !== undefined) {
    if (customerId && languagesAhead.find(ctx.em, customerId) !== undefined)
      languagesAhead.give(ctx.em, customerId, given);
    return given;
  }
  const { key, user, isSystem } = ctx.caller;
  if (!key && !isSystem && !isStaff(user?.role)) return language();
  if (customerId === null || customerId === undefined) return null;
  const ahead = languagesAhead.find(ctx.em, customerId);
  if (ahead !== undefined) return ahead;
  const last = await readRow(
    ctx.em,
    spoken,
    `select $columns from (${LAST.replaceAll('$id', '?')}) last order by created_at desc limit 1`,
    [customerId, customerId],
  );
  return last?.language ?? null;
}
