import sharp from 'sharp';
import type { ReportTime } from '../../server/bench/reports.ts';
import { type Company, type CompanyOptions, PASSWORD, startOurs } from './company.ts';
import { type SignedIn, signIn } from './sign-in.ts';

const LIVES = 15;
const ROUNDS = 6;
const GOAL_MS = 50;

const drawn = () =>
  sharp({ create: { width: 450, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="450" height="200"><path d="M20 60L420 90" stroke="#000" stroke-width="3"/></svg>',
        ),
      },
    ])
    .png()
    .toBuffer();

/** The life of orders: made, given to a driver, collected and delivered with a signature. */
async function live({ url, cookie }: SignedIn, driver: SignedIn, driverId: number, count: number): Promise<void> {
  const write = async (method: string, path: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
    const said: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(said)}`);
    return said as { id: number };
  };
  const png = await drawn();
  const sign = async (orderId: number, kind: string) => {
    const form = new FormData();
    form.set('customerName', 'Ada Life');
    form.set('orderId', String(orderId));
    form.set('kind', kind);
    form.set('signature', new File([new Uint8Array(png)], 'signature.png', { type: 'image/png' }));
    const answer = await fetch(`${url}/api/driver/signature`, {
      method: 'POST',
      headers: { cookie: driver.cookie },
      body: form,
    });
    if (!answer.ok) throw new Error(`a signature was answered with ${answer.status}: ${await answer.text()}`);
  };
  for (let turn = 0; turn < count; turn++) {
    const { id } = await write('POST', '/orders', {
      customerName: 'Ada Life',
      customerEmail: 'life@quickfleet.example',
      pickupAddress: '1 Depot Road\n24103 Kiel',
      deliveryAddress: `${turn} Long Street\n24105 Kiel`,
      items: [{ name: 'Box', quantity: 1, value: '10' }],
      quotePrice: '25',
    });
    await write('POST', `/orders/${id}/assign`, { driverId });
    await sign(id, 'pickup');
    await write('PUT', `/orders/${id}/status`, { status: 'in_transit' });
    await sign(id, 'delivery');
  }
}

/** What the notes for reports cost in an order's life: with and without them in turn, in CPU of server and PostgreSQL. */
async function printLives(company: Company, driverId: number): Promise<void> {
  const { ours } = company;
  const driver = await signIn(company.url, 'bench-driver', PASSWORD);
  const spent = { enable: 0, disable: 0 };
  const cpu = async () => (await ours.usage()).cpu / 1000 + (await ours.ask<number>('postgresCpu'));
  await live(company, driver, driverId, LIVES);
  for (let round = 0; round < ROUNDS; round++)
    for (const state of round % 2 ? (['enable', 'disable'] as const) : (['disable', 'enable'] as const)) {
      await ours.ask(`${state}Notes`);
      const before = await cpu();
      await live(company, driver, driverId, LIVES);
      spent[state] += (await cpu()) - before;
    }
  await ours.ask('enableNotes');
  await ours.ask('notesMs');
  const at = performance.now();
  await live(company, driver, driverId, LIVES * ROUNDS);
  const lived = performance.now() - at;
  const noted = await ours.ask<number>('notesMs');
  const each = (ms: number) => (ms / LIVES / ROUNDS).toFixed(2);
  console.log(
    `\nan order's life, CPU of server and PostgreSQL: ${each(spent.disable)} ms without the notes for reports, ${each(spent.enable)} ms with them, ${((spent.enable / spent.disable - 1) * 100).toFixed(1)} % more (goal: 3 %)`,
  );
  console.log(
    `their functions took ${each(noted)} of the ${each(lived)} ms that a life took by the clock, ${((noted / lived) * 100).toFixed(2)} %`,
  );
}

/** Every report over a year at each size, by PostgreSQL's CPU; and what counting days costs an order's life. */
export async function printReports(
  sizes: readonly number[],
  optionsFor: (orders: number) => CompanyOptions,
): Promise<void> {
  const bySize = new Map<number, readonly ReportTime[]>();
  for (const orders of sizes) {
    const company = await startOurs({ ...optionsFor(orders), isOfReports: true });
    const { ours } = company;
    try {
      const { days, msOfDay, driverId } = await ours.ask<{ days: number; msOfDay: number; driverId: number }>(
        'prepareReports',
      );
      console.log(
        `${orders.toLocaleString('en-US')} orders: ${days} days counted${days ? `, ${msOfDay.toFixed(0)} ms each` : ''}`,
      );
      const times = await ours.ask<ReportTime[]>('timeReports');
      bySize.set(orders, times);
      for (const { name, cpuMs, ms } of times)
        console.log(
          `  ${name.padEnd(14)}${cpuMs.toFixed(1).padStart(8)} ms of PostgreSQL, ${ms.toFixed(1)} ms by the clock`,
        );
      if (orders === sizes[0]) await printLives(company, driverId);
    } finally {
      await ours.stop();
    }
  }
  const [least, most] = [sizes[0] ?? 0, sizes.at(-1) ?? 0];
  const cells = (name: string, orders: number) => {
    const time = bySize.get(orders)?.find((one) => one.name === name);
    return `${time?.cpuMs.toFixed(1)} / ${time?.ms.toFixed(1)}`.padStart(28);
  };
  const title = sizes.map((orders) => `${orders.toLocaleString('en-US')}: CPU / clock, ms`.padStart(28)).join('');
  console.log(`\n${'a report over a year'.padEnd(22)}${title}${sizes.length > 1 ? '   growth' : ''}`);
  for (const { name, cpuMs } of bySize.get(most) ?? []) {
    const first = bySize.get(least)?.find((one) => one.name === name)?.cpuMs ?? 0;
    const grown = sizes.length > 1 ? (cpuMs / first).toFixed(2).padStart(9) : '';
    console.log(
      `${name.padEnd(22)}${sizes.map((orders) => cells(name, orders)).join('')}${grown}${cpuMs > GOAL_MS ? `   above ${GOAL_MS} ms` : ''}`,
    );
  }
}
