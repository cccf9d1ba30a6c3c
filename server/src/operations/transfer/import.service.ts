import type pg from 'pg';
import { z } from 'zod';
import { migrations } from '../../db/migrations/index.ts';
import { inBatches } from '../../db/sorted.ts';
import type { FileStore } from '../../files/files.ts';
import { EASY_ADMIN, newPassword } from '../../people/users/first-admin.ts';
import { release } from '../../process/release.ts';
import { hashPassword } from '../../security/password.ts';
import { isEasyPassword } from '../../security/password-strength.ts';
import { randomKey, type Secrets } from '../../security/secrets.ts';
import { type Fresh, kinds, left, quieted, sequences } from './kinds.ts';
import { FILE_LIST, fileLine, kindPath, MANIFEST, type Manifest, manifestSchema } from './manifest.ts';
import { differences, type KindState, prepareConnection, readState } from './state.ts';
import { DamagedError, verified, ZipReader } from './zip-reader.ts';

/** Rows that go in by one statement. */
const BATCH = 200;
const MANIFEST_MAX = 4 * 1024 * 1024;
/** A row is held in memory, and so are some of them. */
const LINE_MAX = 16 * 1024 * 1024;
const LINE_FEED = 10;
/** A photo is held in memory while it is stored. */
const FILE_MAX = 64 * 1024 * 1024;

export interface ImportOptions {
  /** A connection that nothing else uses. */
  client: pg.Client;
  secrets: Secrets;
  files: FileStore;
  /** Of the first admin; otherwise one is made and printed. */
  adminPassword?: string | undefined;
  signal?: AbortSignal | undefined;
}
export interface Imported {
  manifest: Manifest;
  /** What the rows are now: the same as in the file, otherwise nothing went in. */
  state: KindState[];
  /** Who can sign in; everybody else gets a new password from them. */
  admin: { username: string; password: string | undefined } | undefined;
}

async function textOf(bytes: AsyncIterable<Buffer>, max: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > max) throw new DamagedError('its manifest is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Throws for a file that this release did not write. */
async function readManifest(zip: ZipReader): Promise<Manifest> {
  const text = await textOf(zip.read(MANIFEST), MANIFEST_MAX);
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new DamagedError('its manifest is no JSON');
  }
  const { data: manifest, error } = manifestSchema.safeParse(given);
  if (!manifest) throw new DamagedError(`its manifest is wrong at ${error?.issues[0]?.path.join('.') ?? 'some place'}`);
  const newest = migrations.at(-1)?.name;
  if (manifest.schema !== newest)
    throw new Error(
      `This export was made by QuickFleet ${manifest.release} with other tables than those of this release (${release}). Import it with the release that made it, and upgrade then.`,
    );
  const names = manifest.kinds.map(({ name }) => name);
  const missing = Object.keys(kinds).find((name) => !names.includes(name));
  if (missing || names.length !== Object.keys(kinds).length)
    throw new DamagedError(missing ? `${missing} is missing` : 'it has kinds that there are not');
  return manifest;
}

/** The lines of an entry, when its bytes are as they were written. Only a line feed ends one, as JSON writes none. */
async function* linesIn(
  zip: ZipReader,
  path: string,
  expected: { size: number; sha256: string },
): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of verified(path, zip.read(path), expected)) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED)) {
      yield bytes.toString('utf8', 0, end);
      bytes = bytes.subarray(end + 1);
    }
    if (bytes.length > LINE_MAX) throw new DamagedError(`${path} has a line that is too long`);
    rest = bytes;
  }
  if (rest.length > 0) throw new DamagedError(`${path} ends within a line`);
}

const isLine = z.record(z.string(), z.unknown());
/** What a line says. */
function parsed(path: string, line: string | undefined): Record<string, unknown> {
  try {
    return isLine.parse(JSON.parse(line ?? ''));
  } catch {
    throw new DamagedError(`${path} has a line that is no JSON`);
  }
}

