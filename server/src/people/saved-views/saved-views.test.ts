import { SAVED_VIEWS_MAX } from '@quickfleet/shared/limits';
import type { SavedView } from '@quickfleet/shared/people/saved-views';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';

const world = useWorld();
const path = '/api/v1/saved-views';
const today = { list: 'orders', name: 'Today, unassigned', query: 'day=today&unassigned=true' };

describe('saved views', () => {
  it('J30 a view is kept for the person who saved it, replaced under its name, and nobody but them can remove it', async () => {
    const saved = ok<SavedView>(await world.dispatcher.post(path, today));
    expect(saved).toMatchObject(today);
    const again = ok<SavedView>(await world.dispatcher.post(path, { ...today, query: 'sort=planned' }));
    expect(again).toMatchObject({ id: saved.id, query: 'sort=planned' });
    expect(ok(await world.dispatcher.get(path))).toEqual({ data: [again] });
    expect(ok(await world.admin.get(path))).toEqual({ data: [] });
    expectError(await world.admin.delete(`${path}/${saved.id}`), 404);
    expect(await world.app.sql('select name, query from saved_views')).toEqual([
      { name: today.name, query: 'sort=planned' },
    ]);
    ok(await world.dispatcher.delete(`${path}/${saved.id}`));
    expect(await world.app.sql('select 1 from saved_views')).toEqual([]);
  });

  it('J30 one person keeps at most 20 views, even with two concurrent saves', async () => {
    for (let n = 1; n < SAVED_VIEWS_MAX; n++) ok(await world.admin.post(path, { ...today, name: `View ${n}` }));
    const answers = await Promise.all(['Last', 'Too many'].map((name) => world.admin.post(path, { ...today, name })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    if (!refused) throw new Error('none was refused');
    expect(expectError(refused, 409, 'TOO_MANY_SAVED_VIEWS').error).toBe(
      'You have 20 saved views, as many as there can be. Remove one first.',
    );
    expect(await world.app.sql('select count(*)::int as n from saved_views')).toEqual([{ n: SAVED_VIEWS_MAX }]);
    ok(await world.admin.post(path, { ...today, name: 'View 1', query: 'sort=total' }));
  });

  it('J30 a name of nothing and a query that is none are refused with the field', async () => {
    expectIssue(await world.dispatcher.post(path, { ...today, name: ' ' }), 'name', 'Name is required');
    for (const query of ['/admin/orders?q=x', 'a b', 7])
      expectIssue(
        await world.dispatcher.post(path, { ...today, query }),
        'query',
        'Must be the query of a list’s address',
      );
    expectIssue(
      await world.dispatcher.post(path, { ...today, query: 'q'.repeat(1001) }),
      'query',
      'At most 1000 characters',
    );
  });
});
