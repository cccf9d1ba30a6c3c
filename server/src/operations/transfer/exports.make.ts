import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { z } from 'zod';
import { LOCKS } from '../../db/advisory-locks.ts';
import { connectTo } from '../../db/embedded/installation.ts';
import { exists, run } from '../../db/rows.ts';
import { isFileKey, placeOf, thumbKey } from '../../files/files.ts';
import { packInto, type ZipEntries } from '../../files/zip.ts';
import type { Services } from '../../http/context.ts';
import { DomainError, isConnectionError } from '../../http/errors.ts';
import { exportKind } from '../../process/heavy/kinds.ts';
import { release } from '../../process/release.ts';
import { LineFile } from '../backup/archive/line-file.ts';
import { exportFile, makeExportFolder, removeExportFile } from './exports.folder.ts';
import { kinds, sequences } from './kinds.ts';
import { FILE_LIST, FILES_FOLDER, FORMAT, kindPath, MANIFEST, type Manifest } from './manifest.ts';
import { fetched, linesOf, prepareConnection } from './state.ts';

const payload = z.object({ id: z.int() });

/** Written to the row at most so often. */
const PROGRESS_MS = 1000;

/** The export was deleted, or its time ended, while it was made. */
class GivenUpError extends Error {}

/** How far it is; throws when nobody wants it any more. */
class Progress {
  rows = 0;
  files = 0;
  missingFiles = 0;
  readonly #em: EntityManager;
  readonly #now: Services['clock'];
  readonly #id: number;
  readonly #signal: AbortSignal | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor({ orm, clock }: Services, id: number, signal: AbortSignal | undefined) {
    this.#em = orm.em.fork();
    this.#now = clock;
    this.#id = id;
    this.#signal = signal;
  }

  async note(): Promise<void> {
    this.#signal?.throwIfAborted();
    if (performance.now() - this.#writtenAt < PROGRESS_MS) return;
    this.#writtenAt = performance.now();
    const isWanted = await exists(
      this.#em,
      `update exports set state = 'running', rows = ?, files = ?, missing_files = ? where id = ? and expires_at > ? returning id`,
      [this.rows, this.files, this.missingFiles, this.#id, this.#now()],
    );
    if (!isWanted) throw new GivenUpError('Nobody wants this export any more');
  }
}

async function* textOfLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** Every kind as lines of JSON. */
async function* entriesOfKinds(client: pg.Client, progress: Progress): ZipEntries<Manifest['kinds']> {
  const written: Manifest['kinds'] = [];
  for (const name of Object.keys(kinds)) {
    const before = progress.rows;
    const content = async function* () {
      for await (const lines of linesOf(client, name)) {
        progress.rows += lines.length;
        await progress.note();
        yield lines.join('');
      }
    };
    const { size, sha256 } = yield { path: kindPath(name), compress: true, content: content() };
    written.push({ name, rows: progress.rows - before, size, sha256 });
  }
  return written;
}

/** Every stored file that a row of this moment names, and their list. */
async function* entriesOfFiles(
  client: pg.Client,
  services: Services,
  list: LineFile,
  progress: Progress,
): ZipEntries<Manifest['files']> {
  let bytes = 0;
  const rows = fetched<{ key: string; has_thumb: boolean }>(
    client,
    `select t.key, t.thumb_type is not null as has_thumb from stored_files t where ${kinds['stored_files']?.only} order by t.key collate "C"`,
  );
  for await (const some of rows)
    for (const { key, has_thumb: hasThumb } of some)
      for (const name of hasThumb ? [key, thumbKey(key)] : [key]) {
        const found = isFileKey(name) ? await services.files.read(name) : undefined;
        if (found) {
          const entry = yield { path: FILES_FOLDER + placeOf(name), compress: false, content: found.stream };
          await list.add(JSON.stringify(entry));
          bytes += entry.size;
          progress.files++;
        } else progress.missingFiles++;
        await progress.note();
      }
  await list.end();
  const { size, sha256 } = yield { path: FILE_LIST, compress: true, content: textOfLines(list.lines()) };
  return { count: progress.files, bytes, missing: progress.missingFiles, size, sha256 };
}

/** The last numbers that were given to rows. */
async function readNumbers(client: pg.Client): Promise<Manifest['numbers']> {
  const numbers: Manifest['numbers'] = {};
  for (const name of [...Object.keys(kinds), ...sequences]) {
    const { rows } = await client.query<{ sequence: string | null }>(
      `select coalesce(case when exists (select 1 from pg_attribute where attrelid = to_regclass($1) and attname = 'id')
         then pg_get_serial_sequence($1, 'id') end, (select $1 from pg_class where relkind = 'S' and oid = to_regclass($1))) as sequence`,
      [name],
    );
    const sequence = rows[0]?.sequence;
    if (!sequence) continue;
    const last = await client.query<{ last: string }>(
      `select case when is_called then last_value else 0 end as last from ${sequence}`,
    );
    numbers[name] = Number(last.rows[0]?.last ?? 0);
  }
  return numbers;
}

/** The whole of an export: rows as at one moment, the files that they name, and the manifest of all of it. */
async function* entriesOfExport(
  client: pg.Client,
  services: Services,
  list: LineFile,
  progress: Progress,
): ZipEntries<Manifest> {
  await client.query('begin isolation level repeatable read, read only');
  const { rows } = await client.query<{ schema: string; at: Date }>(
    `select (select name from schema_migrations order by id desc limit 1) as schema, now() as at`,
  );
  const written = yield* entriesOfKinds(client, progress);
  const numbers = await readNumbers(client);
  const files = yield* entriesOfFiles(client, services, list, progress);
  await client.query('commit');
  const manifest: Manifest = {
    format: FORMAT,
    product: 'quickfleet',
    release,
    schema: rows[0]?.schema ?? '',
    at: (rows[0]?.at ?? new Date()).toISOString(),
    kinds: written,
    numbers,
    files,
  };
  yield { path: MANIFEST, compress: true, content: [`${JSON.stringify(manifest, null, 2)}\n`] };
  return manifest;
}

/** Writes the ZIP file. Its rows are read here; they are packed in a process for heavy work. */
async function writeExport(client: pg.Client, services: Services, id: number, signal: AbortSignal | undefined) {
  const file = exportFile(services.config, id);
  const progress = new Progress(services, id, signal);
  const list = new LineFile(`${file}.list.partial`);
  let manifest: Manifest | undefined;
  const entries = async function* (): ZipEntries {
    manifest = yield* entriesOfExport(client, services, list, progress);
  };
  try {
    const { size, sha256 } = await packInto(file, entries(), { kind: exportKind, signal });
    return { size, sha256, kinds: manifest?.kinds ?? [], files: manifest?.files };
  } finally {
    await list.remove();
  }
}

const isUnavailable = (error: unknown) => error instanceof DomainError && error.reason === 'UNAVAILABLE';

/** What a person can do about a failure. */
function sentenceOf(error: unknown): string {
  if (error instanceof DomainError && error.reason === 'TOO_HEAVY')
    return 'It takes more time, memory or room than one export may. A backup takes all of it: npm run backup.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk of the exports is full. Make room there, then try again.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'The server may not write into the folder of the exports. See EXPORT_DIR.';
  return 'It could not be made. The log of the server says why.';
}

/**
 * Makes an export that was asked for. A run that was killed leaves nothing that the next one needs: it begins again. One
 * at a time, over all processes.
 */
export async function makeExport(services: Services, job: unknown, signal?: AbortSignal): Promise<void> {
  const { config, orm, log } = services;
  const { id } = payload.parse(job);
  const em = orm.em.fork();
  const isWanted = await exists(
    em,
    `select 1 from exports where id = ? and state in ('waiting', 'running') and expires_at > ?`,
    [id, services.clock()],
  );
  if (!isWanted) return removeExportFile(config, id);
  const client = await connectTo({ connectionString: orm.config.get('clientUrl') });
  try {
    await prepareConnection(client);
    await client.query('select pg_advisory_lock($1)', [LOCKS.exports]);
    await makeExportFolder(config);
    await removeExportFile(config, id);
    const { size, sha256, kinds: written, files } = await writeExport(client, services, id, signal);
    const isKept = await exists(
      em,
      `update exports set state = 'ready', error = null, rows = ?, files = ?, missing_files = ?, kinds = ?, size = ?, sha256 = ?,
         finished_at = ? where id = ? and expires_at > ? returning id`,
      [
        written.reduce((sum, { rows }) => sum + rows, 0),
        files?.count,
        files?.missing,
        JSON.stringify(written.map(({ name, rows }) => ({ name, rows }))),
        size,
        sha256,
        services.clock(),
        id,
        services.clock(),
      ],
    );
    if (!isKept) await removeExportFile(config, id);
  } catch (error) {
    await removeExportFile(config, id);
    if (error instanceof GivenUpError) return;
    // The queue tries again: the process ends, the database is away, or the process that packs was ended.
    if (signal?.aborted || isConnectionError(error) || isUnavailable(error)) throw error;
    log.error({ err: error, export: id }, 'an export failed');
    await run(em, `update exports set state = 'failed', error = ?, finished_at = ? where id = ?`, [
      sentenceOf(error),
      services.clock(),
      id,
    ]);
  } finally {
    await client.end();
  }
}
