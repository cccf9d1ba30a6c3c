/**
 * npm run files -- check                counts the files of both stores against the rows; exit code 1 when some are missing
 * npm run files -- move --to s3         moves all files into the bucket while servers run; again after an interruption
 * npm run files -- move --to folder     the other way
 *                  --keep               leaves the source as it is
 * npm run files -- claim                gives the bucket to this database, for example after a restore
 * npm run files -- make-bucket          makes the bucket of S3_BUCKET when there is none
 */
import { parseArgs } from 'node:util';
import type { Config } from '../server/src/config.ts';
import { type Installation, openInstallation } from '../server/src/db/embedded/installation.ts';
import { readerOf } from '../server/src/db/rows.ts';
import { readNewer } from '../server/src/db/schema/schema-stamp.ts';
import { databaseIdentity, ownsFiles } from '../server/src/files/files-owner.ts';
import { openStores } from '../server/src/files/files-pair.ts';
import { countFiles, moveFiles } from '../server/src/files/uploads/move-files.ts';
import { printable } from '../server/src/security/safe-path.ts';
import { runCommand } from './command.ts';

const USAGE = 'Usage: npm run files -- check | move --to s3 [--keep] | move --to folder [--keep] | claim | make-bucket';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string' }, keep: { type: 'boolean', default: false } },
});
const SHOWN = 10;
type Client = Awaited<ReturnType<Installation['connect']>>;

async function requireBucket(config: Config) {
  const stores = await openStores(config);
  if (!stores.s3) throw new Error('S3_BUCKET must name the bucket, and S3_* how to reach it.');
  return { ...stores, s3: stores.s3 };
}

async function check(config: Config, client: Client): Promise<void> {
  const counts = await countFiles(await openStores(config), client);
  console.log(`${counts.rows} photos and signatures are named by the database, each with its thumbnail.`);
  console.log(`Files in the folder: ${counts.folder}. In the bucket: ${counts.s3}. In both: ${counts.both}.`);
  console.log(`Without a row: ${counts.withoutRow} (uploads of this moment, and what the next sweeps remove).`);
  if (counts.missing.length === 0) return console.log('None is missing.');
  console.log(`Missing in both: ${counts.missing.length}`);
  for (const key of counts.missing.slice(0, SHOWN)) console.log(`  ${printable(key)}`);
  process.exitCode = 1;
}

const readerThrough = (client: Client) => readerOf(async (sql) => (await client.query(sql)).rows);

async function move(config: Config, client: Client, signal: AbortSignal): Promise<void> {
  const { to } = values;
  if (to !== 's3' && to !== 'folder') throw new Error(USAGE);
  const { folder, s3 } = await requireBucket(config);
  if (config.FILES_STORE !== to)
    throw new Error(
      `FILES_STORE is ${config.FILES_STORE}: servers would go on writing there. Set FILES_STORE=${to} for all of them, restart them, and call this again with the same setting.`,
    );
  const { isOurs, place } = await ownsFiles(s3, readerThrough(client));
  if (!isOurs)
    throw new Error(
      `${place} belongs to another database. Name another S3_BUCKET or S3_PREFIX, or give it to this one: npm run files -- claim`,
    );
  const [from, target] = to === 's3' ? [folder, s3] : [s3, folder];
  const moved = await moveFiles({ from, to: target, isKeeping: values.keep, log: console.error, signal }, client);
  console.log(
    `${moved.copied} files copied (${(moved.bytes / 1_000_000).toFixed(1)} MB), ${moved.alreadyThere} were there already, ${moved.removed} removed from where they were. Each was read back and compared.`,
  );
  if (moved.left > 0)
    throw new Error(`${moved.left} new files came from servers that do not have FILES_STORE=${to} yet.`);
}

async function claim(config: Config, client: Client): Promise<void> {
  const { s3 } = await requireBucket(config);
  const [database] = await readerThrough(client)(databaseIdentity, 'select $columns');
  await s3.owner?.write(database?.identity ?? '');
  console.log(`${s3.owner?.place} belongs to this database now: its sweep removes files there that no row names.`);
}

await runCommand(async (config, signal) => {
  const [action] = positionals;
  if (action === 'make-bucket') {
    await requireBucket(config);
    const { makeBucket } = await import('../server/src/files/files-s3.ts');
    const isNew = await makeBucket(config, config.S3_BUCKET ?? '');
    console.log(isNew ? `The bucket ${config.S3_BUCKET} was made.` : `The bucket ${config.S3_BUCKET} is there.`);
    return;
  }
  if (positionals.length !== 1 || !['check', 'move', 'claim'].includes(action ?? '')) throw new Error(USAGE);
  const installation = await openInstallation(config, console.error);
  try {
    const client = await installation.connect();
    try {
      await readNewer(client);
      if (action === 'check') await check(config, client);
      else if (action === 'move') await move(config, client, signal);
      else await claim(config, client);
    } finally {
      await client.end();
    }
  } finally {
    await installation.close();
  }
});