/** Every stored file next to its line of the list; both have the same order. */
async function* listedFiles(zip: ZipReader, { files }: Manifest) {
  const list = linesIn(zip, FILE_LIST, files);
  for await (const { path, size, bytes } of zip.files()) {
    const { value } = await list.next();
    const line = fileLine.safeParse(parsed(FILE_LIST, value ?? undefined)).data;
    if (line?.path !== path || line.size !== size) throw new DamagedError(`${path} is not in its list`);
    if (size > FILE_MAX) throw new DamagedError(`${path} is too large for a photo`);
    yield { path, bytes: verified(path, bytes, line) };
  }
  if (!(await list.next()).done) throw new DamagedError('files of its list are missing');
}

/** Reads everything once: what is damaged is known before anything is written. */
async function check(zip: ZipReader, manifest: Manifest, signal: AbortSignal | undefined): Promise<void> {
  for (const kind of manifest.kinds) {
    const path = kindPath(kind.name);
    for await (const _ of verified(path, zip.read(path), kind)) signal?.throwIfAborted();
  }
  for await (const { bytes } of listedFiles(zip, manifest)) for await (const _ of bytes) signal?.throwIfAborted();
}

const keyOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

async function storeFiles(zip: ZipReader, manifest: Manifest, { files, signal }: ImportOptions): Promise<void> {
  for await (const { path, bytes } of listedFiles(zip, manifest)) {
    signal?.throwIfAborted();
    const chunks: Buffer[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    await files.write(keyOf(path), Buffer.concat(chunks));
  }
}

async function countIn(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from "${table}"`);
  return Number(rows[0]?.count);
}

/** Refuses an installation in which somebody has worked: more than what a first start makes. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const counted = [...Object.entries(kinds).flatMap(([name, { isSeeded }]) => (isSeeded ? [] : [name])), 'api_keys'];
  const found: string[] = [];
  for (const name of counted) {
    const count = await countIn(client, name);
    if (count > 0) found.push(`${count} ${name.replaceAll('_', ' ')}`);
  }
  const users = await countIn(client, 'users');
  if (users > 1) found.push(`${users} users`);
  if (found.length > 0)
    throw new Error(
      `This installation is not empty: it has ${found.slice(0, 3).join(', ')}${found.length > 3 ? ' and more' : ''}. Import into an empty one: set DATA_DIR to a new folder, or DATABASE_URL to a new database.`,
    );
}

/** The columns that a line fills. */
async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
        and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name).join(', ');
}

async function insertKind(
  client: pg.Client,
  zip: ZipReader,
  kind: Manifest['kinds'][number],
  fresh: Fresh,
): Promise<void> {
  const columns = await columnsOf(client, kind.name);
  const sql = `insert into "${kind.name}" (${columns}) select ${columns} from unnest($1::text[], $2::text[]) given (line, fresh),
    jsonb_populate_record(null::"${kind.name}", given.line::jsonb || given.fresh::jsonb)`;
  for await (const lines of inBatches(linesIn(zip, kindPath(kind.name), kind), BATCH)) {
    const news = lines.map((line) => JSON.stringify(kinds[kind.name]?.fresh?.(fresh, line) ?? {}));
    await client.query(sql, [lines, news]);
  }
}

/** The next row gets a number that no row ever had. */
async function setNumbers(client: pg.Client, { numbers }: Manifest): Promise<void> {
  for (const [name, last] of Object.entries(numbers)) {
    if (last === 0 || !(name in kinds || sequences.includes(name))) continue;
    const sequence = sequences.includes(name) ? '$1' : `pg_get_serial_sequence($1, 'id')`;
    await client.query(`select setval(${sequence}, $2)`, [name, last]);
  }
}

const adminLine = z.object({ id: z.int(), username: z.string(), role: z.literal('admin'), is_active: z.literal(true) });
/** The admin who gets a password: the first one who may sign in. */
async function findAdmin(zip: ZipReader, manifest: Manifest): Promise<{ id: number; username: string } | undefined> {
  const users = manifest.kinds.find(({ name }) => name === 'users');
  if (!users) return undefined;
  for await (const line of linesIn(zip, kindPath('users'), users)) {
    const user = adminLine.safeParse(parsed('users', line)).data;
    if (user) return user;
  }
  return undefined;
}

/** All rows in one transaction, compared with the file before it is committed. */
async function insertAll(
  zip: ZipReader,
  manifest: Manifest,
  { client, secrets, adminPassword, signal }: ImportOptions,
) {
  const found = await findAdmin(zip, manifest);
  if (adminPassword && (await isEasyPassword(adminPassword, found ? [found.username] : [])))
    throw new Error(EASY_ADMIN);
  const password = adminPassword ?? newPassword();
  const fresh: Fresh = {
    secrets,
    lockedPassword: await hashPassword(randomKey(32)),
    admin: found && { id: found.id, passwordHash: await hashPassword(password) },
  };
  await client.query('begin');
  try {
    await client.query(
      `lock table ${[...Object.keys(kinds), ...Object.keys(left).filter((name) => name !== 'rate_counts')].map((name) => `"${name}"`).join(', ')} in share row exclusive mode`,
    );
    await requireEmpty(client);
    for (const [table, trigger] of quieted) await client.query(`alter table ${table} disable trigger ${trigger}`);
    for (const [name, { isSeeded }] of Object.entries(kinds)) if (isSeeded) await client.query(`delete from "${name}"`);
    await client.query('delete from sessions');
    for (const name of Object.keys(kinds)) {
      signal?.throwIfAborted();
      const kind = manifest.kinds.find((other) => other.name === name);
      if (kind) await insertKind(client, zip, kind, fresh);
    }
    await setNumbers(client, manifest);
    for (const [table, trigger] of quieted) await client.query(`alter table ${table} enable trigger ${trigger}`);
    const state = await readState(client, signal);
    const differ = differences(manifest.kinds, state);
    if (differ.length > 0) throw new Error(`The rows are not the same after the import: ${differ.join('; ')}.`);
    await client.query('commit');
    return { state, admin: found && { username: found.username, password: adminPassword ? undefined : password } };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Brings an export into an empty installation: its files first, then all rows in one transaction. Whatever goes wrong, no
 * row is there, and the files that were stored by then are removed by the next sweep.
 */
export async function importEverything(file: string, options: ImportOptions): Promise<Imported> {
  const { client, signal } = options;
  await prepareConnection(client);
  await requireEmpty(client);
  let zip: ZipReader | undefined;
  try {
    zip = await ZipReader.open(file);
    const manifest = await readManifest(zip);
    await check(zip, manifest, signal);
    await storeFiles(zip, manifest, options);
    return { manifest, ...(await insertAll(zip, manifest, options)) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && error.message.includes(file))
      throw new Error(`There is no file ${file}.`);
    if (error instanceof DamagedError)
      throw new Error(`${file} cannot be imported: ${error.message}. Nothing came in.`);
    throw error;
  } finally {
    zip?.close();
  }
}

/** What came in, for the person who ran it: one sentence a line. */
export function describeImport({ manifest, state, admin }: Imported): string[] {
  const rows = state.reduce((sum, kind) => sum + kind.rows, 0);
  const width = Math.max(...state.map(({ name }) => name.length));
  return [
    ...state
      .filter((kind) => kind.rows > 0)
      .map((kind) => `${kind.name.padEnd(width)}  ${String(kind.rows).padStart(9)}  ${kind.sha256.slice(0, 16)}`),
    `${rows} rows of ${manifest.at} came in, and ${manifest.files.count} files. Every kind has the same hash as in the export.`,
    ...(manifest.files.missing > 0 ? [`${manifest.files.missing} files were missing when it was exported.`] : []),
    admin
      ? `Sign in as ${admin.username} with ${admin.password ? `${admin.password} (shown this once)` : 'the password of ADMIN_PASSWORD'}, and give the others new passwords under Team.`
      : 'No admin is in it: npm run admin -- create NAME makes one.',
    'New here: access codes, links of quotes, PINs, API keys, the key that signs evidence. Webhooks are switched off until somebody has looked at them.',
  ];
}
