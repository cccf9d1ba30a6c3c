import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN, photoUpload, useBrowser, useSite } from '../harness.ts';
import { type Fault, type Line, startLine } from './line.ts';
import { type CodedOrder, draw, makeOrder, type Phone, takePhone, untilKept } from './phone.ts';

const site = useSite();
const browser = useBrowser();
const PHONES = 3;
const DELIVERIES = 10;
/** Photo, sign, draw, save, move, photo, sign, draw, save; and two for a charge. */
const TAPS = 9 + 2;
const LONG = 600_000;
const faults: readonly Fault[] = ['pass', 'drop answer', 'pass', 'cut upload', 'pass', 'refuse', 'delay'];

interface Counts {
  taps: number;
  /** Taps in the moment in which the page moved, which take nothing and are made again. */
  again: number;
  kills: number;
}
/** A phone on a bad line, which counts its driver's taps and can end its tab without a goodbye. */
class BadPhone {
  readonly line: Line;
  readonly counts: Counts;
  readonly #phone: Phone;
  page: Page;

  constructor(line: Line, phone: Phone, counts: Counts) {
    this.line = line;
    this.#phone = phone;
    this.page = phone.page;
    this.counts = counts;
  }

  async kill(): Promise<void> {
    this.counts.kills++;
    const session = await this.#phone.context.newCDPSession(this.page);
    const crashed = this.page.waitForEvent('crash');
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    await this.page.close();
    this.page = await this.#phone.context.newPage();
    this.page.setDefaultTimeout(30_000);
    await this.page.goto(`${this.line.url}/driver`);
    await this.page.getByRole('heading', { name: 'Items Management' }).waitFor();
  }
  async open({ accessCode }: CodedOrder): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goto(`${this.line.url}/driver#code=${accessCode}`);
    await this.page.getByText(accessCode).waitFor();
    await untilKept(this);
  }
  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name }).first().click();
  }
  /** Presses until it answers. */
  async #pressFor<T>(name: string, answer: (wait: { timeout: number }) => Promise<T>): Promise<T> {
    for (;;) {
      const answered = answer({ timeout: 10_000 }).then(
        (given) => ({ given }),
        () => undefined,
      );
      await this.press(name);
      const found = await answered;
      if (found) return found.given;
      this.counts.again++;
    }
  }
  async photo(stage: 'pickup' | 'delivery', seed: number): Promise<void> {
    const chooser = await this.#pressFor(`Photo of the whole ${stage}`, (wait) =>
      this.page.waitForEvent('filechooser', wait),
    );
    await chooser.setFiles(await photoUpload(`${stage}-${seed}.jpg`, seed));
    await this.page.getByRole('button', { name: `Photo of the whole ${stage}, 1 taken` }).waitFor();
  }
  async sign(stage: 'Pickup' | 'Delivery'): Promise<void> {
    await this.#pressFor(`Get ${stage} Signature`, (wait) => this.page.getByRole('dialog').waitFor(wait));
    await draw(this.page);
    await this.press('Save Signature');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  async leave(): Promise<void> {
    // What the phone shows it has kept.
    const delivery = this.page.getByRole('button', { name: 'Photo of the whole delivery' });
    await this.#pressFor('Move to In Transit', (wait) => delivery.waitFor(wait));
  }
  async charge(): Promise<void> {
    const stop = this.page.getByRole('dialog').getByRole('button', { name: /^Extra stop/ });
    await this.#pressFor('Add a charge', (wait) => stop.waitFor(wait));
    await stop.click();
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

async function openPhone(counts: Counts): Promise<BadPhone> {
  const line = await startLine(site.url, (call, index) =>
    call.includes('/driver/access') ? 'pass' : (faults[index % faults.length] ?? 'pass'),
  );
  onTestFinished(() => line.close());
  const phone = await takePhone(browser, { url: line.url }, { expectErrors: [/./] });
  await phone.context.exposeBinding('countTap', () => {
    counts.taps++;
  });
  await phone.context.addInitScript(() => {
    addEventListener('pointerdown', () => Reflect.get(window, 'countTap')(), true);
  });
  return new BadPhone(line, phone, counts);
}

/** One order from its link to delivered; the tab dies after one of the steps, and the office interferes. */
async function deliver(phone: BadPhone, order: CodedOrder, n: number): Promise<void> {
  const office = await site.api(ADMIN);
  const isCancelled = n % 5 === 4;
  const steps: (() => Promise<void>)[] = [
    () => phone.photo('pickup', 2 * n),
    () => phone.sign('Pickup'),
    () => phone.leave(),
    () => phone.charge(),
    () => phone.photo('delivery', 2 * n + 1),
    () => phone.sign('Delivery'),
  ];
  await phone.open(order);
  for (const [at, step] of steps.entries()) {
    if (at === 3 && isCancelled) phone.line.down();
    await step();
    if (at === n % 7) await phone.kill();
    if (at === 2 && n % 5 === 1) await office.send('PUT', `/api/v1/orders/${order.id}`, { notes: `Ring twice, ${n}` });
  }
  if (!isCancelled) return;
  await office.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' });
  phone.line.up();
}

/** Everything of an order that is proof, in time or late. */
const proofOf = (order: CodedOrder) =>
  site.sql<{ status: string; photos: number; signatures: number; charges: number; rows: number }>(
    `select o.status,
       (select count(distinct url)::int from (
          select jsonb_array_elements_text(pickup_image_urls || delivery_image_urls) url from order_items where order_id = o.id
          union all select url from late_evidence where order_id = o.id and kind like '%photo') found) as photos,
       ((select count(*) from signatures where order_id = o.id)
          + (select count(*) from late_evidence where order_id = o.id and kind like '%signature'))::int as signatures,
       (select count(*)::int from charges where order_id = o.id) as charges,
       (select count(*)::int from proof_pieces where order_id = o.id and kind in ('photo', 'signature')) as rows
     from orders o where o.id = ?`,
    order.id,
  );

test(
  'P124 thirty deliveries with cuts, killed tabs and changes of the office: nothing is lost, nothing is double, 9 taps each',
  async () => {
    const office = await site.api(ADMIN);
    const linePresets = [{ label: 'Extra stop', unitPrice: '12.50', taxRate: '0', atStop: 'fixed' }];
    await office.send('PUT', '/api/v1/company', { quoting: { linePresets } });
    const counts: Counts = { taps: 0, again: 0, kills: 0 };
    const began = performance.now();
    const runs = await Promise.all(
      Array.from({ length: PHONES }, async (_, which) => {
        const phone = await openPhone(counts);
        const orders: CodedOrder[] = [];
        for (let n = 0; n < DELIVERIES; n++) {
          const order = await makeOrder(site, { deliveryContact: { name: 'Rosa Receiver' } });
          orders.push(order);
          await deliver(phone, order, which * DELIVERIES + n);
        }
        const tapped = counts.taps;
        await expect.poll(() => phone.page.getByTestId('waiting').count(), { timeout: 240_000, interval: 250 }).toBe(0);
        return { orders, tapped, line: phone.line };
      }),
    );
    const all = runs.flatMap(({ orders }) => orders);
    const cuts = runs.reduce((sum, { line }) => sum + line.cuts(), 0);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(
      `${all.length} deliveries: ${cuts} cuts, ${counts.kills} killed tabs, ${counts.taps} taps and ${counts.again} again, ${seconds} s`,
    );
    const found = (await Promise.all(all.map(proofOf))).flat();
    expect(found).toEqual(
      all.map((_, n) => ({
        status: n % 5 === 4 ? 'cancelled' : 'delivered',
        photos: 2,
        signatures: 2,
        charges: 1,
        rows: 4,
      })),
    );
    expect(counts.taps - counts.again).toBe(all.length * TAPS);
    expect(cuts).toBeGreaterThan(all.length);
    expect(counts.kills).toBeGreaterThan(20);
  },
  LONG,
);
