import { sign } from 'node:crypto';
import { checkPack, type PackReport } from '@quickfleet/shared/delivery/evidence/check-pack';
import type { KeyDocument, PackManifest } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { webCrypto } from '@quickfleet/shared/delivery/evidence/pack-crypto';
import { readEntries, startOf } from '@quickfleet/shared/delivery/evidence/pack-zip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { ok } from '../../../test/support/factories.ts';
import {
  askIndependently,
  chance,
  checkIndependently,
  deliverForPack,
  hasPython,
  inNode,
  inPython,
  jsonBytes,
  jsonIn,
  none,
  partsOf,
  withPart,
  zipOf,
} from '../../../test/support/packs.ts';
import { signingPair } from './signing-keys.service.ts';

let app: TestApp;
let staff: Client;
let pack: Buffer;
let known: KeyDocument;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
  const { id } = await deliverForPack(app, staff);
  pack = (await staff.get(`/api/v1/orders/${id}/evidence.zip`)).rawPayload;
  known = ok(await app.client().get('/.well-known/quickfleet-keys.json'));
});
afterAll(() => app.close());

const check = (changed: Buffer): Promise<PackReport> =>
  checkPack(new Blob([new Uint8Array(changed)]), { crypto: webCrypto, keys: known });

describe('where a pack differs', () => {
  it('V24 names the first byte that differs, wherever one was flipped', async () => {
    const entries = await readEntries(new Blob([new Uint8Array(pack)]));
    const directory = pack.length - 22 - pack.readUInt32LE(pack.length - 10);
    const random = chance(7);
    const next = (below: number) => Math.floor((random.next().value ?? 0) * below);
    const places = [
      // Of each header the parts that say something, of each content a byte anywhere, and of the directory all kinds.
      ...entries.flatMap(({ name, offset, size }) => [
        ...[0, 5, 14, 18, 26, 30, 29 + name.length].map((at) => offset + at),
        offset + 30 + name.length + next(size),
      ]),
      ...Array.from({ length: 40 }, () => directory + next(pack.length - directory)),
      pack.length - 1,
    ];
    const said = [];
    for (const at of places) {
      const copy = Buffer.from(pack);
      copy[at] = (copy[at] ?? 0) ^ (1 << next(8));
      const { problem } = await check(copy);
      said.push({ at, from: problem?.bytes?.from, to: problem?.bytes?.to, sentence: problem?.sentence });
    }
    expect(said.filter(({ at, from, to }) => from !== at || to !== at)).toEqual([]);
  });

  it('V24 names four bytes to the byte and more by their block, to strangers’ checkers too', async (test) => {
    const parts = await partsOf(pack);
    const manifest = jsonIn<PackManifest>(parts, 'manifest.json');
    const photo = manifest.files.find(({ kind }) => kind === 'photo')?.name ?? '';
    const original = parts.find(({ name }) => name === photo)?.bytes ?? Buffer.alloc(0);
    expect(original.length).toBeGreaterThan(6000);
    const start = startOf(
      (await readEntries(new Blob([new Uint8Array(zipOf(parts))]))).find(({ name }) => name === photo) ?? none,
    );
    const overwritten = (at: number, length: number) => {
      const copy = Buffer.from(original);
      for (let place = at; place < at + length; place++) copy[place] = (copy[place] ?? 0) ^ 0x5a;
      return copy;
    };
    const words = (name: string, change: (text: string) => string) =>
      zipOf(
        withPart(parts, name, Buffer.from(change(parts.find((part) => part.name === name)?.bytes.toString() ?? ''))),
      );
    const line = parts.find(({ name }) => name === 'timeline.json')?.bytes.indexOf('Ann Sender') ?? 0;
    // Somebody who knows the format: each check sum of the ZIP fits.
    const changes: [changed: Buffer, name: string, from: number, to: number][] = [
      [zipOf(withPart(parts, photo, overwritten(4093, 1))), photo, 4093, 4093],
      [zipOf(withPart(parts, photo, overwritten(4100, 4))), photo, 4100, 4103],
      [zipOf(withPart(parts, photo, overwritten(5, 40))), photo, 0, 4095],
      [zipOf(withPart(parts, photo, original.subarray(0, 4096))), photo, 4096, 4096],
      [
        zipOf(withPart(parts, photo, Buffer.concat([original, Buffer.from('more')]))),
        photo,
        original.length,
        original.length,
      ],
      [words('timeline.json', (text) => text.replace('Ann Sender', 'Ann Fender')), 'timeline.json', line + 4, line + 4],
    ];
    for (const [changed, name, from, to] of changes) {
      const { problem } = await check(changed);
      const isByte = to - from < 4;
      expect(problem?.where).toBe(name);
      expect(problem?.sentence).toContain(
        isByte ? `is byte ${from} of ${name}` : `is among bytes ${from} to ${to} of ${name}`,
      );
      if (name === photo) expect(problem?.bytes).toEqual({ from: start + from, to: start + (isByte ? from : to) });
    }
    // Bytes put into a photo, or taken out of it, by somebody who does not.
    const within = start + 5000;
    for (const copy of [
      Buffer.concat([pack.subarray(0, within), Buffer.from('seven b'), pack.subarray(within)]),
      Buffer.concat([pack.subarray(0, within), pack.subarray(within + 9)]),
    ]) {
      const { problem } = await check(copy);
      expect(problem?.sentence).toContain(`${photo} is `);
      expect([problem?.bytes?.from, problem?.bytes?.to]).toEqual([start + 4096, expect.any(Number)]);
    }
    const packs = changes.map(([changed]) => changed);
    const expected = changes.map(
      ([, name, from, to]) => `content of ${name}, ${to - from < 4 ? `byte ${from}` : `bytes ${from} to ${to}`}`,
    );
    expect(await askIndependently(packs, known, inNode)).toEqual(expected);
    if (!(await hasPython())) test.skip('python3 with the package cryptography is not here');
    expect(await askIndependently(packs, known, inPython)).toEqual(expected);
  });

  it('V24 a pack of before there were blocks is verified as ever, and a flipped byte in it is named', async () => {
    const parts = await partsOf(pack);
    const manifest = jsonIn<PackManifest>(parts, 'manifest.json');
    const old = jsonBytes({ ...manifest, files: manifest.files.map(({ blocks: _, ...file }) => file) });
    const { privateKey } = await signingPair(app.services.orm.em.fork(), app.services.secrets, new Date());
    const older = zipOf(withPart(withPart(parts, 'manifest.json', old), 'manifest.sig', sign(null, old, privateKey)));
    expect(await check(older)).toMatchObject({ isIntact: true, key: 'known' });
    expect(await checkIndependently(older, known)).toBe('OK');
    older[9000] = (older[9000] ?? 0) ^ 4;
    expect((await check(older)).problem).toMatchObject({ what: 'file_changed', bytes: { from: 9000, to: 9000 } });
  });
});
