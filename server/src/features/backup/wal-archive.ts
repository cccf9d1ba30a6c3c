import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Config } from '../../config.ts';
import type { Services } from '../../context.ts';
import { placeOf, thumbKey } from '../../lib/files.ts';
import { backupFolder } from './folder.ts';
import { FILES_FOLDER, type FileEntry, type Manifest } from './manifest.ts';
import { knownPhotos } from './nights.ts';
import { storePhoto } from './photos.ts';
import {
  type Ask,
  advanceSeries,
  archivesWal,
  endSeries,
  readSeries,
  SEGMENT,
  segmentName,
  segmentNumber,
  seriesFolder,
  type WalSeries,
  walFolder,
} from './wal-series.ts';

const EVERY_MS = 10_000;
const UNSEEN_MS = 3_600_000;
const WHOLE = /^[0-9A-F]{24}\.gz$/;
const GROWING = /^[0-9A-F]{24}$/;
const PHOTOS = /^photos-(\d{4}-\d\d-\d\d)\.jsonl$/;

const pathOf = (key: string) => FILES_FOLDER + placeOf(key);

/** How far the archive goes, in bytes of WAL; undefined when it holds none. */
export async function archivedTo(folder: string): Promise<bigint | undefined> {
  const names = (await readdir(folder).catch(() => [])).sort();
  const growing = names.findLast((name) => GROWING.test(name));
  const whole = names.findLast((name) => WHOLE.test(name));
  const afterWhole = whole ? (segmentNumber(whole) + 1n) * SEGMENT : undefined;
  if (!growing) return afterWhole;
  const end = segmentNumber(growing) * SEGMENT + BigInt((await stat(join(folder, growing))).size);
  return afterWhole !== undefined && afterWhole > end ? afterWhole : end;
}

export interface ArchiveState {
  folder: string;
  /** PostgreSQL threw away what was not archived yet; the next night begins anew. */
  isLost: boolean;
  /** Bytes of WAL on PostgreSQL's disk that the archive does not have yet. */
  behind: bigint;
  /** When the archive was last written to; undefined before the first time. */
  writtenAt: Date | undefined;
}

/** How far the archive of this installation goes; undefined where none is kept, or before the first nightly backup. */
export async function readArchiveState(ask: Ask, config: Config): Promise<ArchiveState | undefined> {
  const series = archivesWal(config) ? await readSeries(ask) : undefined;
  if (!series) return undefined;
  const folder = seriesFolder(config, series);
  const to = (await archivedTo(folder)) ?? series.from;
  const names = await readdir(folder).catch(() => []);
  // A file that is sealed or removed between the two looks is none that was written last.
  const times = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  const newest = Math.max(0, ...times.map((time) => time?.mtimeMs ?? 0));
  return {
    folder,
    isLost: series.isLost,
    behind: series.to > to ? series.to - to : 0n,
    writtenAt: newest > 0 ? new Date(newest) : undefined,
  };
}

/** Appends the bytes of a segment up to `end`, on the disk when it answers. */
async function append(source: string, target: string, start: number, end: number): Promise<void> {
  const into = await open(target, 'a', 0o600);
  try {
    for await (const chunk of createReadStream(source, { start, end: end - 1 })) await into.appendFile(chunk);
    await into.datasync();
    const { size } = await into.stat();
    if (size !== end) throw new Error(`${target} has ${size} bytes instead of ${end}.`);
  } finally {
    await into.close();
  }
}

/** A segment that is whole is kept compressed. */
async function seal(file: string): Promise<void> {
  const fresh = `${file}.tmp`;
  await pipeline(
    createReadStream(file),
    createGzip({ level: 3 }),
    createWriteStream(fresh, { mode: 0o600, flush: true }),
  );
  await rename(fresh, `${file}.gz`);
  await rm(file);
}

/** Photos that were archived with the WAL, by their path in a backup. */
export async function archivedPhotos(folder: string): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>();
  for (const name of (await readdir(folder).catch(() => [])).filter((file) => PHOTOS.test(file)).sort())
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      // The last line of a process that was killed may be cut off; its photo was archived again.
      if (!line.endsWith('}')) continue;
      const entry: FileEntry = JSON.parse(line);
      entries.set(entry.path, entry);
    }
  return entries;
}

/** Copies what PostgreSQL writes to the place of the nightly backups, some seconds later. */
export class WalArchive {
  readonly #services: Services;
  readonly #ask: Ask;
  /** Paths of the photos that are archived, and since when others may have come. */
  #known = new Set<string>();
  #since = new Date(0);
  /** The series whose folder this process has looked at. */
  #series = '';
  constructor(services: Services) {
    this.#services = services;
    this.#ask = (sql) => services.orm.em.fork().execute(sql);
  }

