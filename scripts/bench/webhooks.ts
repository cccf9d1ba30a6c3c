import { setTimeout as pause } from 'node:timers/promises';
import { connectTo } from '../../server/src/db/embedded/installation.ts';
import { type Company, type CompanyOptions, PASSWORD, startOurs } from './company.ts';
import { median } from './load.ts';
import { launch } from './processes.ts';
import { signIn } from './sign-in.ts';

const ORDERS = 300;
const AT_ONCE = 4;
const GOAL = 1.3;

interface Cost {
  /** Milliseconds of CPU for one order: of the process that serves people, and of PostgreSQL. */
  web: number;
  postgres: number;
}
type Client = Awaited<ReturnType<typeof connectTo>>;
const count = async (client: Client, sql: string): Promise<number> => Number((await client.query(sql)).rows[0]?.n ?? 0);

const WAITING = `select count(*)::int as n from webhook_deliveries d join webhooks w on w.id = d.webhook_id
  where w.is_active and w.url like '%/takes/%' and d.state = 'pending'`;
const UNPLACED = 'select count(*)::int as n from events where position is null';

/** Makes orders of a new customer each, and waits until those who take their events have them. */
async function makeOrders({ url, cookie }: Company, client: Client): Promise<void> {
  let left = ORDERS;
  const make = async () => {
    while (left-- > 0) {
      const answer = await fetch(`${url}/api/v1/orders`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({
          customerName: 'Ada Webhook',
          customerEmail: 'webhook@quickfleet.example',
          pickupAddress: '1 Depot Road\n24103 Kiel',
          deliveryAddress: `${left} Long Street\n24105 Kiel`,
          items: [{ name: 'Box', quantity: 1, value: '10' }],
          quotePrice: '25',
        }),
      });
      if (!answer.ok) throw new Error(`An order was answered with ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, make));
  while ((await count(client, WAITING)) > 0) await pause(50);
}

async function costOf(company: Company, client: Client): Promise<Cost> {
  const { ours } = company;
  const before = { web: (await ours.usage()).cpu, postgres: await ours.ask<number>('postgresCpu') };
  await makeOrders(company, client);
  const after = { web: (await ours.usage()).cpu, postgres: await ours.ask<number>('postgresCpu') };
  return { web: (after.web - before.web) / 1000 / ORDERS, postgres: (after.postgres - before.postgres) / ORDERS };
}

/** Four endpoints, of which two fail, switched on or off. */
async function subscribe({ url, cookie }: Company, receiver: string): Promise<(isActive: boolean) => Promise<void>> {
  const call = async (method: string, path: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1/webhooks${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} /webhooks${path} was answered with ${answer.status}`);
    return (await answer.json()) as { id: number };
  };
  const hooks: { id: number }[] = [];
  for (const place of ['takes/1', 'takes/2', 'fails/3', 'fails/4'])
    hooks.push(await call('POST', '', { url: `${receiver}/${place}`, events: ['*'] }));
  return async (isActive) => {
    for (const { id } of hooks) await call('PUT', `/${id}`, { isActive });
  };
}

/** What an order costs with four endpoints of which two fail, and without: in turn, in CPU of server and PostgreSQL. */
export async function printWebhooks(options: CompanyOptions, rounds: number): Promise<void> {
  const receiver = await launch<{ url: string }>('receiver.ts', {});
  const company = await startOurs(options);
  const client = await connectTo({ connectionString: company.ours.ready.databaseUrl });
  try {
    await client.query(`update users set role = 'admin' where username = 'bench'`);
    await client.query('delete from webhooks');
    // The session of an admin: the role that it began with has changed.
    const admin = { ...company, ...(await signIn(company.url, 'bench', PASSWORD)) };
    const setActive = await subscribe(admin, receiver.ready.url);
    const costs: Record<'with' | 'without', Cost[]> = { with: [], without: [] };
    await makeOrders(admin, client);
    for (let round = 0; round < rounds; round++)
      for (const side of round % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        await setActive(side === 'with');
        // What the last round left is placed, and belongs to it.
        while ((await count(client, UNPLACED)) > 0) await pause(50);
        costs[side].push(await costOf(admin, client));
      }
    const of = (side: 'with' | 'without', key: keyof Cost) => median(costs[side].map((cost) => cost[key]));
    const { taken, refused } = await receiver.ask<{ taken: number; refused: number }>('asked');
    const sum = (side: 'with' | 'without') => of(side, 'web') + of(side, 'postgres');
    for (const side of ['without', 'with'] as const)
      console.log(
        `an order ${side} four endpoints, CPU: ${of(side, 'web').toFixed(2)} ms of the server, ${of(side, 'postgres').toFixed(2)} ms of PostgreSQL`,
      );
    const times = (key: keyof Cost) => (of('with', key) / of('without', key)).toFixed(2);
    console.log(
      `${(sum('with') / sum('without')).toFixed(2)} times (goal: ${GOAL}): server ${times('web')}, PostgreSQL ${times('postgres')}; ${taken} events taken, ${refused} refused`,
    );
  } finally {
    await client.query('delete from webhooks').catch(() => undefined);
    await client.end();
    await company.ours.stop();
    await receiver.stop();
  }
}
