import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { misspelledSettings, readConfig } from '../../src/config.ts';
import { sentenceFor } from '../../src/server.ts';
import { start } from '../../src/start.ts';
import { type Clone, cloneDatabase } from '../support/clone.ts';

let clone: Clone;
let dir: string;
let taken: Server | undefined;
beforeAll(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
});
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-sentences-'));
});
afterEach(async () => {
  await new Promise((done) => (taken ? taken.close(done) : done(undefined)));
  taken = undefined;
  await rm(dir, { recursive: true, force: true });
});
afterAll(() => clone.drop());

const takePort = () =>
  new Promise<string>((done) => {
    taken = createServer().listen(0, '127.0.0.1', () => {
      const address = taken?.address();
      done(String(typeof address === 'object' && address ? address.port : 0));
    });
  });
/** What a start says that fails; who was made in one that did not. */
async function launch(more: Record<string, string>): Promise<string> {
  const config = readConfig({ DATABASE_URL: clone.url, DATA_DIR: dir, PORT: '0', LOG_LEVEL: 'silent', ...more });
  try {
    const running = await start(config);
    await running.stop();
    return `First admin ${running.firstAdmin?.username} ${running.firstAdmin?.password}`;
  } catch (error) {
    return sentenceFor(error, config);
  }
}
const addressWith = (change: (url: URL) => void) => {
  const url = new URL(clone.url);
  change(url);
  return url.toString();
};

describe('a start that fails says what and how to go on', { timeout: 60_000 }, () => {
  it('N17 before it has made anything when the port is taken', async () => {
    const PORT = await takePort();
    const said = await launch({ PORT, DATA_DIR: join(dir, 'data') });
    expect(said).toContain(`Port ${PORT} on 127.0.0.1 is already in use.`);
    expect(said).not.toContain('First admin');
    expect(await readdir(dir)).toEqual([]);
    // No user was created with a password that nobody saw.
    expect(await launch({ DATA_DIR: join(dir, 'data') })).toMatch(/^First admin admin \w{4}-/);
  });

  it('N17 and shows the password that it has just made, whatever went wrong after that', async () => {
    const made: string[] = [];
    const other = await cloneDatabase(inject('templateUrl'));
    const failing = start(readConfig({ DATABASE_URL: other.url, DATA_DIR: dir, PORT: '0', LOG_LEVEL: 'silent' }), {
      onFirstAdmin: ({ username, password }) => made.push(`${username} ${password}`),
      prepare: () => Promise.reject(new Error('no demo today')),
    });
    await expect(failing).rejects.toThrow('no demo today');
    expect(made).toEqual([expect.stringMatching(/^admin \w{4}-\w{4}-\w{4}-\w{4}$/)]);
    await other.drop();
  });

  it('N18 names DATABASE_URL for a wrong user, a wrong password and a missing database', async () => {
    const stranger = addressWith((url) => {
      url.username = 'nobody@home';
      url.password = 'wrong-password';
    });
    const said = await launch({ DATABASE_URL: stranger });
    expect(said).toMatch(/^The database at \S+ refuses the user "nobody@home".*DATABASE_URL.*%40/);
    expect(said).not.toContain('wrong-password');
    const missing = await launch({
      DATABASE_URL: addressWith((url) => {
        url.pathname = '/no_such_database';
      }),
    });
    expect(missing).toMatch(/^There is no database "no_such_database" at .*DATABASE_URL/);
  });

  it('N18 names DATA_DIR for a file in its place and a file on the way', async () => {
    const file = join(dir, 'a-file');
    await writeFile(file, 'x');
    for (const [DATA_DIR, reason] of [
      [file, 'a file has that name'],
      [join(file, 'data'), 'a part of that path is a file'],
    ] as const) {
      const said = await launch({ DATA_DIR });
      expect(said).toContain(`DATA_DIR is ${DATA_DIR}, and ${reason}`);
      expect(said).toContain('choose another DATA_DIR');
    }
  });

  it.runIf(platform() === 'linux')(
    'N27 names DATA_DIR where a mount makes nothing and says that nothing is there',
    async () => {
      for (const DATA_DIR of ['/proc/quickfleet', '/proc/quickfleet/data', '/dev/fd/data'])
        expect(await launch({ DATA_DIR })).toMatch(new RegExp(`^DATA_DIR is ${DATA_DIR}, and .* DATA_DIR\\.$`));
    },
  );

  it('N27 names DATA_DIR where a part of it cannot be used', async () => {
    await writeFile(join(dir, 'incoming'), 'x');
    const other = await cloneDatabase(inject('templateUrl'));
    expect(await launch({ DATABASE_URL: other.url })).toMatch(/incoming cannot be used .*DATA_DIR/);
    await other.drop();
  });
});

describe('the settings', () => {
  it.each([
    ['DATABASE_URL', 'postgres://me:pa#ss@db.example:5432/fleet'],
    ['DATABASE_URL', 'postgres://me:12#ss@db.example:5432/fleet'],
    ['DATABASE_URL', 'postgres://me:1/2@db.example/fleet'],
    ['DATABASE_URL', 'postgres://me:1?2@db.example/fleet'],
    ['DATABASE_URL', 'postgres://me:50%@db.example/fleet'],
    ['SMTP_URL', 'smtp://me:1#2@mail.example:587'],
    ['SMTP_URL', 'smtp://me:50%zz@mail.example:587'],
  ])('N18 %s with a character that is not encoded is refused with the way to write it: %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is not a valid address.*%40 for @`));
    expect(() => readConfig({ [name]: value })).not.toThrow(value);
  });

  it('N18 that look like ours and are not are named, and no others', () => {
    expect(
      misspelledSettings({
        ...{ SMPT_URL: 'x', DATBASE_URL: 'x', DATABASE_URI: 'x', S3_ACCESS_KEY: 'x', smtp_url: 'x', PUBLIC_URLS: 'x' },
        ...{ QUICKFLEET_PORT: 'x', ADMIN_PASSWORD_FILE: 'x' },
      }),
    ).toEqual([
      'SMPT_URL is not a setting of QuickFleet. Did you mean SMTP_URL?',
      'DATBASE_URL is not a setting of QuickFleet. Did you mean DATABASE_URL?',
      'DATABASE_URI is not a setting of QuickFleet. Did you mean DATABASE_URL?',
      'S3_ACCESS_KEY is not a setting of QuickFleet. Did you mean S3_ACCESS_KEY_ID?',
      'smtp_url is not a setting of QuickFleet. Did you mean SMTP_URL?',
      'PUBLIC_URLS is not a setting of QuickFleet. Did you mean PUBLIC_URL?',
      'QUICKFLEET_PORT is not a setting of QuickFleet.',
      'ADMIN_PASSWORD_FILE is not a setting of QuickFleet. Did you mean ADMIN_PASSWORD?',
    ]);
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'LOGNAME',
      'SHELL',
      'NODE_OPTIONS',
      'npm_config_cache',
      'PGHOST',
      'LANG',
    ];
    const more = [
      'SSH_CONNECTION',
      'POSTGRES_PASSWORD',
      'AWS_ACCESS_KEY_ID',
      'MAIL',
      'EDITOR',
      'PORT',
      'TZ',
      'DISPLAY',
    ];
    expect(misspelledSettings(Object.fromEntries([...others, ...more].map((name) => [name, 'x'])))).toEqual([]);
  });
});
