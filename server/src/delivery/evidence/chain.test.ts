import { createHash } from 'node:crypto';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';

const DAY = 86_400_000;
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp({ HISTORY_RETENTION_DAYS: 400 });
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

interface Line {
  id: number;
  action: string;
  actor_id: number | null;
  actor_kind: string;
  actor_name: string;
  at: Date;
  occurred_at: Date | null;
  from_status: string | null;
  to_status: string | null;
  files: string[] | null;
  detail: string | null;
  detail_hash: string | null;
  detail_salt: string | null;
  data: string | null;
  data_hash: string | null;
  seq: number;
  prev: string;
  hash: string;
}
const linesOf = (id: number) =>
  app.sql<Line>(`select * from history where subject = 'order' and subject_id = ? order by seq`, id);
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
/** Names are given in their order, as docs/evidence.md says; nothing of ours is used. */
const hashOf = (order: number, line: Line): string =>
  sha256(
    JSON.stringify({
      action: line.action,
      actor: { id: line.actor_id, kind: line.actor_kind, name: line.actor_name },
      at: new Date(line.at).toISOString(),
      data: line.data_hash,
      detail: line.detail_hash,
      files: line.files ?? [],
      from: line.from_status,
      occurredAt: line.occurred_at ? new Date(line.occurred_at).toISOString() : null,
      order,
      prev: line.prev,
      seq: line.seq,
      to: line.to_status,
    }),
  );
const FIRST = '0'.repeat(64);
/** What is wrong with a chain; nothing, when it hangs together. */
const faultsOf = (order: number, lines: readonly Line[]): string[] =>
  lines.flatMap((line, at) => {
    const before = lines[at - 1];
    return [
      line.hash === hashOf(order, line) ? [] : [`hash of ${line.action}`],
      line.prev === (before?.hash ?? (line.seq === 1 ? FIRST : line.prev)) ? [] : [`link of ${line.action}`],
      before && line.seq !== before.seq + 1 ? [`place of ${line.action}`] : [],
      line.detail_salt && sha256(JSON.stringify({ salt: line.detail_salt, value: line.detail })) !== line.detail_hash
        ? [`detail of ${line.action}`]
        : [],
    ].flat();
  });

const TRICKY = 'Zoë "O’Neil" \\ 木村 /end 😀';
const RAW = `${TRICKY}\n\r\b\f\u0001\u001f\u007f\u2028\t\ufeff`;
/** As the release before writes it. */
const insert = (order: number, action: string, detail = 'before') =>
  app.sql(
    `insert into history (subject, subject_id, action, actor_kind, actor_name, detail, at) values ('order', ?, ?, 'system', 'QuickFleet', ?, now())`,
    order,
    action,
    detail,
  );
/** Delivered, with a photo and two signatures. */
async function deliver(): Promise<Order> {
  const order = await makeOrder(app, staff);
  const phone = await openOrder(app, order);
  const item = order.items[0]?.id;
  ok(await phone.form('POST', `/api/driver/pickup/${item}`, {}, [await photoFile('pickupImages')]));
  const sign = async (name: string) =>
    ok(
      await phone.form('POST', '/api/driver/signature', { orderId: String(order.id), customerName: name }, [
        await signatureFile(),
      ]),
    );
  await sign('Ann');
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  await sign(TRICKY);
  return order;
}

