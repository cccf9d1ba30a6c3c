import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Services } from '../http/context.ts';
import { print } from '../process/log-output.ts';
import { type Demo, seedDemo } from './demo.ts';
import { fillCompany } from './fill.ts';

const NOTE = 'demo.json';

/**
 * Fills an empty database with the demo company once, and with `orders` more when they are asked for; refuses one that
 * somebody works in. Answers the lines of the start box.
 */
export async function prepareDemo(services: Services, orders = 0): Promise<readonly string[]> {
  const note = join(resolve(services.config.DATA_DIR), NOTE);
  const known = await readFile(note, 'utf8').catch(() => undefined);
  let demo: (Demo & { orders?: number }) | undefined = known ? JSON.parse(known) : undefined;
  if (!demo) {
    const [row] = await services.orm.em
      .fork()
      .execute<{ used: boolean }[]>(
        'select (select count(*) from users) > 1 or exists (select 1 from quotes) or exists (select 1 from orders) as used',
      );
    if (row?.used)
      throw new Error(
        'this database is in use; the demo only fills an empty one. Choose another DATA_DIR or DATABASE_URL.',
      );
    print('Making the demo company: sixty days of quotes, deliveries, photos and signatures …');
    demo = await seedDemo(services);
    await writeFile(note, JSON.stringify(demo), { mode: 0o600 });
  }
  if (orders > 0 && !demo.orders) {
    print(`Adding ${orders.toLocaleString('en-US')} orders of two years …`);
    await fillCompany(services.orm.em.fork(), services.clock(), { orders });
    demo.orders = orders;
    await writeFile(note, JSON.stringify(demo), { mode: 0o600 });
  }
  const { password, accessCode, trackingNumber } = demo;
  return [
    `Demo company  all sign in with the password ${password}`,
    `              ${services.config.ADMIN_PASSWORD ? '' : `${services.config.ADMIN_USERNAME} (admin), `}dispatcher, and the drivers marta, jonas, aisha, diego`,
    `Access code   ${accessCode} opens an order at /driver`,
    `Tracking      ${trackingNumber} is on its way, see /track/${trackingNumber}`,
  ];
}
