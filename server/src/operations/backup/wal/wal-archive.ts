import { constants } from 'node:fs';
import { access, appendFile, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { createGzip } from 'node:zlib';
import type { Config } from '../../../config.ts';
import { c, type Reader, readerOf, readRows, select } from '../../../db/rows.ts';
import { isFileKey, thumbKey } from '../../../files/files.ts';
import { makeFolder } from '../../../files/make-folder.ts';
import type { Services } from '../../../http/context.ts';
import { copy, readFileStream, writeFileStream } from '../../../process/outside/streams.ts';
import { backupFolder, startOfNight } from '../archive/folder.ts';
import { type FileEntry, fileEntry, storedPath } from '../archive/manifest.ts';
import { storePhoto } from '../archive/photos.ts';
import { manifestFile, nightliesIn, readNight } from '../nights.ts';
import {
  type Ask,
  advanceSeries,
  archivesWal,
  beginSeries,
  endSeries,
  readSeries,
  SEGMENT,
  segmentName,
  segmentNumber,
  seriesFolder,
  type WalSeries,
  walFolder,
} from './wal-series.ts';

const newPhoto = select({ key: c.text('key'), isLate: c.bool('created_at > ?') });
const UNSEEN_MS = 3_600_000;
const PAGE = 1000;
const WHOLE = /^[0-9A-F]{24}\.gz$/;
const GROWING = /^[0-9A-F]{24}$/;
const PHOTOS = /^photos-(\d{4}-\d\d-\d\d)\.jsonl$/;

/** Which folder of which disk it is; undefined when there is none. */
const identityOf = (folder: string): Promise<string | undefined> =>
  stat(folder).then(
    ({ dev, ino }) => `${dev} ${ino}`,
    () => undefined,
  );
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

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
  /** Whether the folder is there and can be written to. */
  isThere: boolean;
  /** PostgreSQL dropped changes before they were archived; the archive restarts with the next nightly backup. */
  isLost: boolean;
  /** Bytes of WAL on PostgreSQL's disk that the archive does not have yet. */
  behind: bigint;
  /** When the archive was last written to; undefined before the first time. */
  writtenAt: Date | undefined;
}

/** How far the archive of this installation goes; undefined where none is kept, or before the first nightly backup. */
export async function readArchiveState(read: Reader, config: Config): Promise<ArchiveState | undefined> {
  const series = archivesWal(config) ? await readSeries(read) : undefined;
  if (!series) return undefined;
  const folder = seriesFolder(config, series);
  const to = (await archivedTo(folder)) ?? series.from;
  const names = await readdir(folder).catch(() => []);
  // A file that is sealed or removed between the two looks is none that was written last.
  const times = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  const newest = Math.max(0, ...times.map((time) => time?.mtimeMs ?? 0));
  const isThere = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return {
    folder,
    isThere,
    isLost: series.isLost,
    behind: series.to > to ? series.to - to : 0n,
    writtenAt: newest > 0 ? new Date(newest) : undefined,
  };
}

/** Appends the bytes of a segment up to `end`, on the disk when it answers. */
async function append(source: string, target: string, start: number, end: number): Promise<void> {
  const into = await open(target, 'a', 0o600);
  try {
    for await (const chunk of readFileStream(source, { start, end: end - 1 })) await into.appendFile(chunk);
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
  await copy(readFileStream(file), createGzip({ level: 3 }), writeFileStream(fresh, { flush: true }));
  await rename(fresh, `${file}.gz`);
  await rm(file);
}

/** Photos that were archived with the WAL, by their path in a backup: all, or those of a day and later. */
export async function archivedPhotos(folder: string, from = ''): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>();
  const isWanted = (file: string) => {
    const day = PHOTOS.exec(file)?.[1];
    return day !== undefined && day >= from;
  };
  for (const name of (await readdir(folder).catch(() => [])).filter(isWanted).sort())
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      // The last line of a process that was killed may be cut off; its photo was archived again.
      if (!line.endsWith('}')) continue;
      const entry = fileEntry.parse(JSON.parse(line));
      entries.set(entry.path, entry);
    }
  return entries;
}

/** A look for photos that are not archived. */
interface Look {
  at: Date;
  /** A row may become visible some time after it was made: what came later than this is looked at again. */
  lateAfter: Date;
  lastKey: string;
  late: Set<string>;
}

/** Copies what PostgreSQL writes to the place of the nightly backups, some seconds later. */
export class WalArchive {
  readonly #services: Services;
  readonly #ask: Ask;
  /** Since when photos may have come that are not archived, and the paths of those that are although they came later. */
  #since = new Date(0);
  #known = new Set<string>();
  #look: Look | undefined;
  /** The folder that this process has checked, as the disk names it. */
  #opened: string | undefined;
  constructor(services: Services) {
    this.#services = services;
    this.#ask = (sql) => services.orm.em.fork().execute(sql);
  }

