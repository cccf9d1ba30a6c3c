import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../../../security/secrets.ts';
import { readNight } from '../nights.ts';
import { type FileEntry, type ManifestHead, manifestSchema, newAbout } from './manifest.ts';
import { ManifestWriter } from './manifest-file.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-manifest-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const head: ManifestHead = {
  about: newAbout({
    release: '1.0.0',
    schema: ['initial'],
    startedAt: '2026-11-24T02:00:00.000Z',
    database: 'embedded',
    postgres: '18',
    machine: 'linux-x64',
    hasPhotoStore: true,
    secrets: 'absent',
  }),
  database: null,
  wal: 'ab12',
};
const files: FileEntry[] = ['about.json', 'files/aa/a.jpg', 'files/ab/b.jpg'].map((path, place) => ({
  path,
  size: place,
  sha256: sha256(path),
}));
async function* each(names: readonly string[]) {
  yield* names;
}
async function write(file: string, entries: readonly FileEntry[], missing: readonly string[]) {
  const manifest = await ManifestWriter.begin(file, head);
  for (const entry of entries) await manifest.add(entry);
  return manifest.end(each(missing));
}
async function read(file: string) {
  const entries: FileEntry[] = [];
  return { head: await readNight(file, (entry) => entries.push(entry)), entries };
}

it.for([
  { name: 'full', entries: files, missing: ['c.jpg', 'd.jpg'] },
  { name: 'empty', entries: [], missing: [] },
])(
  'B20 a manifest that is written line by line is one JSON value, and is read line by line ($name)',
  async ({ name, entries, missing }) => {
    const file = join(dir, name);
    const { size, sha256: hash } = await write(file, entries, missing);
    const text = await readFile(file, 'utf8');
    expect([Buffer.byteLength(text), sha256(text)]).toEqual([size, hash]);
    expect(manifestSchema.parse(JSON.parse(text))).toEqual({ ...head, files: entries, missingFiles: missing });
    expect(await read(file)).toEqual({ head, entries });
  },
);

it('B20 a manifest of an earlier release, which is one line, is read too', async () => {
  const file = join(dir, 'earlier');
  await writeFile(file, JSON.stringify({ ...head, missingFiles: [], files }));
  expect(await read(file)).toEqual({ head, entries: files });
});

it('B20 a manifest that is cut off, broken or away is not taken for a whole one', async () => {
  const file = join(dir, 'cut');
  await write(file, files, ['c.jpg']);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  for (let kept = 0; kept < lines.length; kept++) {
    await writeFile(file, lines.slice(0, kept).join('\n'));
    await expect(read(file), `${kept} lines`).rejects.toThrow();
  }
  await expect(read(join(dir, 'none'))).rejects.toThrow(/ENOENT/);
});

it('B20 a manifest that cannot be written says so, and leaves nothing to remove', async () => {
  const manifest = await ManifestWriter.begin(join(dir, 'nowhere', 'manifest'), head);
  await expect(manifest.end(each(['c.jpg']))).rejects.toThrow(/ENOENT/);
  await manifest.remove();
});