  /** Archives everything up to now. Nothing without a nightly backup to start from, which begins the series. */
  async run(): Promise<void> {
    const { config } = this.#services;
    const series = await readSeries(this.#ask);
    if (!series || series.isLost) return;
    if (!archivesWal(config)) return void (await endSeries(this.#ask, series));
    const folder = seriesFolder(config, series);
    if (this.#series !== series.id) await this.#open(folder, series);
    const at = (await archivedTo(folder)) ?? (series.from / SEGMENT) * SEGMENT;
    if (series.to <= at) return;
    // Before the rows that name them: whoever restores to any moment finds the photos of it.
    await this.#archivePhotos(folder);
    await this.#archiveSegments(folder, series, at);
  }

  /** What was written last before a crash of the machine may not be whole: the source still has that segment. */
  async #open(folder: string, { id }: WalSeries): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder))
      if (GROWING.test(name) || name.endsWith('.tmp')) await rm(join(folder, name));
    const nightly = await knownPhotos(backupFolder(this.#services.config));
    this.#known = new Set([...nightly.keys(), ...(await archivedPhotos(folder)).keys()]);
    this.#since = new Date(0);
    this.#series = id;
  }

  async #archiveSegments(folder: string, series: WalSeries, from: bigint): Promise<void> {
    const source = join(resolve(this.#services.config.DATA_DIR), 'postgres/pg_wal');
    for (let at = from; at < series.to; ) {
      const start = (at / SEGMENT) * SEGMENT;
      const name = segmentName(series.timeline, at / SEGMENT);
      const isWhole = series.to >= start + SEGMENT;
      const end = isWhole ? start + SEGMENT : series.to;
      await append(join(source, name), join(folder, name), Number(at - start), Number(end - start));
      if (isWhole) {
        await seal(join(folder, name));
        await advanceSeries(this.#ask, series, end);
      }
      at = end;
    }
  }

  async #archivePhotos(folder: string): Promise<void> {
    const { orm, files, config, clock } = this.#services;
    const at = clock();
    const rows = await orm.em
      .fork()
      .execute<{ key: string }[]>('select key from stored_files where created_at > ?', [this.#since]);
    const fresh: FileEntry[] = [];
    for (const key of rows.flatMap((row) => [row.key, thumbKey(row.key)])) {
      if (this.#known.has(pathOf(key))) continue;
      const entry = await storePhoto(files, key, backupFolder(config));
      if (entry) fresh.push(entry);
      this.#known.add(pathOf(key));
    }
    if (fresh.length > 0)
      await appendFile(
        join(folder, `photos-${at.toISOString().slice(0, 10)}.jsonl`),
        fresh.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
        { mode: 0o600, flush: true },
      );
    // A row may become visible some time after it was made.
    this.#since = new Date(at.getTime() - UNSEEN_MS);
  }
}

/**
 * Removes the WAL that no kept backup starts from, and answers the photos that the rest still needs. `kept` are the
 * manifests of the kept nightly backups.
 */
export async function pruneWal(backups: string, kept: readonly Manifest[]): Promise<FileEntry[]> {
  const needed: FileEntry[] = [];
  for (const id of await readdir(walFolder(backups)).catch(() => [])) {
    const folder = walFolder(backups, id);
    const users = kept.filter(({ wal }) => wal === id);
    const [first] = users
      .flatMap(({ files }) => files.map(({ path }) => basename(path)).filter((name) => GROWING.test(name)))
      .sort();
    const [since] = users.map(({ about }) => about.startedAt.slice(0, 10)).sort();
    if (first === undefined || since === undefined) {
      await rm(folder, { recursive: true });
      continue;
    }
    for (const name of await readdir(folder)) {
      const day = PHOTOS.exec(name)?.[1];
      if ((WHOLE.test(name) && name < first) || (day !== undefined && day < since)) await rm(join(folder, name));
    }
    needed.push(...(await archivedPhotos(folder)).values());
  }
  return needed;
}

/** Archives every ten seconds, and once more at the stop. */
export function startWalArchive(services: Services): { stop(): Promise<void> } {
  const { config, log } = services;
  if (config.DATABASE_URL) return { stop: async () => undefined };
  const archive = new WalArchive(services);
  let hasFailed = false;
  let working: Promise<void> | undefined;
  const look = () => {
    working ??= archive
      .run()
      .then(() => {
        if (hasFailed) log.info('the WAL is archived again');
        hasFailed = false;
      })
      .catch((error) => {
        if (!hasFailed) log.error({ reason: String(error) }, 'the WAL could not be archived');
        hasFailed = true;
      })
      .finally(() => {
        working = undefined;
      });
    return working;
  };
  // Switched off, PostgreSQL need not keep anything for it any more.
  if (!archivesWal(config)) void look();
  const timer = archivesWal(config) ? setInterval(look, EVERY_MS).unref() : undefined;
  return {
    async stop() {
      clearInterval(timer);
      await working;
      if (timer) await look();
    },
  };
}
