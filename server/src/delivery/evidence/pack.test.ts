import { execFile } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { canonicalJson } from '@quickfleet/shared/base/canonical-json';
import { checkPack, type PackReport } from '@quickfleet/shared/delivery/evidence/check-pack';
import type { KeyDocument, PackManifest } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { webCrypto } from '@quickfleet/shared/delivery/evidence/pack-crypto';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { ok } from '../../../test/support/factories.ts';
import {
  askIndependently,
  checkIndependently,
  deliverForPack,
  hasPython,
  inPython,
  jsonBytes,
  jsonIn,
  partsOf,
  type Timeline,
  withPart,
  withRows,
  zipOf,
} from '../../../test/support/packs.ts';
import { rotateKey } from './signing-keys.service.ts';

const run = promisify(execFile);
const TESTS = resolve(import.meta.dirname, '../../../test');
let app: TestApp;
let staff: Client;
let folder: string;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
  folder = await mkdtemp(join(tmpdir(), 'quickfleet-pack-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const deliver = () => deliverForPack(app, staff);
const packOf = async ({ id }: { id: number }): Promise<Buffer> => {
  const answer = await staff.get(`/api/v1/orders/${id}/evidence.zip`);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};
const keys = async (): Promise<KeyDocument> => ok(await app.client().get('/.well-known/quickfleet-keys.json'));
const check = async (pack: Buffer, known?: KeyDocument): Promise<PackReport> =>
  checkPack(new Blob([new Uint8Array(pack)]), { crypto: webCrypto, keys: known });

describe('the keys of the company', () => {
  it('V10 are public, and a new one keeps the old ones for what they have signed', async () => {
    const order = await deliver();
    const old = await packOf(order);
    const [first, ...none] = (await keys()).keys;
    expect([first?.kty, first?.crv, first?.retired, none]).toEqual(['OKP', 'Ed25519', null, []]);
    expect(JSON.stringify(first)).not.toContain('"d"');
    await rotateKey(app.services.orm.em.fork(), app.services.secrets, new Date());
    const both = await keys();
    expect(both.keys.map(({ kid, retired }) => [kid === first?.kid, retired === null])).toEqual([
      [false, true],
      [true, false],
    ]);
    const fresh = await packOf(order);
    for (const pack of [old, fresh]) expect(await check(pack, both)).toMatchObject({ isIntact: true, key: 'known' });
    expect(await app.sql('select count(*)::int as n from signing_keys where sealed is not null')).toEqual([{ n: 1 }]);
    const sealed = await app.sql<{ sealed: string }>('select sealed from signing_keys where sealed is not null');
    expect(Buffer.from(sealed[0]?.sealed ?? '', 'base64').toString('latin1')).not.toContain('PRIVATE');
  });
});

describe('an evidence pack', () => {
  it('V11 holds the paper, every original, the history and a signed list, and a stranger’s checker agrees', async () => {
    const order = await deliver();
    const pack = await packOf(order);
    const parts = await partsOf(pack);
    const manifest = jsonIn<PackManifest>(parts, 'manifest.json');
    expect(manifest.files.map(({ kind }) => kind)).toEqual([
      'paper',
      ...Array(4).fill('photo'),
      'signature',
      'signature',
      'timeline',
    ]);
    expect(manifest).toMatchObject({
      order: { id: order.id, trackingNumber: order.trackingNumber },
      chain: { first: 1, before: '0'.repeat(64) },
      absent: [],
    });
    const read = ok<Order>(await staff.get(`/api/v1/orders/${order.id}`));
    const served = (await staff.get(read.items[0]?.deliveryImageUrls[0] ?? '')).rawPayload;
    expect(parts.some(({ bytes }) => bytes.equals(served))).toBe(true);
    expect(parts[0]?.bytes.subarray(0, 5).toString()).toBe('%PDF-');

    const report = await check(pack, await keys());
    expect(report).toMatchObject({ isIntact: true, key: 'known', problem: undefined, erasedLines: 0 });
    expect(report.lines).toBe(manifest.chain.length);
    expect(await checkIndependently(pack, await keys())).toBe('OK');
  });

  it('V12 is judged the same in another language', async (test) => {
    test.skip(!(await hasPython()), 'python3 with the package cryptography is not here');
    const parts = await partsOf(await packOf(await deliver()));
    const pack = zipOf(parts);
    const flipped = pack.map((byte, at) => (at === 5000 ? byte ^ 1 : byte));
    const short = withRows(parts, (rows) => rows.slice(1));
    const [first, ...rest] = await askIndependently([pack, Buffer.from(flipped), short], await keys(), inPython);
    expect(first).toBe('OK');
    expect(rest).toHaveLength(2);
    expect(rest).not.toContain('OK');
  });

  it('V12 names what was done by somebody who knows the format', async () => {
    const parts = await partsOf(await packOf(await deliver()));
    const known = await keys();
    const manifest = jsonIn<PackManifest>(parts, 'manifest.json');
    const photos = manifest.files.filter(({ kind }) => kind === 'photo').map(({ name }) => name);
    const [one = '', other = ''] = photos;
    const bytesOf = (name: string) => parts.find((part) => part.name === name)?.bytes ?? Buffer.alloc(0);
    const flipped = Buffer.from(bytesOf(one));
    flipped[100] = (flipped[100] ?? 0) ^ 1;
    const forger = generateKeyPairSync('ed25519').privateKey;
    const forgery = Buffer.from(sign(null, bytesOf('manifest.json'), forger));
    const later = jsonBytes({ ...manifest, created: '2030-01-01T00:00:00.000Z' });
    const last = manifest.chain.length;
    const said: [what: string, where: string, pack: Buffer][] = [
      ['file_changed', one, zipOf(withPart(parts, one, flipped))],
      ['file_swapped', one, zipOf(withPart(withPart(parts, one, bytesOf(other)), other, bytesOf(one)))],
      ['file_missing', one, zipOf(parts.filter(({ name }) => name !== one))],
      ['file_added', 'files/more.jpg', zipOf([...parts, { name: 'files/more.jpg', bytes: flipped }])],
      ['line_missing', 'line 3', withRows(parts, (rows) => rows.filter(({ line }) => line.seq !== 3))],
      ['line_missing', `line ${last}`, withRows(parts, (rows) => rows.slice(0, -1))],
      ['lines_reordered', 'line 3', withRows(parts, (rows) => rows.toSpliced(1, 2, ...rows.slice(1, 3).reverse()))],
      [
        'line_changed',
        'line 2',
        withRows(parts, (rows) =>
          rows.map((row) =>
            row.line.seq === 2 ? { ...row, line: { ...row.line, at: '2020-01-01T00:00:00.000Z' } } : row,
          ),
        ),
      ],
      [
        'words_changed',
        'line ',
        withRows(parts, (rows) =>
          rows.map((row) => (row.detail ? { ...row, detail: { ...row.detail, value: 'Another person' } } : row)),
        ),
      ],
      ['signature_forged', 'manifest.sig', zipOf(withPart(parts, 'manifest.sig', forgery))],
      ['signature_forged', 'manifest.sig', zipOf(withPart(parts, 'manifest.json', later))],
      ['no_pack', 'byte 0', Buffer.concat([Buffer.from('x'), zipOf(parts)])],
      ['zip_changed', 'byte ', zipOf([parts[1], parts[0], ...parts.slice(2)].filter((part) => part !== undefined))],
    ];
    for (const [what, where, pack] of said) {
      const { problem, isIntact } = await check(pack, known);
      expect([isIntact, problem?.what], `${what} ${where}`).toEqual([false, what]);
      expect(`${problem?.where} ${problem?.sentence}`.toLowerCase(), what).toContain(where);
      expect(await checkIndependently(pack, known), what).not.toBe('OK');
    }
  });

  it('V12 signed with another’s key is said to be another’s, and without the company’s keys nobody is named', async () => {
    const parts = await partsOf(await packOf(await deliver()));
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { x = '' } = publicKey.export({ format: 'jwk' });
    const kid = Buffer.from(
      await crypto.subtle.digest('SHA-256', Buffer.from(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x }))),
    ).toString('base64url');
    const manifest = jsonBytes({
      ...jsonIn<PackManifest>(parts, 'manifest.json'),
      key: { kty: 'OKP', crv: 'Ed25519', kid, x },
    });
    const forged = zipOf(
      withPart(withPart(parts, 'manifest.json', manifest), 'manifest.sig', sign(null, manifest, privateKey)),
    );
    expect(await check(forged, await keys())).toMatchObject({ isIntact: false, problem: { what: 'key_unknown' } });
    expect(await checkIndependently(forged, await keys())).toBe('unknown key');
    expect(await check(zipOf(parts))).toMatchObject({ isIntact: false, key: 'not_compared', problem: undefined });
  });

  it('V12 npm run verify says the same, with the keys in a file and without a database', async () => {
    const pack = await packOf(await deliver());
    const place = await mkdtemp(join(folder, 'verify-'));
    const at = (name: string) => join(place, name);
    await writeFile(at('keys.json'), JSON.stringify(await keys()));
    await writeFile(at('pack.zip'), pack);
    const changed = Buffer.from(pack);
    changed[pack.length - 30] = (changed[pack.length - 30] ?? 0) ^ 1;
    await writeFile(at('changed.zip'), changed);
    const verify = (...words: string[]) =>
      run(process.execPath, [join(TESTS, '../../scripts/verify.ts'), ...words], { cwd: place }).then(
        ({ stdout }) => [0, stdout],
        (error: { code: number; stdout: string; stderr: string }) => [error.code, error.stdout || error.stderr],
      );
    expect(await verify('pack.zip', '--keys', 'keys.json')).toEqual([0, expect.stringContaining('INTACT: order QF')]);
    const [code, said] = await verify('changed.zip', '--keys', 'keys.json');
    expect([code, said]).toEqual([1, expect.stringContaining(`DIFFERS at byte ${pack.length - 30}`)]);
    expect(await verify('keys.json', '--keys', 'keys.json')).toEqual([1, expect.stringContaining('no evidence pack')]);
    expect((await verify())[0]).toBe(1);
  });

  it('V13 says what was erased or is lost, and can still be verified', async () => {
    const admin = await app.as('admin');
    const order = await deliver();
    ok(await admin.post(`/api/v1/customers/${order.customerId}/erase`, { email: order.customerEmail }));
    const pack = await packOf(order);
    const manifest = jsonIn<PackManifest>(await partsOf(pack), 'manifest.json');
    expect(manifest.absent.map(({ reason }) => reason)).toEqual(Array(6).fill('erased'));
    expect(pack.toString('latin1')).not.toContain('Ann Sender');
    const report = await check(pack, await keys());
    expect(report).toMatchObject({ isIntact: true, problem: undefined });
    expect(report.erasedLines).toBeGreaterThan(1);
    expect(report.manifest?.absent).toEqual(manifest.absent);
    const { rows } = jsonIn<Timeline>(await partsOf(pack), 'timeline.json');
    expect(rows.map(({ line }) => line.action)).toContain('order.erased');
    const gone = rows.find(({ line }) => line.action === 'signature.pickup.customer');
    expect([gone?.line.detail, gone?.line.files.length, gone?.detail]).toEqual([expect.any(String), 1, undefined]);
    expect(await checkIndependently(pack, await keys())).toBe('OK');

    const other = await deliver();
    const read = ok<Order>(await staff.get(`/api/v1/orders/${other.id}`));
    await app.services.files.remove(read.items[0]?.pickupImageUrls[0]?.replace('/files/', '') ?? '');
    const short = await packOf(other);
    expect(jsonIn<PackManifest>(await partsOf(short), 'manifest.json').absent).toMatchObject([{ reason: 'missing' }]);
    expect(await checkIndependently(short, await keys())).toBe('OK');
  });

  it('V13 brings in what was stored before files were hashed', async () => {
    const order = await deliver();
    await app.sql('alter table history disable trigger user');
    await app.sql(
      `update history set files = null, seq = null, hash = null where subject_id = ? and subject = 'order'`,
      order.id,
    );
    await app.sql('delete from history_chains where order_id = ?', order.id);
    await app.sql('alter table history enable trigger user');
    await app.sql('update stored_files set sha256 = null');
    const pack = await packOf(order);
    const { rows } = jsonIn<Timeline>(await partsOf(pack), 'timeline.json');
    expect(rows.at(-1)?.line).toMatchObject({ action: 'evidence.sealed', actor: { kind: 'system' } });
    expect(rows.at(-1)?.line.files).toHaveLength(6);
    expect(await checkIndependently(pack, await keys())).toBe('OK');
    expect(jsonIn<Timeline>(await partsOf(await packOf(order)), 'timeline.json').rows).toHaveLength(rows.length);
  });
});
