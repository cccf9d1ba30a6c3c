import { isStaff } from '@quickfleet/shared/roles';
import { type Language, languages } from '@quickfleet/shared/words/languages';
import { language } from '@quickfleet/shared/words/t';
import { c, readRow, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';

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
  if (given !== undefined) return given;
  const { key, user, isSystem } = ctx.caller;
  if (!key && !isSystem && !isStaff(user?.role)) return language();
  if (customerId === null || customerId === undefined) return null;
  const last = await readRow(
    ctx.em,
    spoken,
    `select $columns from (
       (select language, created_at from quotes where customer_id = ? order by created_at desc limit 1) union all
       (select language, created_at from orders where customer_id = ? order by created_at desc limit 1)
     ) last order by created_at desc limit 1`,
    [customerId, customerId],
  );
  return last?.language ?? null;
}
