import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Export } from '@quickfleet/shared/operations/full-exports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import {
  makeOrder,
  makePaidQuote,
  ok,
  quoteBody,
  recurringBody,
  signatureFile,
} from '../../../test/support/factories.ts';
import { checkIndependently, deliverForPack } from '../../../test/support/packs.ts';
import { connectTo } from '../../db/embedded/installation.ts';
import { readKeys } from '../../delivery/evidence/signing-keys.service.ts';
import { sweep } from '../../jobs/sweep.ts';
import { exportKind } from '../../process/heavy/kinds.ts';
import { exportFile } from './exports.folder.ts';
import { makeExport } from './exports.make.ts';
import { importEverything } from './import.service.ts';
import { kinds } from './kinds.ts';
import { FILE_LIST, kindPath, type Manifest } from './manifest.ts';
import { ZipReader } from './zip-reader.ts';

let from: TestApp;
let admin: Client;
let folder: string;
beforeAll(async () => {
  from = await createTestApp();
  admin = await from.as('admin');
  await work();
  folder = await mkdtemp(join(tmpdir(), 'quickfleet-transfer-'));
});
afterAll(async () => {
  await from.close();
  await rm(folder, { recursive: true, force: true });
});

let open: Order;
let delivered: Order;
/** Something of everything that a company does. */
async function work(): Promise<void> {
  const dispatcher = await from.as('dispatcher');
  const driver = await from.as('driver');
  ok(await admin.post('/api/v1/email-templates/initialize'));
  const { file } = ok<{ file: { url: string } }>(
    await admin.form('POST', '/api/v1/upload', {}, [await signatureFile()]),
  );
  ok(
    await admin.put('/api/v1/company', {
      quoting: { terms: 'Waiting is free for 15 minutes.' },
      look: { logoUrl: file.url },
    }),
  );
  delivered = await deliverForPack(from, dispatcher);
  open = await makeOrder(from, dispatcher, { driverId: driver.userId });
  const paid = await makePaidQuote(from, dispatcher);
  ok(await dispatcher.post(`/api/v1/quotes/${paid.id}/convert-to-order`));
  ok(await dispatcher.post('/api/v1/quotes', quoteBody({ externalId: 'S-1', metadata: { shop: 'Café \u2028 "x"' } })));
  ok(await dispatcher.post('/api/v1/recurring-orders', recurringBody()));
  ok(await dispatcher.post(`/api/v1/office-notes/order/${open.id}`, { text: 'Call first' }));
  ok(await dispatcher.post('/api/v1/incidents', { orderId: delivered.id, kind: 'damaged', description: 'Broken' }));
  ok(await admin.post('/api/v1/webhooks', { url: 'https://hooks.example.com/x', events: ['*'] }));
  ok(await admin.post('/api/v1/api-keys', { name: 'Shop', scopes: ['orders:read'] }));
  // Signed with the key that is the old one there.
  await admin.get(`/api/v1/orders/${delivered.id}/evidence.zip`);
  await from.sql(`update emails set status = 'queued' where id = (select min(id) from emails)`);
}