  /** Archives everything up to now. Nothing without a nightly backup to start from, which begins the series. */
  async run(): Promise<void> {
    const { config } = this.#services;
    const series = await readSeries(readerOf(this.#ask));
    if (!series || series.isLost) return;
    if (!archivesWal(config)) {
      await endSeries(this.#ask, series);
      return;
    }
    const folder = seriesFolder(config, series);
    // Another disk may have come in its place, or its own come back.
    if (this.#opened === undefined || (await identityOf(folder)) !== this.#opened) await this.#open(folder);
    const first = (series.from / SEGMENT) * SEGMENT;
    const to = await archivedTo(folder);
    // What lies between is nowhere any more: a new series starts, with a nightly backup of its own (lacksNight).
    if (to === undefined ? await this.#lacksBefore(series, first) : to < first) {
      await endSeries(this.#ask, series);
      await beginSeries(this.#ask);
      return;
    }
    const at = to ?? first;
    if (series.to <= at) return;
    // Before the rows that name them: a restore to any moment finds its photos.
    await this.#archivePhotos(folder);
    await this.#archiveSegments(folder, series, at);
  }

  /** What was written last before a crash of the machine may not be whole: the source still has that segment. */
  async #open(folder: string): Promise<void> {
    this.#opened = undefined;
    await makeFolder(folder, 0o700);
    for (const name of await readdir(folder))
      if (GROWING.test(name) || name.endsWith('.tmp')) await rm(join(folder, name));
    // What came before the last night is in it.
    const last = (await nightliesIn(backupFolder(this.#services.config))).at(-1);
    this.#since = new Date(last ? startOfNight(last).getTime() - UNSEEN_MS : 0);
    this.#known = new Set((await archivedPhotos(folder, dayOf(this.#since))).keys());
    this.#look = undefined;
    this.#opened = await identityOf(folder);
  }

  /** Whether the nightly backups of this series end before what PostgreSQL still has: their WAL was removed. */
  async #lacksBefore({ id }: WalSeries, first: bigint): Promise<boolean> {
    const folder = backupFolder(this.#services.config);
    const newest = (await nightliesIn(folder)).at(-1);
    if (!newest) return false;
    let last = '';
    const head = await readNight(manifestFile(join(folder, newest)), ({ path }) => {
      if (isGrowing(path) && basename(path) > last) last = basename(path);
    }).catch(() => undefined);
    return head?.wal === id && last !== '' && segmentNumber(last) * SEGMENT < first;
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
    // An interrupted one resumes: nothing is archived over and over while the disk is full.
    if (this.#look) await this.#finish(this.#look, folder);
    const at = this.#services.clock();
    this.#look = { at, lateAfter: new Date(at.getTime() - UNSEEN_MS), lastKey: '', late: new Set() };
    await this.#finish(this.#look, folder);
  }

  /** A page at a time: the first look, and one after a long rest, may find many. */
  async #finish(look: Look, folder: string): Promise<void> {
    const { files, config, orm } = this.#services;
    for (let isMore = true; isMore; ) {
      const rows = await readRows(
        orm.em.fork(),
        newPhoto,
        'select $columns from stored_files where created_at > ? and key > ? order by key limit ?',
        [look.lateAfter, this.#since, look.lastKey, PAGE],
        { dependsOnValues: true },
      );
      const fresh: FileEntry[] = [];
      for (const { key, isLate } of rows.filter((row) => isFileKey(row.key)))
        for (const name of [key, thumbKey(key)]) {
          if (isLate) look.late.add(storedPath(name));
          if (this.#known.has(storedPath(name))) continue;
          const entry = await storePhoto(files, name, backupFolder(config));
          if (entry) fresh.push(entry);
        }
      if (fresh.length > 0)
        await appendFile(
          join(folder, `photos-${dayOf(look.at)}.jsonl`),
          fresh.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
          { mode: 0o600, flush: true },
        );
      look.lastKey = rows.at(-1)?.key ?? look.lastKey;
      isMore = rows.length === PAGE;
    }
    this.#since = look.lateAfter;
    this.#known = look.late;
    this.#look = undefined;
  }
}

/** A nightly backup: the series of WAL that continues after it, its start, and the segments in it. */
export interface Night {
  wal: string | null;
  startedAt: string;
  segments: string[];
}
export const isGrowing = (path: string): boolean => GROWING.test(basename(path));

/** Removes the WAL that no kept backup starts from, and answers the photos that the rest still needs. */
export async function pruneWal(backups: string, kept: readonly Night[]): Promise<FileEntry[]> {
  const needed: FileEntry[] = [];
  for (const id of await readdir(walFolder(backups)).catch(() => [])) {
    const folder = walFolder(backups, id);
    const users = kept.filter(({ wal }) => wal === id);
    const [first] = users.flatMap(({ segments }) => segments).sort();
    const [since] = users.map(({ startedAt }) => startedAt.slice(0, 10)).sort();
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