describe('the history of an order', () => {
  it('V05 cannot be changed or deleted by anybody: the database refuses', async () => {
    const { id } = await deliver();
    const [line] = await linesOf(id);
    for (const statement of [
      `update history set detail = 'other' where id = ${line?.id}`,
      `update history set at = now() where id = ${line?.id}`,
      `update history set hash = prev where id = ${line?.id}`,
      `update history set files = '[]' where id = ${line?.id}`,
      `update history set detail = null, actor_name = 'Nobody' where id = ${line?.id}`,
      `update history set seq = null where id = ${line?.id}`,
      `delete from history where id = ${line?.id}`,
      `delete from history where subject = 'quote'`,
      'truncate history',
    ])
      await expect(app.sql(statement), statement).rejects.toThrow('history is append-only');
    expect(faultsOf(id, await linesOf(id))).toEqual([]);
  });

  it('V06 is a chain: each line carries its place, the hash of the one before and its own, over whatever was typed', async () => {
    const { id } = await deliver();
    await insert(id, 'raw', RAW);
    const lines = await linesOf(id);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
    expect(lines.at(-1)?.detail).toBe(RAW);
    expect(lines[0]).toMatchObject({ action: 'order.created', prev: FIRST });
    expect(lines.find(({ action }) => action === 'signature.delivery.customer')?.detail).toContain('木村');
    expect(faultsOf(id, lines)).toEqual([]);
    const [chain] = await app.sql('select length, head from history_chains where order_id = ?', id);
    expect(chain).toEqual({ length: lines.length, head: lines.at(-1)?.hash });
  });

  it('V06 stays one chain when several people act at the same moment', async () => {
    const order = await makeOrder(app, staff);
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.as('dispatcher')));
    await Promise.all([
      ...people.map((each) => each.get(`/api/v1/orders/${order.id}`)),
      ...people.map((each, at) => each.put(`/api/v1/orders/${order.id}`, { driverNotes: `Note ${at}` })),
    ]);
    const lines = await linesOf(order.id);
    expect(lines.filter(({ action }) => action === 'order.code_viewed')).toHaveLength(6);
    expect(faultsOf(order.id, lines)).toEqual([]);
  });

  it('V07 holds photos and signatures by the SHA-256 of what is stored', async () => {
    const upload = ok<{ file: { url: string } }>(
      await staff.form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
    );
    const made = ok<Order>(
      await staff.post('/api/v1/orders', {
        customerName: 'Ada',
        customerEmail: 'ada@example.com',
        pickupAddress: 'a',
        deliveryAddress: 'b',
        items: [{ name: 'Vase', imageUrls: [upload.file.url] }],
      }),
    );
    const [created] = await linesOf(made.id);
    expect(created?.files).toEqual([sha256((await staff.get(upload.file.url)).rawPayload)]);

    const { id } = await deliver();
    const order = ok<Order>(await staff.get(`/api/v1/orders/${id}`));
    const urls = [order.items[0]?.pickupImageUrls[0], order.pickupSignature?.url, order.deliverySignature?.url];
    const served = await Promise.all(urls.map(async (url) => sha256((await staff.get(url ?? '')).rawPayload)));
    expect((await linesOf(id)).flatMap(({ files }) => files ?? [])).toEqual(served);
  });

  it('V08 from before the chain is linked with the next line, or by the sweep; the release before writes linked lines', async () => {
    await app.sql('alter table history disable trigger history_append');
    for (const order of [900_001, 900_002]) for (const action of ['one', 'two']) await insert(order, action);
    await app.sql('alter table history enable trigger history_append');
    await insert(900_001, 'three');
    expect((await linesOf(900_001)).map(({ action, seq }) => [action, seq])).toEqual([
      ['one', 1],
      ['two', 2],
      ['three', 3],
    ]);
    expect((await linesOf(900_002)).map(({ seq }) => seq)).toEqual([null, null]);
    await sweep(app.services);
    for (const order of [900_001, 900_002]) {
      const lines = await linesOf(order);
      expect(lines.at(-1)?.seq).toBe(lines.length);
      expect(faultsOf(order, lines)).toEqual([]);
    }
  });

  it('V09 loses its words when the customer is erased, keeps every hash, and says so', async () => {
    const admin = await app.as('admin');
    const order = await deliver();
    const before = await linesOf(order.id);
    ok(await admin.post(`/api/v1/customers/${order.customerId}/erase`, { email: order.customerEmail }));
    const after = await linesOf(order.id);
    expect(after.slice(0, -1).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
    expect(after.at(-1)).toMatchObject({ action: 'order.erased', actor_kind: 'user' });
    expect(after.map(({ detail, detail_salt, data }) => detail ?? detail_salt ?? data).filter(Boolean)).toEqual([]);
    // Without the random salt nobody can try names against the hash.
    expect(after.some(({ detail_hash }) => detail_hash !== null)).toBe(true);
    expect(faultsOf(order.id, after)).toEqual([]);
  });

  it('V09 loses its oldest lines alone at the end of their retention, and what is left hangs together', async () => {
    const { id } = await deliver();
    app.setClock(new Date(Date.now() + 300 * DAY));
    const later = await app.as('dispatcher');
    ok(await later.get(`/api/v1/orders/${id}`));
    const before = await linesOf(id);
    app.setClock(new Date(Date.now() + 401 * DAY));
    await sweep(app.services);
    app.setClock(undefined);
    const left = await linesOf(id);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(before.length);
    expect(left).toEqual(before.slice(-left.length));
    expect(faultsOf(id, left)).toEqual([]);
  });
});
