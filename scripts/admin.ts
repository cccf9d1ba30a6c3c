/**
 * npm run admin -- create USERNAME   makes an admin, or gives an existing user the role and a new password. The password
 * is asked for, or read from standard input (`npm run admin -- create boss < file`); an empty line has one made.
 * npm run admin -- forget-secret     lets a new SESSION_SECRET begin when the old one is lost for good.
 * npm run admin -- rotate-key        retires the key that signs evidence and makes a new one; the old one stays published.
 * Works while the server is stopped (embedded database), or on the DATABASE_URL at any time.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { MikroORM } from '@mikro-orm/postgresql';
import { type Config, readConfig } from '../server/src/config.ts';
import { openSecrets } from '../server/src/db/embedded/data-dir.ts';
import { lockDataDir } from '../server/src/db/embedded/data-dir-lock.ts';
import { startEmbeddedPostgres } from '../server/src/db/embedded/embedded-postgres.ts';
import { ormOptions } from '../server/src/db/orm.config.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';
import { rotateKey } from '../server/src/delivery/evidence/signing-keys.service.ts';
import { makeAdmin } from '../server/src/people/users/first-admin.ts';

/** Never on the command line, which other users of the machine and the shell's history can read. */
async function askPassword(): Promise<string | undefined> {
  if (process.stdin.isTTY) process.stdout.write('New password (empty: one is made): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY === true });
  try {
    for await (const line of lines) return line === '' ? undefined : line;
    return undefined;
  } finally {
    lines.close();
    if (process.stdin.isTTY) process.stdout.write('\n');
  }
}

const commands = ['create', 'forget-secret', 'rotate-key'] as const;
type Command = (typeof commands)[number];

async function work(orm: MikroORM, config: Config, command: Command, username: string): Promise<string> {
  if (command === 'rotate-key') {
    const secrets = await openSecrets(orm, resolve(config.DATA_DIR), config.SESSION_SECRET);
    const { kid } = await rotateKey(orm.em.fork(), secrets, new Date());
    return `Evidence is signed with the key ${kid} from now on. The keys before it stay published.`;
  }
  if (command === 'forget-secret') {
    await orm.em.fork().execute('delete from secret_mark');
    return 'The next start takes the SESSION_SECRET it is given. Give open orders new access codes, and sign in again.';
  }
  const given = await askPassword();
  const password = await makeAdmin(orm, username, given);
  return given ? `${username} is an admin now.` : `${username} is an admin now. Password: ${password}`;
}

const [command, username = '', ...more] = process.argv.slice(2);
const known = commands.find((each) => each === command && (each === 'create') === (username !== ''));
if (!known || more.length > 0) {
  console.error(
    'Usage: npm run admin -- create USERNAME (the password is asked for), npm run admin -- forget-secret, or npm run admin -- rotate-key',
  );
  process.exit(2);
}
// A Ctrl-C must not leave PostgreSQL behind: it is answered once the work is done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.stdin.destroy());
try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig();
  const dir = resolve(config.DATA_DIR);
  const lock = config.DATABASE_URL ? undefined : await lockDataDir(dir, { log: console.error });
  try {
    const database = config.DATABASE_URL
      ? undefined
      : await startEmbeddedPostgres({ dir: join(dir, 'postgres'), log: console.error });
    try {
      const url = config.DATABASE_URL ?? database?.url ?? '';
      const orm = await MikroORM.init({ ...ormOptions(url), logger: () => undefined });
      try {
        await migrate(orm, url);
        console.log(await work(orm, config, known, username));
      } finally {
        await orm.close(true);
      }
    } finally {
      await database?.stop();
    }
  } finally {
    await lock?.release();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
