import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { ok, orderBody, quoteBody } from '../support/factories.ts';

const world = useWorld();
interface Row {
  id: number;
  updatedAt: string;
}
interface Page {
  data: Row[];
  nextCursor: string | null;
  total: number;
  page: number;
}
const customerBody = (more = {}) => ({ name: 'Ada', email: `${crypto.randomUUID()}@example.com`, ...more });
const lists = [
  { path: 'quotes', body: quoteBody, change: { notes: 'changed' } },
  { path: 'orders', body: orderBody, change: { notes: 'changed' } },
  { path: 'customers', body: customerBody, change: { company: 'changed' } },
] as const;

let key: Client;
beforeAll(async () => {
  key = await world.program(
    'quotes:read',
    'quotes:write',
    'orders:read',
    'orders:write',
    'customers:read',
    'customers:write',
  );
});
const pageOf = async (path: string, query: string) => ok<Page>(await key.get(`/api/v1/${path}?${query}`));
const idsOf = ({ data }: Page) => data.map(({ id }) => id);
/** Every row of a list, by its cursors. */
async function walk(
  path: string,
  query: string,
  between: (read: number[]) => Promise<unknown> = async () => undefined,
) {
  const read: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await pageOf(path, `${query}${cursor ? `&cursor=${cursor}` : ''}`);
    read.push(...idsOf(page));
    cursor = page.nextCursor;
    await between(read);
  }
  return read;
}

