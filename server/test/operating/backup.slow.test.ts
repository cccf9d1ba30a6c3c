import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openInstallation } from '../../src/db/embedded/installation.ts';
import { ArchiveWriter, readArchive } from '../../src/operations/backup/archive/archive.ts';
import { MANIFEST, manifestSchema, newAbout } from '../../src/operations/backup/archive/manifest.ts';
import { photo, quoteBody } from '../support/factories.ts';
import { runCommand, startCommand } from '../support/operator.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

const ADMIN = { ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: 'a-good-password-1' };
const BACKUP_PASSPHRASE = 'correct horse battery staple';
let dir: string;
let server: ServerProcess;
const at = (...names: string[]) => join(dir, ...names);
const environment = (more: Record<string, string> = {}) => ({
  DATA_DIR: at('data'),
  PORT: '0',
  LIMIT_SCALE: '1000',
  BACKUP_TIME: 'off',
  ...ADMIN,
  ...more,
});

/** Runs SQL on a data folder's database, with or without a running server. */
async function sql<T>(dataDir: string, ...statements: string[]): Promise<T[]> {
  const installation = await openInstallation(readConfig({ DATA_DIR: dataDir }), () => undefined);
  try {
    const client = await installation.connect();
    try {
      let rows: T[] = [];
      for (const statement of statements) rows = (await client.query(statement)).rows;
      return rows;
    } finally {
      await client.end();
    }
  } finally {
    await installation.close();
  }
}
async function post(url: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const isForm = body instanceof FormData;
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return { json: await answer.json(), cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/** Creates quotes with photos, one after the other, until stopped; returns what was acknowledged by when. */
function keepWriting(url: string) {
  const acknowledged: { id: number; at: number }[] = [];
  let isOver = false;
  const work = async () => {
    const bytes = await photo();
    while (!isOver) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg');
      const { json, cookie } = await post(url, '/api/v1/upload', form);
      const [item] = quoteBody().items;
      const body = { ...quoteBody(), items: [{ ...item, images: [json.file.url] }] };
      const made = await post(url, '/api/v1/quotes', body, { cookie });
      acknowledged.push({ id: made.json.id, at: Date.now() });
    }
  };
  const working = work();
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await working;
    },
  };
}
const manifestOf = async (file: string) => {
  for await (const { path, bytes } of readArchive(file)) {
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    if (path === MANIFEST) return manifestSchema.parse(JSON.parse(Buffer.concat(parts).toString()));
  }
  throw new Error('no manifest');
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-backup-'));
  await chmod(dir, 0o755);
  server = await startProcess(environment());
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

/** The figures that are not those of the rows. */
const WRONG_FIGURES = `select topic, state, span, sum(amount) from (
    select topic, state, span, amount from counted_figures() union all select topic, state, span, -amount from figures) l
  group by topic, state, span having sum(amount) <> 0`;
const UNKEPT = ['orders', 'quotes', 'emails', 'customers']
  .map((table) => `drop function keep_figures_of_${table}() cascade`)
  .join('; ');

describe('a backup', () => {
  it('B01 B02 B09 G09 made under writes restores to one moment: every row and photo that was acknowledged before it, equal by count and hash; one of an older release is brought up to date', async () => {
    const writing = keepWriting(server.url);
    const files = [at('one.tar'), at('two.tar')];
    const starts: number[] = [];
    for (const file of files) {
      await expect.poll(() => writing.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(starts.length * 5 + 3);
      starts.push(Date.now());
      expect(await runCommand('backup', [file], environment())).toMatchObject({ code: 0 });
    }
    await writing.stop();
    const [one = '', two = ''] = files;
    expect(await runCommand('backup', ['--verify', one], environment())).toMatchObject({
      code: 0,
      output: expect.stringMatching(/is whole: \d+ rows and \d+ files are as they were/),
    });
    const data = at('restored');
    expect(await runCommand('restore', [two], environment({ DATA_DIR: data }))).toMatchObject({
      code: 0,
      output: expect.stringContaining('Without it the start is refused'),
    });
    const rows = await sql<{ id: number }>(data, 'select id from quotes');
    const there = new Set(rows.map(({ id }) => id));
    const before = writing.acknowledged.filter((write) => write.at < (starts[1] ?? 0));
    expect(before.length).toBeGreaterThan(3);
    expect(before.filter(({ id }) => !there.has(id))).toEqual([]);
    expect(await sql(data, WRONG_FIGURES)).toEqual([]);
    const keys = await sql<{ key: string }>(data, 'select key from stored_files');
    expect(keys.length).toBeGreaterThan(3);
    for (const { key } of keys) expect(existsSync(join(data, 'files', key.slice(0, 2), key)), key).toBe(true);
    const { database, missingFiles } = await manifestOf(two);
    expect(missingFiles).toEqual([]);
    expect(database?.tables.find(({ name }) => name === 'quotes')?.rows).toBe(rows.length);
    // The restored one is a whole installation, once the secret is back.
    const secretless = startProcess(environment({ DATA_DIR: data }));
    await expect(secretless).rejects.toThrow('The secret of this database is missing');
    await copyFile(at('data', 'session-secret'), join(data, 'session-secret'));
    const second = await startProcess(environment({ DATA_DIR: data }));
    const last = before.at(-1);
    const { cookie } = await post(second.url, '/api/login', { username: 'boss', password: ADMIN.ADMIN_PASSWORD });
    const answer = await fetch(`${second.url}/api/v1/quotes/${last?.id}`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    expect(await second.end('SIGTERM')).toBe(0);

    // As an earlier release left it.
    const older = ['20261122_secret_mark', '20261122_backup_runs', '20261122_figures']
      .map((name) => `'${name}'`)
      .join(', ');
    await sql(
      data,
      `${UNKEPT}; drop function counted_figures(); drop table secret_mark, backup_runs, figures; delete from schema_migrations where name in (${older})`,
    );
    expect(await runCommand('backup', [at('old.tar')], environment({ DATA_DIR: data }))).toMatchObject({ code: 0 });
    const again = at('again');
    expect(await runCommand('restore', [at('old.tar')], environment({ DATA_DIR: again }))).toMatchObject({ code: 0 });
    await copyFile(at('data', 'session-secret'), join(again, 'session-secret'));
    const third = await startProcess(environment({ DATA_DIR: again }));
    expect(await sql(again, 'select count(*)::int as count from quotes')).toEqual([{ count: rows.length }]);
    expect(await sql(again, WRONG_FIGURES)).toEqual([]);
    expect(await third.end('SIGTERM')).toBe(0);
    // Five archives and four starts of a whole installation.
  }, 300_000);

  it('B03 that is killed or interrupted leaves nothing under the final name, and the next one is whole', async () => {
    const file = at('killed.tar');
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await rm(`${file}.partial`, { force: true });
      const command = startCommand('backup', [file], environment());
      await expect.poll(() => existsSync(`${file}.partial`), { timeout: 30_000, interval: 2 }).toBe(true);
      process.kill(command.pid, signal);
      const { code } = await command.ended;
      expect(code).not.toBe(0);
      expect(existsSync(file)).toBe(false);
      expect(existsSync(`${file}.partial`)).toBe(signal === 'SIGKILL');
    }
    expect(await runCommand('backup', [file], environment())).toMatchObject({ code: 0 });
    expect(existsSync(`${file}.partial`)).toBe(false);
    expect((await manifestOf(file)).database?.tables.length).toBeGreaterThan(10);
  });

  it('B04 has the secrets only encrypted: the right passphrase brings them back, another is refused, none says what it means', async () => {
    const secret = await readFile(at('data', 'session-secret'), 'utf8');
    const password = await readFile(at('data', 'postgres.password'), 'utf8');
    const plain = at('plain.tar');
    const sealed = at('sealed.tar');
    const made = await runCommand('backup', [plain], environment());
    expect(made.output).toContain('The secrets are not in it');
    await runCommand('backup', [sealed], environment({ BACKUP_PASSPHRASE }));
    for (const file of [plain, sealed]) {
      const bytes = await readFile(file);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      for (const word of [secret, password, BACKUP_PASSPHRASE]) expect(bytes.includes(word)).toBe(false);
    }
    const restore = (name: string, file: string, more: Record<string, string> = {}) =>
      runCommand('restore', [file], environment({ DATA_DIR: at(name), ...more }));
    const wrong = await restore('wrong', sealed, { BACKUP_PASSPHRASE: 'another horse battery' });
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('encrypted with another passphrase') });
    expect(existsSync(at('wrong'))).toBe(false);
    await writeFile(at('passphrase'), `${BACKUP_PASSPHRASE}\n`);
    expect(await restore('right', sealed, { BACKUP_PASSPHRASE_FILE: at('passphrase') })).toMatchObject({ code: 0 });
    expect(await readFile(at('right', 'session-secret'), 'utf8')).toBe(secret);
    expect(await readFile(at('right', 'postgres.password'), 'utf8')).not.toBe(password);
  });

  it('B04 B05 of a database of one’s own holds files and secrets, and says what backs up the database', async () => {
    const [row] = await sql<{ port: string }>(at('data'), `select current_setting('port') as port`);
    const password = (await readFile(at('data', 'postgres.password'), 'utf8')).trim();
    const DATABASE_URL = `postgres://quickfleet:${password}@127.0.0.1:${row?.port}/quickfleet`;
    const file = at('elsewhere.tar');
    const made = await runCommand('backup', [file], environment({ DATABASE_URL, BACKUP_PASSPHRASE }));
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('back that up with pg_dump') });
    const { about, database, files } = await manifestOf(file);
    expect({ ...about, database }).toMatchObject({ database: null, secrets: 'encrypted' });
    expect(files.some(({ path }) => path.startsWith('postgres/'))).toBe(false);
    const locked = await runCommand('restore', [file], environment({ DATA_DIR: at('locked') }));
    expect(locked.output).toContain('were not restored: restore again with BACKUP_PASSPHRASE');
    const restored = await runCommand('restore', [file], environment({ DATA_DIR: at('files'), BACKUP_PASSPHRASE }));
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('restore its dump with pg_restore') });
    expect((await readdir(at('files'))).filter((name) => !name.startsWith('quickfleet.lock')).sort()).toEqual([
      'files',
      'session-secret',
    ]);
  });
});

