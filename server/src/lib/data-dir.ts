import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createSecrets, randomKey, type Secrets } from './secrets.ts';

const LENGTH_MIN = 32;
const WORD = 'quickfleet';
const WAY_OUT =
  'If it is lost for good, `npm run admin -- forget-secret` lets a new one begin; open orders then need new access codes.';

/** The secret kept beside the data; undefined when there is none yet. */
async function keptSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`The secret in ${file} cannot be read: ${error.message}`);
  });
  if (text === undefined) return undefined;
  const secret = text.trim();
  if (secret.length < LENGTH_MIN)
    throw new Error(
      `${file} must hold a secret of at least ${LENGTH_MIN} characters. Put the file back from a backup, or set SESSION_SECRET to what it held.`,
    );
  return secret;
}

/**
 * SESSION_SECRET, or one that is made once and kept beside the data. Refuses a secret that is not the one under which
 * this database's access codes and cookies were made, and never replaces one that is missing.
 */
export async function openSecrets(orm: MikroORM, dir: string, given: string | undefined): Promise<Secrets> {
  const file = join(dir, 'session-secret');
  const known = given ?? (await keptSecret(file));
  return orm.em.fork().transactional(async (em) => {
    // Two servers that start at once on one empty database: the first one's secret counts.
    await em.execute('lock table secret_mark in share row exclusive mode');
    const [mark] = await em.execute<{ sealed: string }[]>('select sealed from secret_mark');
    const [{ hasOrders = false } = {}] = await em.execute<{ hasOrders: boolean }[]>(
      'select exists(select 1 from orders) as "hasOrders"',
    );
    if (known === undefined && (mark || hasOrders))
      throw new Error(
        `The secret of this database is missing: put ${file} back from a backup, or set SESSION_SECRET to what it was. ${WAY_OUT}`,
      );
    const secret = known ?? randomKey(32);
    const secrets = createSecrets(secret);
    if (mark && secrets.open(mark.sealed) !== WORD)
      throw new Error(
        `This database was made with another secret: set SESSION_SECRET to the one that its other processes have, or put ${file} back from a backup. ${WAY_OUT}`,
      );
    if (known === undefined) {
      await mkdir(dir, { recursive: true });
      await writeFile(file, secret, { mode: 0o600, flag: 'wx' });
    }
    // While a secret is rotated, the newest one takes over.
    if (!mark || createSecrets(secret.split(',')[0] ?? '').open(mark.sealed) !== WORD)
      await em.execute(
        'insert into secret_mark (id, sealed) values (1, ?) on conflict (id) do update set sealed = excluded.sealed',
        [secrets.seal(WORD)],
      );
    return secrets;
  });
}
