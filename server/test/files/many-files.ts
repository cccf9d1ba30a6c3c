/**
 * What a server does with all of its photos, in a process with limited memory. many-files.slow.test.ts starts it, and
 * reads what it has left in memory from the first run, which may collect (`--expose-gc`).
 */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { readerOf } from '../../src/db/rows.ts';
import { thumbKey } from '../../src/files/files.ts';
import { sweep } from '../../src/jobs/sweep.ts';
import { ManifestWriter } from '../../src/operations/backup/archive/manifest-file.ts';
import { storedPhoto, storePhoto } from '../../src/operations/backup/archive/photos.ts';
import { makeNightly, prune } from '../../src/operations/backup/nightly.ts';
import { manifestFile } from '../../src/operations/backup/nights.ts';
import { archivedPhotos, WalArchive } from '../../src/operations/backup/wal/wal-archive.ts';
import { readSeries, seriesFolder } from '../../src/operations/backup/wal/wal-series.ts';
import { sha256 } from '../../src/security/secrets.ts';
import { start } from '../../src/start.ts';

const [dir = '', count = '', there = ''] = process.argv.slice(2);
const BACKUP_DIR = join(dir, 'backups');
const environment = { DATA_DIR: join(dir, 'data'), BACKUP_DIR, PORT: '0', LOG_LEVEL: 'silent', BACKUP_TIME: 'off' };
const running = await start(readConfig({ ...environment, BACKUP_WAL: 'false' }));
const { orm, files, config } = running.services;
const services = { ...running.services, config: { ...config, BACKUP_WAL: true, BACKUP_TIME: '03:00' as const } };
const em = orm.em.fork();

const rows = await em.execute<{ key: string }[]>(
  `with made as (
     insert into stored_files (key, type, size, width, height, claimed_at, created_at)
     select md5(n::text) || '.jpg', 'image/jpeg', 1, 1, 1, now(), now() - make_interval(secs => n) from generate_series(1, ?::int) n returning key, created_at)
   select key from made order by created_at desc limit ?`,
  [Number(count), Number(there)],
);
await em.execute('analyze stored_files');
for (const { key } of rows) for (const name of [key, thumbKey(key)]) await files.write(name, Buffer.from(name));
const stray = `${'f'.repeat(32)}.png`;
await files.write(stray, Buffer.from('nobody’s'));

// A night that lists as many photos as there are rows, of which one is kept and named by no other night.
const before = join(BACKUP_DIR, 'nightly-2026-01-01T000000Z.tar');
const about = {
  format: 1 as const,
  product: 'quickfleet' as const,
  release: '0',
  schema: [],
  startedAt: '2026-01-01T00:00:00.000Z',
  database: 'elsewhere' as const,
  postgres: '',
  machine: '',
  hasPhotoStore: true,
  secrets: 'absent' as const,
};
const only = await storePhoto(files, stray, BACKUP_DIR);
if (!only) throw new Error('it was not stored');
await writeFile(before, '');
const manifest = await ManifestWriter.begin(manifestFile(before), { about, database: null, wal: null });
for (let n = 0; n < Number(count); n++)
  await manifest.add({ path: `files/00/${String(n).padStart(32, '0')}.jpg`, size: 1, sha256: sha256(String(n)) });
await manifest.add(only);
await manifest.end(
  (async function* () {
    yield 'gone.jpg';
  })(),
);

const read = readerOf((sql) => orm.em.fork().execute(sql));
const isKept = () =>
  stat(storedPhoto(BACKUP_DIR, only.sha256)).then(
    () => true,
    () => false,
  );

// Of any age: the server's own sweep, at minute 17, leaves what is younger than an hour.
const swept = await sweep(services, -1);
const { photos, missing } = await makeNightly(services, running.databaseUrl);
await new WalArchive(services).run();
const series = await readSeries(read);
const archived = series ? (await archivedPhotos(seriesFolder(services.config, series))).size : 0;
await prune(BACKUP_DIR, 2);
const keptWithItsNight = await isKept();
await prune(BACKUP_DIR, 1);
const keptLonger = await isKept();
globalThis.gc?.();
const megabytes = globalThis.gc && Math.ceil(process.memoryUsage().heapUsed / 2 ** 20);
console.log(JSON.stringify({ swept, photos, missing, archived, keptWithItsNight, keptLonger, megabytes }));
await running.stop();
