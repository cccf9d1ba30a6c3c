import { SAVED_VIEWS_MAX } from '@quickfleet/shared/limits';
import { type SavedView, type SaveView, savedViewLists } from '@quickfleet/shared/people/saved-views';
import { t } from '@quickfleet/shared/words/t';
import { c, readRow, readRows, run, select } from '../../db/rows.ts';
import { requireUser } from '../../http/caller/authorize.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';

const columns = select({
  id: c.int('id'),
  list: c.oneOf(savedViewLists, 'list'),
  name: c.text('name'),
  query: c.text('query'),
  createdAt: c.time('created_at'),
});

/** One's own views of all lists, by name. */
export const findSavedViews = (ctx: AppContext): Promise<SavedView[]> =>
  readRows(ctx.em, columns, 'select $columns from saved_views where user_id = ? order by lower(name), id', [
    requireUser(ctx).id,
  ]);

/**
 * Keeps a view under its name; one that has the name already is replaced.
 *
 * @throws 409 TOO_MANY_SAVED_VIEWS
 */
export async function saveView(ctx: AppContext, { list, name, query: filters }: SaveView): Promise<SavedView> {
  const owner = requireUser(ctx).id;
  // Two tabs that save together are counted one after the other.
  await run(ctx.em, 'select 1 from users where id = ? for update', [owner]);
  const others = await run(ctx.em, 'select 1 from saved_views where user_id = ? and not (list = ? and name = ?)', [
    owner,
    list,
    name,
  ]);
  if (others >= SAVED_VIEWS_MAX)
    throw conflict(
      'TOO_MANY_SAVED_VIEWS',
      t('You have {count} saved views, as many as there can be. Remove one first.', { count: SAVED_VIEWS_MAX }),
    );
  const view = await readRow(
    ctx.em,
    columns,
    `insert into saved_views (user_id, list, name, query, created_at) values (?, ?, ?, ?, ?)
     on conflict (user_id, list, name) do update set query = excluded.query returning $columns`,
    [owner, list, name, filters, now(ctx)],
  );
  if (!view) throw notFound('Saved view');
  return view;
}

/** Only one's own. Rejects with 404. */
export async function deleteSavedView(ctx: AppContext, id: number): Promise<void> {
  const gone = await run(ctx.em, 'delete from saved_views where id = ? and user_id = ? returning id', [
    id,
    requireUser(ctx).id,
  ]);
  if (gone === 0) throw notFound('Saved view');
}

/** Removes an erased person from all views: their number and any search for their words. */
export async function forgetInSavedViews(
  ctx: AppContext,
  customer: { id: number; name: string; email: string; phone?: string | null; company?: string | null },
): Promise<void> {
  const views = await readRows(ctx.em, columns, 'select $columns from saved_views');
  const { name, email, phone, company } = customer;
  const words = [name, email, phone, company].flatMap((word) => (word ? [word.toLowerCase()] : []));
  const isAbout = ({ name: title, query: filters }: { name: string; query: string }) => {
    const params = new URLSearchParams(filters);
    const text = `${title}\n${[...params.values()].join('\n')}`.toLowerCase();
    return params.get('customerId') === String(customer.id) || words.some((word) => text.includes(word));
  };
  const ids = views.filter(isAbout).map(({ id }) => id);
  if (ids.length > 0) await run(ctx.em, 'delete from saved_views where id = any(?)', [ids]);
}
