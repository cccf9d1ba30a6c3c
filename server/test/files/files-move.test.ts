import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadedFile } from '@quickfleet/shared/company/uploads';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { createDiskStore } from '../../src/files/files.ts';
import { openFileStore, openStores } from '../../src/files/files-pair.ts';
import { moveFiles } from '../../src/files/uploads/move-files.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { startBucket, type TestBucket } from '../support/counterparts/s3.ts';
import { ok, photoFile } from '../support/factories.ts';
import { runCommand } from '../support/operator.ts';

let bucket: TestBucket;
let app: TestApp;
let dir: string;
let environment: Record<string, string>;
beforeAll(async () => {
  bucket = await startBucket();
  const { FILES_STORE: _store, ...reach } = bucket.settings;
  app = await createTestApp({ ...reach });
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-move-'));
  environment = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.services.config.DATA_DIR,
    SESSION_SECRET: 'test-secret-test-secret-test-secret-1',
    BACKUP_DIR: dir,
    ...(reach as Record<string, string>),
  };
});
afterAll(async () => {
  await app?.close();
  await bucket?.close();
  await rm(dir, { recursive: true, force: true });
});

const stores = async () => openStores(app.services.config);
const counts = async () => {
  const { folder, s3 } = await stores();
  return { folder: (await Array.fromAsync(folder.list())).length, s3: s3 && (await Array.fromAsync(s3.list())).length };
};
const files = (args: string[], more: Record<string, string> = {}) =>
  runCommand('files', args, { ...environment, ...more });

