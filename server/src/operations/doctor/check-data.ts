import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { c, select } from '../../db/rows.ts';
import { joinSorted, type Same, sameNamed } from '../../db/sorted.ts';
import { isFileKey, type ListedFile, pictureKey } from '../../files/files.ts';
import { ownsFiles } from '../../files/files-owner.ts';
import { sortedName, storedKeys } from '../../files/uploads/stored-keys.ts';
import { backupFolder } from '../backup/archive/folder.ts';
import { nightliesIn } from '../backup/nights.ts';
import { readBackupState } from '../backup/runs.ts';
import { readArchiveState } from '../backup/wal/wal-archive.ts';
import { archivesWal } from '../backup/wal/wal-series.ts';
import { ageText, Findings, type Patient, plural } from './check.ts';

const STRAY_MS = 2 * 3_600_000;
const SHOWN = 3;

/** How many there are, and the first of them. */
class Counted {
  count = 0;
  readonly #first: string[] = [];
  add(name: string): void {
    if (this.count++ < SHOWN) this.#first.push(name);
  }
  toString(): string {
    return `${this.#first.join(', ')}${this.count > SHOWN ? ', …' : ''}`;
  }
}

/** Whether every row has its file, and every file its row. */
export async function checkFiles(patient: Patient): Promise<Findings> {
  const { files, read } = patient;
  const found = new Findings('Files');
  // Nothing more can be said of a bucket that does not do what is asked of it.
  if (!(await isStoreWorking(patient, found))) return found;
  const gone = new Counted();
  const strays = new Counted();
  let pictures = 0;
  const rows = { rows: storedKeys(read), keyOf: sortedName };
  const nameOf = ({ key }: ListedFile) => sortedName(key);
  // A picture and its small version.
  const stored = { rows: sameNamed(files.list(), nameOf), keyOf: ([file]: Same<ListedFile>) => nameOf(file) };
  for await (const [key, there = []] of joinSorted(rows, stored)) {
    if (key !== undefined) pictures++;
    // What was uploaded since its folder was looked at is there now.
    const isThere = key === undefined || there.some((file) => file.key === key);
    if (!isThere && (await files.size(key)) === undefined) gone.add(key);
    for (const file of there)
      if (isFileKey(file.key) && pictureKey(file.key) !== key && (await file.age()) > STRAY_MS) strays.add(file.key);
  }
  if (gone.count > 0)
    found.fail(
      'Photos',
      `${plural(gone.count, 'photo is', 'photos are')} missing that the database names: ${gone}.`,
      'Copy them back from a backup into DATA_DIR: each is in the folder files under the first two letters of its name.',
    );
  else found.ok('Photos', `All ${pictures} photos and signatures that the database names are there.`);
  if (strays.count > 0)
    found.warn(
      'Left-over files',
      `${plural(strays.count, 'file has', 'files have')} no row: ${strays}.`,
      'The sweep removes them within the hour while a server runs; if they stay, read its log.',
    );
  return found;
}

/** Whether the bucket, when there is one, does all that is asked of it, and is this database's. */
async function isStoreWorking({ config, files, read }: Patient, found: Findings): Promise<boolean> {
  const { FILES_STORE, S3_BUCKET } = config;
  if (!S3_BUCKET || !files.probe) return true;
  const advice =
    'See that the bucket is private and that S3_* name it with a key that may list, read, write and delete.';
  try {
    await files.probe();
    found.ok(
      'Bucket',
      `A trial object could be written, read and deleted in ${S3_BUCKET}, and strangers have no access.`,
    );
  } catch (error) {
    found.fail('Bucket', `${S3_BUCKET}: ${error instanceof Error ? error.message : error}`, advice);
    return false;
  }
  const { isOurs, place } = await ownsFiles(files, read);
  if (!isOurs)
    found.fail(
      'Owner',
      `Another database was the first to use ${place}, so nothing in it is swept.`,
      'Name another S3_BUCKET or S3_PREFIX. If that database is gone, for example after a restore: npm run files -- claim',
    );
  if (FILES_STORE === 'folder')
    found.warn(
      'Two stores',
      'New files go to the folder, and S3_BUCKET is read as well.',
      'Finish the move: npm run files -- check says where the files are.',
    );
  return true;
}