/** Does what the queue would do, and takes the file. */
async function exportAll(app: TestApp, who: Client): Promise<{ made: Export; file: string }> {
  const { id } = ok<Export>(await who.post('/api/v1/exports'));
  await makeExport(app.services, { id });
  const made = ok<Export>(await who.get(`/api/v1/exports/${id}`));
  expect(made).toMatchObject({ state: 'ready', error: null });
  const answer = await who.get(`/api/v1/exports/${id}/download`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/zip');
  expect(answer.rawPayload).toHaveLength(made.size ?? 0);
  const file = join(folder, `${Math.random().toString(16).slice(2)}.zip`);
  await writeFile(file, answer.rawPayload);
  return { made, file };
}

async function manifestOf(file: string): Promise<Manifest> {
  const zip = await ZipReader.open(file);
  const chunks: Buffer[] = [];
  for await (const chunk of zip.read('manifest.json')) chunks.push(chunk);
  zip.close();
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** A ZIP file of these entries. */
async function zipOf(entries: Record<string, Buffer | string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream);
}

async function importInto(app: TestApp, file: string, adminPassword?: string) {
  const client = await connectTo({ connectionString: app.databaseUrl });
  try {
    const { secrets, files } = app.services;
    return await importEverything(file, { client, secrets, files, adminPassword });
  } finally {
    await client.end();
  }
}

describe('export of everything', () => {
  it('C94 C95 comes into an empty installation as the same state, by the hash of every kind', {
    timeout: 120_000,
  }, async () => {
    const { made, file } = await exportAll(from, admin);
    expect(made.rows).toBeGreaterThan(100);
    expect(made.files).toBe(14);
    expect(made.missingFiles).toBe(0);
    const bytes = await readFile(file, 'latin1');
    expect(bytes).not.toContain('argon2id');

    const to = await createTestApp();
    try {
      const { admin: found, state } = await importInto(to, file);
      const first = await manifestOf(file);
      expect(state.map(({ name, sha256 }) => [name, sha256])).toEqual(
        first.kinds.map(({ name, sha256 }) => [name, sha256]),
      );
      expect(await to.sql('select count(*)::int as n from orders')).toEqual(
        await from.sql('select count(*)::int as n from orders'),
      );

      // Without a call, which would be a line of history.
      const [{ id = 0 } = {}] = await to.sql<{ id: number }>(
        `insert into exports (state, created_at, expires_at) values ('waiting', now(), now() + interval '1 day') returning id`,
      );
      await makeExport(to.services, { id });
      const again = await manifestOf(exportFile(to.services.config, id));
      expect(again.kinds).toEqual(first.kinds);
      expect(again.files).toEqual(first.files);
      expect(again.numbers).toEqual(first.numbers);

      // Somebody can sign in with the password that was made, and sees the photos; no other password works.
      const there = to.client();
      ok(await there.post('/api/login', { username: found?.username, password: found?.password }));
      const [photo] = await to.sql<{ key: string }>('select key from stored_files order by key limit 1');
      expect((await there.get(`/files/${photo?.key}`)).statusCode).toBe(200);
      const { look } = ok<{ look: { logoUrl: string } }>(await there.get('/api/v1/company'));
      expect((await there.get(look.logoUrl)).statusCode, 'the logo').toBe(200);
      expectError(await to.client().post('/api/login', { username: 'dispatcher-2', password: found?.password }), 401);
      // Codes are new, webhooks wait, and the next row has a number of its own.
      const codeOf = async (who: Client) => ok<Order>(await who.get(`/api/v1/orders/${open.id}`)).accessCode;
      expect(await codeOf(there)).toMatch(/^[A-Z0-9]{10}$/);
      expect(await codeOf(there)).not.toBe(await codeOf(admin));
      expect(await to.sql('select is_active from webhooks')).toEqual([{ is_active: false }]);
      expect(await to.sql(`select count(*)::int as n from emails where status = 'queued'`)).toEqual([{ n: 0 }]);
      const pack = (await there.get(`/api/v1/orders/${delivered.id}/evidence.zip`)).rawPayload;
      const keys = await readKeys(to.services.orm.em.fork());
      expect(keys.keys).toHaveLength(2);
      expect(await checkIndependently(pack, keys)).toBe('OK');
      const next = ok<{ id: number }>(await there.post('/api/v1/quotes', quoteBody()));
      expect(next.id).toBeGreaterThan(Math.max(first.numbers['quotes'] ?? 0, 1));
      expect(ok<{ orders: { total: number } }>(await there.get('/api/v1/stats'))).toBeDefined();
    } finally {
      await to.close();
    }
  });

  it('C522 gives every quote a new link, and the first admin the password of ADMIN_PASSWORD', async () => {
    const { file } = await exportAll(from, admin);
    const to = await createTestApp();
    try {
      const { admin: found } = await importInto(to, file, 'a-good-password-7');
      expect(found).toEqual({ username: expect.any(String), password: undefined });
      const there = to.client();
      ok(await there.post('/api/login', { username: found?.username, password: 'a-good-password-7' }));
      const { data } = ok<{ data: { id: number; customerUrl: string | null }[] }>(await there.get('/api/v1/quotes'));
      expect(data.length).toBeGreaterThan(2);
      const links = await Promise.all(
        data.map(
          async ({ id }) => ok<{ customerUrl: string | null }>(await there.get(`/api/v1/quotes/${id}`)).customerUrl,
        ),
      );
      for (const link of links) {
        const token = new URL(link ?? '').pathname.split('/').at(-1);
        expect((await to.client().get(`/api/v1/q/${token}`)).statusCode, `${link}`).toBe(200);
      }
    } finally {
      await to.close();
    }
  });

  it('C96 is for admins and keys with the scope; one at a time; each download is noted', async () => {
    const key = async (scopes: string[], more: object = {}) =>
      from.client({
        key: ok<{ key: string }>(await admin.post('/api/v1/api-keys', { name: 'k', scopes, ...more })).key,
      });
    expectError(await from.client().post('/api/v1/exports'), 401);
    expectError(await (await from.as('dispatcher')).post('/api/v1/exports'), 403);
    expectError(await (await key(['orders:read', 'imports:write'])).post('/api/v1/exports'), 403);
    const keyed = await key(['exports:write']);
    const { id } = ok<Export>(await keyed.post('/api/v1/exports'));
    expectError(await admin.post('/api/v1/exports'), 409, 'EXPORT_RUNNING');
    expectError(await admin.get(`/api/v1/exports/${id}/download`), 409, 'EXPORT_NOT_READY');
    await makeExport(from.services, { id });
    expect((await keyed.get(`/api/v1/exports/${id}/download`)).statusCode).toBe(200);
    expect(
      await from.sql(`select action from history where subject = 'export' and subject_id = ? order by id`, id),
    ).toEqual([{ action: 'export.created' }, { action: 'export.downloaded' }]);
    ok(await admin.delete(`/api/v1/exports/${id}`));
    expectError(await admin.get(`/api/v1/exports/${id}`), 404, 'EXPORT_NOT_FOUND');
    await expect(readFile(exportFile(from.services.config, id))).rejects.toThrow('ENOENT');
  });

  it('C559 that takes more than one may ends with a sentence, and the next one is made', async () => {
    const { entries } = exportKind.limits;
    exportKind.limits.entries = 3;
    const { id } = ok<Export>(await admin.post('/api/v1/exports'));
    await makeExport(from.services, { id });
    exportKind.limits.entries = entries;
    expect(ok<Export>(await admin.get(`/api/v1/exports/${id}`))).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('more time, memory or room'),
    });
    const left = await readdir(dirname(exportFile(from.services.config, id)));
    expect(left.filter((name) => name.includes(`-${id}.`))).toEqual([]);
    const { made } = await exportAll(from, admin);
    ok(await admin.delete(`/api/v1/exports/${made.id}`));
    ok(await admin.delete(`/api/v1/exports/${id}`));
  });

  it('C97 is removed when its days are over, and when somebody is erased', async () => {
    const { made } = await exportAll(from, admin);
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(3 * 86_400_000);
    await from.sql('update exports set expires_at = now() where id = ?', made.id);
    expectError(await admin.get(`/api/v1/exports/${made.id}/download`), 404);
    await sweep(from.services);
    expect(await from.sql('select 1 from exports where id = ?', made.id)).toEqual([]);
    await expect(readFile(exportFile(from.services.config, made.id))).rejects.toThrow('ENOENT');

    const next = await exportAll(from, admin);
    const { id } = ok<{ id: number }>(
      await admin.post('/api/v1/customers', { name: 'Gone Person', email: 'gone@example.com' }),
    );
    ok(await admin.post(`/api/v1/customers/${id}/erase`, { email: 'gone@example.com' }));
    expectError(await admin.get(`/api/v1/exports/${next.made.id}/download`), 404);
    await sweep(from.services);
    await expect(readFile(exportFile(from.services.config, next.made.id))).rejects.toThrow('ENOENT');
  });

  it('C98 refuses an installation that is not empty, and every file that is not as it was written', {
    timeout: 120_000,
  }, async () => {
    const { file } = await exportAll(from, admin);
    await expect(importInto(from, file)).rejects.toThrow(
      /This installation is not empty: it has \d+ customers, .* and more\. Import into an empty one/,
    );
    const whole = await readFile(file);
    const to = await createTestApp();
    try {
      const broken = join(folder, 'broken.zip');
      const refuse = async (bytes: Buffer, reason: RegExp) => {
        await writeFile(broken, bytes);
        await expect(importInto(to, broken)).rejects.toThrow(reason);
      };
      await refuse(whole.subarray(0, whole.length - 4000), /cannot be imported/);
      await refuse(Buffer.from('no zip'), /cannot be imported/);
      // Where the bytes of an entry begin: behind its header, which ends with the name and an extra part of this length.
      const beginOf = (path: string) => {
        let name = whole.indexOf(path);
        // The end of a longer name has no header before it.
        while (whole.readUInt32LE(name - 30) !== 0x04034b50) name = whole.indexOf(path, name + 1);
        return name + path.length + whole.readUInt16LE(name - 2);
      };
      const photo = /files\/[\w/]+\.jpg/.exec(whole.toString('latin1'))?.[0] ?? '';
      // The first byte says of which type the block is; the others are its content.
      for (const path of ['customers', 'orders', 'quotes', 'history'].map(kindPath).concat(FILE_LIST, photo))
        for (const [at, byte] of [
          [0, 7],
          [12, 255],
          [40, 255],
        ] as const) {
          const bytes = Buffer.from(whole);
          const place = beginOf(path) + at;
          bytes.writeUInt8(bytes.readUInt8(place) ^ byte, place);
          await refuse(bytes, /cannot be imported/);
        }
      const renamed = Buffer.from(
        whole.toString('latin1').replaceAll('data/orders.jsonl', '../../orders.json'),
        'latin1',
      );
      await refuse(renamed, /cannot be imported/);
      const manifest = await manifestOf(file);
      const withManifest = (changed: object, more: Record<string, Buffer | string> = {}) =>
        zipOf({ 'manifest.json': JSON.stringify({ ...manifest, ...changed }), ...more });
      // Eight megabytes of nothing in a few kilobytes.
      await refuse(
        await withManifest({}, { 'data/orders.jsonl': Buffer.alloc(8 * 1024 * 1024) }),
        /data\/orders\.jsonl unpacks to far more than it says/,
      );
      await refuse(await zipOf({ 'manifest.json': Buffer.alloc(900_000, 32) }), /its manifest is no JSON/);
      await refuse(
        await withManifest({ schema: 'Migration20991231_later' }),
        /made by QuickFleet .* with other tables than those of this release/,
      );
      await refuse(await withManifest({ kinds: manifest.kinds.slice(1) }), /is missing/);
      await refuse(await withManifest({}, { 'data/users_secret.jsonl': '{}' }), /is no part of an export/);
      for (const table of Object.keys(kinds).filter((name) => !kinds[name]?.isSeeded))
        expect(await to.sql(`select count(*)::int as n from ${table}`), table).toEqual([{ n: 0 }]);
    } finally {
      await to.close();
    }
  });
});
