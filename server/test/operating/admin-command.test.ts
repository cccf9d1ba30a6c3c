import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { verifyPassword } from '../../src/security/password.ts';
import { start } from '../../src/start.ts';
import { type Clone, cloneDatabase } from '../support/clone.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const SECRET = 'a-secret-of-the-first-installation-1';
const OTHER = 'another-secret-of-another-process-12';
let clone: Clone;
let dir: string;
let sql: pg.Client;
beforeAll(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-admin-'));
  sql = new pg.Client({ connectionString: clone.url });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await clone.drop();
  await rm(dir, { recursive: true, force: true });
});

/** `npm run admin -- …` with `typed` as its standard input. */
const admin = (args: readonly string[], typed = '') =>
  new Promise<{ code: number | string | null; said: string }>((done) => {
    const env = { ...process.env, DATABASE_URL: clone.url, DATA_DIR: dir };
    const child = execFile('npm', ['run', '-s', 'admin', '--', ...args], { cwd: ROOT, env }, (error, out, errors) =>
      done({ code: error ? (error.code ?? null) : 0, said: out + errors }),
    );
    child.stdin?.end(typed);
  });
const begin = (more: Record<string, string>) =>
  start(readConfig({ DATABASE_URL: clone.url, DATA_DIR: dir, PORT: '0', LOG_LEVEL: 'fatal', ...more }));
const userOf = async (username: string) =>
  (await sql.query('select role, password_hash from users where username = $1', [username])).rows[0];

describe('the first admin', () => {
  it('N11 is not made with an ADMIN_PASSWORD that guessers try early, and the start is refused', async () => {
    for (const ADMIN_PASSWORD of ['letmein123', 'aaaaaaaa', 'adminadmin'])
      await expect(begin({ ADMIN_PASSWORD, SESSION_SECRET: SECRET }), ADMIN_PASSWORD).rejects.toThrow(
        'ADMIN_PASSWORD is too easy to guess',
      );
    expect((await sql.query('select count(*)::int as n from users')).rows).toEqual([{ n: 0 }]);
  });
});

describe('npm run admin', () => {
  it('N11 works on the installation that a .env file names, as npm start does', async () => {
    const home = join(dir, 'home');
    await mkdir(home);
    await writeFile(join(home, '.env'), `DATABASE_URL=${clone.url}\nDATA_DIR=${dir}\n`);
    const env = { PATH: process.env['PATH'] };
    const child = spawn(process.execPath, [join(ROOT, 'scripts/admin.ts'), 'create', 'carla'], { cwd: home, env });
    child.stdin.end('winter-orchard-basalt-9\n');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect(await userOf('carla')).toMatchObject({ role: 'admin' });
    await sql.query(`delete from users where username = 'carla'`);
  });

  it('N11 takes a good password from standard input alone, and refuses what guessers try early', async () => {
    const onCommandLine = await admin(['create', 'boss', 'winter-orchard-basalt-9']);
    expect(onCommandLine.code).toBe(2);
    expect(onCommandLine.said).toContain('the password is asked for');
    for (const [typed, sentence] of [
      ['letmein123\n', 'too easy to guess'],
      ['aaaaaaaa\n', 'too easy to guess'],
      ['short\n', 'at least 8 characters'],
    ] as const) {
      const refused = await admin(['create', 'boss'], typed);
      expect(refused.code, typed).toBe(1);
      expect(refused.said).toContain(sentence);
    }
    expect(await userOf('boss')).toBeUndefined();
    expect(await admin(['create', 'boss'], 'winter-orchard-basalt-9\n')).toEqual({
      code: 0,
      said: 'boss is an admin now.\n',
    });
    const boss = await userOf('boss');
    expect(boss.role).toBe('admin');
    expect(await verifyPassword('winter-orchard-basalt-9', boss.password_hash)).toBe(true);
  });

  it('N11 makes a password where none is given, and prints it that once', async () => {
    const made = await admin(['create', 'chief'], '\n');
    const password = /Password: (\S+)/.exec(made.said)?.[1] ?? '';
    expect(password).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect(await verifyPassword(password, (await userOf('chief')).password_hash)).toBe(true);
  });

  it('N07 forget-secret lets the next start take another secret, which is refused before', async () => {
    await (await begin({ SESSION_SECRET: SECRET })).stop();
    await expect(begin({ SESSION_SECRET: OTHER })).rejects.toThrow(/was made with another secret/);
    const forgotten = await admin(['forget-secret']);
    expect(forgotten.code, forgotten.said).toBe(0);
    expect(forgotten.said).toContain('The next start takes the SESSION_SECRET it is given.');
    await (await begin({ SESSION_SECRET: OTHER })).stop();
    await expect(begin({ SESSION_SECRET: SECRET })).rejects.toThrow(/was made with another secret/);
  });
});