describe('a restore', () => {
  let file: string;
  beforeAll(async () => {
    file = at('good.tar');
    expect(await runCommand('backup', [file], environment())).toMatchObject({ code: 0 });
  });
  const refused = async (from: string, sentence: string | RegExp) => {
    const data = at('refused');
    const { code, output } = await runCommand('restore', [from], environment({ DATA_DIR: data }));
    expect(output).toMatch(sentence);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
    expect(existsSync(data)).toBe(false);
  };

  it('B06 into a folder that is not empty is refused, and the folder is unharmed', async () => {
    const data = at('mine');
    await mkdir(data);
    await writeFile(join(data, 'letter.txt'), 'mine');
    const { code, output } = await runCommand('restore', [file], environment({ DATA_DIR: data }));
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('is not empty (letter.txt)') });
    expect(await readdir(data)).toEqual(['letter.txt']);
    const running = await runCommand('restore', [file], environment());
    expect(running).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it('B07 of a damaged archive is refused with a sentence and leaves nothing', async () => {
    await refused(at('nowhere.tar'), /^There is no file/);
    const bytes = await readFile(file);
    const bad = at('bad.tar');
    for (const part of [0.5, 0.98]) {
      await writeFile(bad, bytes.subarray(0, Math.floor(bytes.length * part)));
      await refused(bad, /is damaged.* Nothing was restored/);
    }
    await writeFile(bad, bytes);
    const handle = await open(bad, 'r+');
    for (const part of [0.3, 0.7]) await handle.write(Buffer.from('damage'), 0, 6, Math.floor(bytes.length * part));
    await handle.close();
    await refused(bad, /is damaged.* Nothing was restored/);
    await writeFile(bad, 'no tar at all');
    await refused(bad, /is damaged: it is cut off, or no tar/);
  });

  it('B08 of a newer release or schema is refused, and one of another kind of machine too', async () => {
    const { about } = await manifestOf(file);
    const { format, product, ...facts } = about;
    const newer = at('newer.tar');
    const write = async (more: Partial<typeof facts>) => {
      const archive = await ArchiveWriter.create(newer);
      await archive.addText('about.json', JSON.stringify(newAbout({ ...facts, ...more })));
      await archive.finish();
    };
    await write({ release: '99.0.0' });
    await refused(newer, /was made by QuickFleet 99\.0\.0, which is newer than this one/);
    await write({ schema: [...facts.schema, '29991231_from_the_future'] });
    await refused(newer, /29991231_from_the_future/);
    await write({ machine: 'plan9-mips' });
    await refused(newer, /holds a database of plan9-mips, which does not open on/);
  });
});
