import { expect, it } from 'vitest';
import { expectIssue, useWorld } from '../support/contract.ts';
import { makeOrder, makeQuote, ok } from '../support/factories.ts';

const world = useWorld();
interface Page {
  data: { id: number }[];
}

const lists = [
  { name: 'orders', make: async () => (await makeOrder(world.app, world.dispatcher)).id },
  { name: 'quotes', make: async () => (await makeQuote(world.app)).id },
] as const;

it.each(lists)(
  'C62 $name read with afterId are there once each, whatever is created and removed during the reading',
  async ({ name, make }) => {
    const made = [await make(), await make(), await make(), await make()];
    const [removed = 0] = made;
    const read: number[] = [];
    for (let afterId = removed - 1, isOver = false; !isOver; afterId = read.at(-1) ?? 0) {
      const { data } = ok<Page>(await world.dispatcher.get(`/api/v1/${name}?afterId=${afterId}&limit=1&sort=newest`));
      read.push(...data.map(({ id }) => id));
      isOver = data.length === 0;
      if (read.length === 2) {
        ok(await world.admin.delete(`/api/v1/${name}/${removed}`));
        made.push(await make());
      }
    }
    expect(read).toEqual(made);
    expectIssue(await world.dispatcher.get(`/api/v1/${name}?afterId=x`), 'afterId', 'afterId must be the id of a row');
  },
);
