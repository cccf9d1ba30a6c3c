import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { canonicalJson, type Json } from '@quickfleet/shared/base/canonical-json';
import type { KeyDocument, TimelineRow } from '@quickfleet/shared/delivery/evidence/evidence-format';
import {
  contentOf,
  directoryOf,
  localHeader,
  type PackEntry,
  readEntries,
} from '@quickfleet/shared/delivery/evidence/pack-zip';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Client, TestApp } from './app.ts';
import { makeOrder, ok, openOrder, photoFile, signatureFile } from './factories.ts';

// Evidence packs, taken apart and put together by somebody who knows their format.

const run = promisify(execFile);

/** An order with photos and signatures of both stops. */
export async function deliverForPack(app: TestApp, staff: Client): Promise<Order> {
  const order = await makeOrder(app, staff);
  const phone = await openOrder(app, order);
  const item = order.items[0]?.id;
  const photos = async (field: string) => [await photoFile(field), await photoFile(field)];
  ok(await phone.form('POST', `/api/driver/pickup/${item}`, {}, await photos('pickupImages')));
  const sign = async (name: string) =>
    ok(
      await phone.form('POST', '/api/driver/signature', { orderId: String(order.id), customerName: name }, [
        await signatureFile(),
      ]),
    );
  await sign('Ann Sender');
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  ok(await phone.form('POST', `/api/driver/delivery/${item}`, {}, await photos('deliveryImages')));
  await sign('Bo "木村" Receiver');
  return order;
}
/** What a checker says of each pack that knows nothing of us: OK, or what is wrong. */
export async function askIndependently(packs: readonly Buffer[], known: KeyDocument, command: readonly string[]) {
  const [program = '', script = ''] = command;
  const place = await mkdtemp(join(tmpdir(), 'quickfleet-asked-'));
  await writeFile(join(place, 'keys.json'), JSON.stringify(known));
  const paths: string[] = [];
  for (const [at, pack] of packs.entries()) {
    const path = join(place, `${at}.zip`);
    await writeFile(path, pack);
    paths.push(path);
  }
  const { stdout } = await run(program, [script, join(place, 'keys.json'), ...paths]);
  await rm(place, { recursive: true });
  return stdout.trim().split('\n');
}
export const inNode = [process.execPath, join(import.meta.dirname, 'counterparts/independent-checker.mjs')];
export const inPython = ['python3', join(import.meta.dirname, 'counterparts/independent_checker.py')];
export const hasPython = () =>
  run('python3', ['-c', 'import cryptography']).then(
    () => true,
    () => false,
  );
export const checkIndependently = async (pack: Buffer, known: KeyDocument): Promise<string | undefined> =>
  (await askIndependently([pack], known, inNode))[0];

export interface Part {
  name: string;
  bytes: Buffer;
}
export async function partsOf(pack: Buffer): Promise<Part[]> {
  const blob = new Blob([new Uint8Array(pack)]);
  const parts: Part[] = [];
  for (const entry of await readEntries(blob))
    parts.push({ name: entry.name, bytes: Buffer.from(await contentOf(blob, entry)) });
  return parts;
}
/** A ZIP without a fault, whatever is in it: a forger knows the format too. */
export function zipOf(parts: readonly Part[]): Buffer {
  const entries: PackEntry[] = [];
  const chunks: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of parts) {
    const entry = { name, size: bytes.length, crc: crc32(bytes), offset };
    const head = localHeader(entry);
    entries.push(entry);
    chunks.push(head, bytes);
    offset += head.length + bytes.length;
  }
  return Buffer.concat([...chunks, directoryOf(entries, offset)]);
}
export const none: PackEntry = { name: '', crc: 0, size: 0, offset: 0 };
export const jsonIn = <T>(parts: readonly Part[], name: string): T =>
  JSON.parse(parts.find((part) => part.name === name)?.bytes.toString() ?? '');
export const withPart = (parts: readonly Part[], name: string, bytes: Buffer): Part[] =>
  parts.map((part) => (part.name === name ? { name, bytes } : part));
export const jsonBytes = (value: unknown) => Buffer.from(canonicalJson(value as Json));
export interface Timeline {
  rows: TimelineRow[];
}
export const withRows = (parts: readonly Part[], change: (rows: TimelineRow[]) => TimelineRow[]): Buffer => {
  const timeline = jsonIn<Timeline>(parts, 'timeline.json');
  return zipOf(withPart(parts, 'timeline.json', jsonBytes({ ...timeline, rows: change(timeline.rows) })));
};

/** Numbers that look like chance and are the same in every run. */
export function* chance(seed: number): Generator<number> {
  for (let state = seed; ; state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) yield state / 2 ** 32;
}
