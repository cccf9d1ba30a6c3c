import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryOf, localHeader, type PackEntry } from '@quickfleet/shared/delivery/evidence/pack-zip';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../../../test/support/operator.ts';
import { createDiskStore } from '../../../files/files.ts';
import { pathWithin, printable } from '../../../security/safe-path.ts';
import { sha256 } from '../../../security/secrets.ts';
import { restoreBackup, verifyBackup } from '../restore.service.ts';
import { ArchiveWriter } from './archive.ts';
import { ABOUT, MANIFEST, MANIFEST_HASH, newAbout } from './manifest.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-forged-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const BYTES = Buffer.from('written outside');
const HASH = sha256(BYTES.toString());
const OUTSIDE = [
  ...['files/../../../outside', 'files/../outside', '../outside', '/outside', 'outside', 'files/..', 'files/ab/..'],
  ...['postgres/../../outside', 'postgres/./outside', 'postgres//outside', 'postgres/base/..', 'files/outside'],
  ...[`files/zz/${'a'.repeat(32)}.png`, 'postgres/a\u0000b', 'postgres/a\u001b[2Kb', 'postgres/a\\b', 'files/aa/x.png'],
];

/** A backup without a database; `listed` is only in its list, and stored in the photo store next to it. */
async function forge({ listed = [], entries = [] }: { listed?: string[]; entries?: string[] }): Promise<string> {
  const file = join(dir, 'forged.tar');
  await mkdir(join(dir, 'photos', HASH.slice(0, 2)), { recursive: true });
  await writeFile(join(dir, 'photos', HASH.slice(0, 2), HASH), BYTES);
  const about = newAbout({
    ...{ release: '1.0.0', schema: [], startedAt: '2026-11-22T10:00:00.000Z', database: 'elsewhere', postgres: '' },
    ...{ machine: '', hasPhotoStore: true, secrets: 'absent' },
  });
  const writer = await ArchiveWriter.create(file);
  const written = [await writer.addText(ABOUT, JSON.stringify(about))];
  for (const path of entries) written.push(await writer.add(path, BYTES.length, [BYTES]));
  const files = [...written, ...listed.map((path) => ({ path, size: BYTES.length, sha256: HASH }))];
  const manifest = JSON.stringify({ about, database: null, missingFiles: [], wal: null, files });
  await writer.addText(MANIFEST, manifest);
  await writer.addText(MANIFEST_HASH, sha256(manifest));
  await writer.finish();
  return file;
}

describe('a name from outside', () => {
  it('N15 leads nowhere but below its folder', () => {
    expect(pathWithin('/srv/data', 'files/ab/c.png')).toBe('/srv/data/files/ab/c.png');
    for (const name of ['..', '.', '', '/', '/etc/passwd', 'a/../../b', 'a/..', 'a/./b', 'a//b', 'a/', 'a\\b', 'a\nb'])
      expect(() => pathWithin('/srv/data', name), name).toThrow(/is no name of a file here/);
  });

  it('N15 is no file of the store unless it is a name that the store gave', async () => {
    await writeFile(join(dir, 'kept.png'), 'kept');
    const store = createDiskStore(join(dir, 'files'));
    for (const key of ['../kept.png', '..', '', 'aa/../../kept.png', `${'a'.repeat(32)}.png/..`, '__proto__']) {
      await expect(store.write(key, BYTES), key).rejects.toThrow();
      await store.remove(key);
      expect([await store.read(key), await store.size(key), await store.pathOf(key)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
    expect(existsSync(join(dir, 'kept.png'))).toBe(true);
  });

  it('N15 is printed as text, whatever it does to a terminal', () => {
    expect(printable('a\u001b[2K\r\nINTACT\u009b1m\u202eb\u2028')).toBe(
      'a\\u001b[2K\\u000d\\u000aINTACT\\u009b1m\\u202eb\\u2028',
    );
    expect(printable('Zürich – 100 €, 日本')).toBe('Zürich – 100 €, 日本');
  });
});

describe('a forged backup', { timeout: 60_000 }, () => {
  it('N15 B07 that names a place outside the installation is refused, and nothing is written there', async () => {
    const target = join(dir, 'one', 'two', 'data');
    const log = () => undefined;
    for (const name of OUTSIDE)
      for (const what of [{ listed: [name] }, { entries: [name] }]) {
        const file = await forge(what);
        for (const open of [() => restoreBackup(file, target, { log }), () => verifyBackup(file, { log })]) {
          const refusal = await open().then(
            () => 'no refusal',
            (error: Error) => error.message,
          );
          expect(refusal, name).toMatch(/is damaged: .*Nothing was restored/);
          expect(printable(refusal)).toBe(refusal);
        }
        expect((await readdir(dir)).sort(), name).toEqual(['forged.tar', 'one', 'photos']);
        expect(await readdir(join(dir, 'one')), name).toEqual(['two']);
        expect(existsSync(target), name).toBe(false);
      }
  });

  it('N15 is refused when it names the content of a photo as a path', async () => {
    const file = await forge({});
    const about = newAbout({
      ...{ release: '1.0.0', schema: [], startedAt: '2026-11-22T10:00:00.000Z', database: 'elsewhere', postgres: '' },
      ...{ machine: '', hasPhotoStore: true, secrets: 'absent' },
    });
    const writer = await ArchiveWriter.create(file);
    const first = await writer.addText(ABOUT, JSON.stringify(about));
    const path = `files/aa/${'a'.repeat(32)}.png`;
    const manifest = JSON.stringify({
      ...{ about, database: null, missingFiles: [], wal: null },
      files: [first, { path, size: BYTES.length, sha256: '../../../etc/hostname' }],
    });
    await writer.addText(MANIFEST, manifest);
    await writer.addText(MANIFEST_HASH, sha256(manifest));
    await writer.finish();
    await expect(restoreBackup(file, join(dir, 'data'), { log: () => undefined })).rejects.toThrow(/list of files/);
  });
});

it('N15 a forged pack moves no cursor: npm run verify prints its names as text', { timeout: 60_000 }, async () => {
  const name = `proof.pdf\r\u001b[2KINTACT: order QF1 of Company\u009b\u202e${randomBytes(2).toString('hex')}`;
  const entry: PackEntry = { name, crc: 0, size: 0, offset: 0 };
  const head = localHeader(entry);
  const file = join(dir, 'pack.zip');
  await writeFile(file, Buffer.concat([head, directoryOf([entry], head.length)]));
  for (const args of [[file], [file, '--json']]) {
    const { code, output } = await runCommand('verify', args, { PORT: '1' });
    expect(code).toBe(1);
    expect(output.split('\n').map(printable).join('\n')).toBe(output);
    expect(output).not.toMatch(/^INTACT/m);
  }
});