const upSince = select({ up: c.float('extract(epoch from clock_timestamp() - pg_postmaster_start_time()) * 1000') });
const BEHIND_MS = 5 * 60_000;
/** Whether what is written between two nights can be restored too. */
async function checkArchive(found: Findings, { config, read, now }: Patient): Promise<void> {
  const name = 'Any second';
  if (!archivesWal(config)) return;
  const state = await readArchiveState(read, config);
  const bases = await nightliesIn(backupFolder(config));
  if (!state || bases.length === 0)
    return found.warn(
      name,
      'Nothing that was written since the last backup can be restored: changes are archived once there is a nightly backup to start from.',
      'The first one is made within minutes of the first start; if it is not there by then, read the log of the server.',
    );
  const { folder, isLost, behind, writtenAt } = state;
  if (isLost)
    return found.fail(
      name,
      `Changes are not archived: ${folder} could not be written to, and too many waited.`,
      'Make room there or give it to the user that runs QuickFleet; the archive restarts with the next nightly backup.',
    );
  const [run] = await read(upSince, 'select $columns');
  const age = now.getTime() - (writtenAt?.getTime() ?? 0);
  // PostgreSQL that was started for this look has written since its server stopped.
  if (behind > 0n && age > BEHIND_MS && run !== undefined && run.up > BEHIND_MS)
    found.fail(
      name,
      `The archive of changes in ${folder} is ${ageText(age)} old.`,
      'See that the folder can be written to and has room, and read the log of the server.',
    );
  else
    found.ok(
      name,
      `Changes are archived up to ${ageText(Math.max(age, 0))} ago: any second until then can be restored.`,
    );
}

const runsTable = select({ isThere: c.bool(`to_regclass('backup_runs') is not null`) });
const firstStart = select({ at: c.float('extract(epoch from min(executed_at)) * 1000').nullable() });
const LATE_MS = 26 * 3_600_000;

/** Whether there is a way back. */
export async function checkBackups(patient: Patient): Promise<Findings> {
  const { config, read, now } = patient;
  const found = new Findings('Backups');
  const folder = backupFolder(config);
  // A database of an earlier release is brought up to date at the next start.
  const [table] = await read(runsTable, 'select $columns');
  const nothing = { lastSuccess: null, lastFile: null, failure: null, failedAt: null };
  const state = table?.isThere ? await readBackupState(read) : nothing;
  const isNightly = config.BACKUP_TIME !== 'off';
  const [first] = await read(firstStart, 'select $columns from schema_migrations');
  const age = now.getTime() - (state.lastSuccess?.getTime() ?? first?.at ?? 0);
  const advice = isNightly
    ? `Read the log of the server, or make one now: npm run backup`
    : 'Make one now (npm run backup), and set BACKUP_TIME for automatic backups.';
  if (state.failure)
    found.fail('Nightly', `The backup of ${state.failedAt?.toISOString()} failed: ${state.failure}`, advice);
  if (!state.lastSuccess && age < LATE_MS && isNightly)
    found.warn(
      'Age',
      'There is no backup yet; the first one is made within minutes of the first start.',
      'Make one now: npm run backup',
    );
  else if (!state.lastSuccess) found.fail('Age', 'There is no backup.', advice);
  else if (age > LATE_MS) found.fail('Age', `The newest backup is ${ageText(age)} old.`, advice);
  else found.ok('Age', `The newest backup is ${ageText(age)} old: ${state.lastFile}.`);
  const place = await stat(folder).catch(() => undefined);
  const writable = await access(place ? folder : dirname(folder), constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    found.fail(
      'Target',
      `${folder} cannot be written to.`,
      'Make the folder and give it to the user that runs QuickFleet.',
    );
  else if (!place || place.dev === (await stat(resolve(config.DATA_DIR))).dev)
    found.warn(
      'Target',
      `Backups go to ${folder}, on the same disk as the data.`,
      'Set BACKUP_DIR to a folder on another disk or machine.',
    );
  else found.ok('Target', `Backups go to ${folder}, on another disk than the data.`);
  await checkArchive(found, patient);
  if (!config.BACKUP_PASSPHRASE && !config.BACKUP_PASSPHRASE_FILE)
    found.warn(
      'Secrets',
      'Backups hold no secrets: after a loss of the machine the access codes of open orders are lost.',
      'Set BACKUP_PASSPHRASE and keep it elsewhere, or keep SESSION_SECRET elsewhere.',
    );
  else found.ok('Secrets', 'Backups hold the secrets, encrypted.');
  if (config.DATABASE_URL)
    found.warn(
      'Database',
      'DATABASE_URL is set, so these backups hold files and secrets only.',
      'See that pg_dump or the provider backs up the database, shortly before BACKUP_TIME.',
    );
  return found;
}