describe.each(lists)('a copy of the $path', ({ path, body, change }) => {
  const make = async (more = {}) => ok<Row>(await key.post(`/api/v1/${path}`, body(more)));
  const touch = (id: number) => key.put(`/api/v1/${path}/${id}`, change);

  it('C71 updatedSince answers what changed, oldest first, and the newest time that came is where the next call begins', async () => {
    const before = new Date(Date.now() - 1).toISOString();
    const [first, second, third] = [await make(), await make(), await make()];
    ok(await touch(first.id));
    const page = await pageOf(path, `updatedSince=${before}&sort=newest`);
    expect(idsOf(page).slice(-3)).toEqual([second.id, third.id, first.id]);
    const times = page.data.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual(times.toSorted());
    const newest = times.at(-1) ?? '';
    // What changed at that very moment comes again, and nothing older.
    expect(idsOf(await pageOf(path, `updatedSince=${newest}`))).toEqual([first.id]);
    ok(await touch(second.id));
    expect(idsOf(await pageOf(path, `updatedSince=${newest}`))).toEqual([first.id, second.id]);
    expect(idsOf(await pageOf(path, 'sort=updated')).slice(0, 2)).toEqual([second.id, first.id]);
    expectError(await key.get(`/api/v1/${path}?updatedSince=yesterday`), 400, 'VALIDATION_FAILED');
  });

  it('C71 a change that commits late is in the next answer: nothing newer is answered before it', async () => {
    const [slow, quick] = [await make(), await make()];
    const known = (await pageOf(path, 'sort=updated&limit=1')).data[0]?.updatedAt ?? '';
    const em = world.app.services.orm.em.fork();
    await em.begin();
    await em.execute(`update ${path} set version = version + 1 where id = ?`, [slow.id]);
    ok(await touch(quick.id));
    const early = await pageOf(path, `updatedSince=${known}`);
    expect(early.data.filter(({ updatedAt }) => updatedAt > known)).toEqual([]);
    await em.commit();
    const late = await pageOf(path, `updatedSince=${early.data.at(-1)?.updatedAt ?? known}`);
    expect(idsOf(late).filter((id) => id === slow.id || id === quick.id)).toEqual([slow.id, quick.id]);
  });

  it('C71 a client that pages while sixteen writers write ends with every row as it is', async () => {
    const begin = new Date().toISOString();
    const made = await Promise.all(Array.from({ length: 16 }, () => make()));
    let isOver = false;
    const writing = Promise.all(
      made.map(async ({ id }) => {
        for (let round = 0; round < 3; round++) ok(await touch(id));
      }),
    ).then(() => {
      isOver = true;
    });
    const copy = new Map<number, string>();
    let since = begin;
    const round = async () => {
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Page = await pageOf(path, `updatedSince=${since}&limit=5${cursor ? `&cursor=${cursor}` : ''}`);
        for (const { id, updatedAt } of page.data) copy.set(id, updatedAt);
        cursor = page.nextCursor;
      }
      since = [...copy.values()].toSorted().at(-1) ?? since;
    };
    while (!isOver) await round();
    await writing;
    await round();
    const present = await pageOf(path, `ids=${made.map(({ id }) => id).join(',')}`);
    for (const { id, updatedAt } of present.data) expect(copy.get(id)).toBe(updatedAt);
  });

  it('C72 a cursor gives each row once, while rows are added, changed and removed', async () => {
    const made = [await make(), await make(), await make(), await make(), await make()];
    const removed = made[2]?.id ?? 0;
    const news: number[] = [];
    const read = await walk(path, 'limit=2', async (so) => {
      if (so.length !== 2) return;
      news.push((await make()).id);
      ok(await touch(made[1]?.id ?? 0));
      ok(await world.admin.delete(`/api/v1/${path}/${removed}`));
    });
    const expected = made.map(({ id }) => id).toReversed();
    expect(read.slice(0, 4)).toEqual(expected.filter((id) => id !== removed));
    expect(new Set(read).size).toBe(read.length);
    expect(read).not.toContain(news[0]);
  });

  it('C72 in every order the pages of a cursor are the list itself', async () => {
    const whole = async (query: string) => idsOf(await pageOf(path, `limit=100&${query}`));
    const known = {
      quotes: ['newest', 'oldest', 'price', 'updated', 'due', 'seen'],
      orders: ['newest', 'oldest', 'total', 'updated', 'planned'],
      customers: ['newest', 'oldest', 'name', 'updated'],
    };
    if (path === 'orders')
      for (const more of [
        { quotePrice: '5' },
        { quotePrice: '5' },
        { deliveryDate: new Date().toISOString().slice(0, 10) },
      ])
        await make(more);
    if (path === 'quotes') {
      await world.app.sql(`update quotes set last_viewed_at = now(), price = 5 where id % 3 = 0`);
      await world.app.sql(`update quotes set due_at = null where id % 4 = 0`);
    }
    for (const query of [...known[path].map((sort) => `sort=${sort}`), 'q=ada', 'updatedSince=2020-01-01T00:00:00Z'])
      expect(await walk(path, `limit=3&${query}`), query).toEqual(await whole(query));
  });

  it('C72 a cursor of another order, of no list and with a page is refused', async () => {
    const { nextCursor } = await pageOf(path, 'limit=1');
    const refused = async (query: string, code = 'BAD_CURSOR') =>
      expectError(await key.get(`/api/v1/${path}?${query}`), 400, code);
    await refused(`cursor=${nextCursor}&sort=oldest`);
    await refused('cursor=x');
    await refused(`cursor=${Buffer.from('["newest","2026-01-01",1,1]').toString('base64url')}`);
    await refused(`cursor=${nextCursor}&page=2`, 'VALIDATION_FAILED');
    const answer = await key.get(`/api/v1/${path}?limit=1&cursor=${nextCursor}`);
    expect(answer.headers['link']).toMatch(new RegExp(`^</api/v1/${path}\\?limit=1&cursor=[\\w-]+>; rel="next"$`));
    expect(answer.json().page).toBe(2);
  });

  it('C73 ids answers these rows on one page, up to a hundred', async () => {
    const made = [await make(), await make(), await make()].map(({ id }) => id);
    expect(idsOf(await pageOf(path, `limit=1&ids=${made.join(',')},2147483647`))).toEqual(made.toReversed());
    const many = Array.from({ length: 101 }, (_, at) => at + 1).join(',');
    for (const ids of [many, '0', 'x', '1,', '9999999999'])
      expectError(await key.get(`/api/v1/${path}?ids=${ids}`), 400, 'VALIDATION_FAILED');
  });
});