describe('moving files while servers run', () => {
  const urls: string[] = [];
  const visitor = () => app.client();
  let uploader: ReturnType<typeof visitor>;
  const upload = async () => {
    const { file } = ok<{ file: UploadedFile }>(
      await uploader.form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
    );
    urls.push(file.url);
  };
  beforeAll(async () => {
    uploader = visitor();
    for (let n = 0; n < 6; n++) await upload();
  });

  it('B33 is refused while servers would go on writing to the source', async () => {
    const { code, output } = await files(['move', '--to', 's3']);
    expect(code).toBe(1);
    expect(output).toMatch(/FILES_STORE is folder: .* Set FILES_STORE=s3/);
    expect(await counts()).toEqual({ folder: 12, s3: 0 });
  });

  it('B33 every photo is served at every moment, an interrupted move resumes, and each file is compared', async () => {
    // Another server, that has the new setting already.
    const config = { ...app.services.config, FILES_STORE: 's3' as const };
    const moved = await buildApp({ ...app.services, config, files: await openFileStore(config) });
    const cookie = [...uploader.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    let isOver = false;
    let served = 0;
    const watching = (async () => {
      while (!isOver)
        for (const url of urls)
          for (const server of [app.app, moved]) {
            const answer = await server.inject({ method: 'GET', url, headers: { cookie } });
            expect(answer.statusCode, answer.body).toBe(200);
            served++;
          }
    })();
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    const { folder, s3 } = await stores();
    if (!s3) throw new Error('no bucket');
    // Ends in the middle: the third file does not go through.
    let left = 2;
    const failing = {
      ...s3,
      write: (...all: Parameters<typeof s3.write>) =>
        left-- > 0 ? s3.write(...all) : Promise.reject(new Error('cut')),
    };
    const log = () => undefined;
    await expect(moveFiles({ from: folder, to: failing, log }, client)).rejects.toThrow('cut');
    expect(await counts()).toEqual({ folder: 10, s3: 2 });
    // A wrong copy is replaced.
    const [half] = await Array.fromAsync(folder.list());
    await s3.write(half?.key ?? '', Buffer.from('half'));
    const end = await files(['move', '--to', 's3'], { FILES_STORE: 's3' });
    expect(end).toMatchObject({ code: 0, output: expect.stringContaining('10 files copied') });
    expect(await counts()).toEqual({ folder: 0, s3: 12 });
    const before = served;
    await expect.poll(() => served).toBeGreaterThan(before + 24);
    isOver = true;
    await watching;
    await client.end();
    await moved.close();
    const { code, output } = await files(['check'], { FILES_STORE: 's3' });
    expect(code, output).toBe(0);
    expect(output).toMatch(/Files in the folder: 0\. In the bucket: 12\. In both: 0\./);
  });

  it('B33 a photo that is moved away while it is being opened is served whole, or is found where it went', async () => {
    const folder = createDiskStore(join(dir, 'opened'));
    const bytes = Buffer.from('a photo');
    for (let round = 0; round < 300; round++) {
      const key = `${String(round).padStart(32, '0')}.png`;
      await folder.write(key, bytes);
      const [found] = await Promise.all([folder.read(key), folder.remove(key)]);
      if (found) expect(Buffer.concat(await found.stream.toArray())).toEqual(bytes);
    }
  });

  it('B34 a backup holds the objects of the bucket, says so, and restores into the folder; from there they move back', async () => {
    const archive = join(dir, 'fleet.tar');
    const made = await runCommand('backup', [archive], { ...environment, FILES_STORE: 's3' });
    expect(made, made.output).toMatchObject({ code: 0, output: expect.stringContaining('12 files') });
    const restored = join(dir, 'restored');
    const end = await runCommand('restore', [archive], { DATA_DIR: restored });
    expect(end, end.output).toMatchObject({ code: 0 });
    // The bucket is lost; what was restored serves, and goes into a new one.
    const fresh = await startBucket();
    try {
      const settings = { ...environment, ...(fresh.settings as Record<string, string>), DATA_DIR: restored };
      expect((await runCommand('files', ['check'], settings)).code).toBe(0);
      const back = await runCommand('files', ['move', '--to', 's3'], settings);
      expect(back, back.output).toMatchObject({ code: 0, output: expect.stringContaining('12 files copied') });
      const { code, output } = await runCommand('files', ['check'], settings);
      expect(code, output).toBe(0);
      expect(output).toContain('In the bucket: 12');
    } finally {
      await fresh.close();
    }
  });

  it('B33 moves back to the folder, and check names what is in neither', async () => {
    const end = await files(['move', '--to', 'folder']);
    expect(end, end.output).toMatchObject({ code: 0 });
    expect(await counts()).toEqual({ folder: 12, s3: 0 });
    const [first] = await Array.fromAsync(app.services.files.list());
    await app.services.files.remove(first?.key ?? '');
    const { code, output } = await files(['check']);
    expect(code).toBe(1);
    expect(output).toContain(`Missing in both: 1\n  ${first?.key}`);
  });
});

describe('the doctor of a bucket', () => {
  const report = async (more: Record<string, string> = {}) =>
    (await runCommand('doctor', [], { ...environment, FILES_STORE: 's3', ...more })).output;
  it('B35 tries to write, read and delete, and says what failed with what to do', async () => {
    expect(await report()).toMatch(/ok +Bucket: A trial object could be written, read and deleted in fleet-files/);
    expect(await report({ S3_BUCKET: 'no-such-bucket' })).toMatch(
      /fail +Bucket: no-such-bucket: An object could not be written: NoSuchBucket/,
    );
    bucket.fail('away', 'DELETE');
    expect(await report()).toMatch(/fail +Bucket: fleet-files: What was written could not be deleted/);
    bucket.heal();
    bucket.setPublic(true);
    expect(await report()).toMatch(/fail +Bucket: .*Anybody can read the objects of this bucket/);
    bucket.setPublic(false);
  });

  it('B35 names a bucket that belongs to another database, until it is claimed', async () => {
    const { s3 } = await stores();
    await s3?.owner?.write('1/another');
    expect(await report()).toMatch(/fail +Owner: Another database was the first to use the bucket fleet-files/);
    expect(await files(['make-bucket'], { S3_BUCKET: 'fleet-files-2' })).toMatchObject({
      code: 0,
      output: expect.stringContaining('fleet-files-2'),
    });
    const refused = await files(['move', '--to', 's3'], { FILES_STORE: 's3' });
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('belongs to another database') });
    expect((await files(['claim'])).code).toBe(0);
    expect(await report()).not.toContain('Owner');
  });
});
