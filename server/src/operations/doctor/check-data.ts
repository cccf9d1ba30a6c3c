import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { t } from '@quickfleet/shared/words/t';
import { c, select } from '../../db/rows.ts';
import { joinSorted, type Same, sameNamed } from '../../db/sorted.ts';
import { isFileKey, type ListedFile, pictureKey } from '../../files/files.ts';
import { ownsFiles } from '../../files/files-owner.ts';
import { sortedName, storedKeys } from '../../files/uploads/stored-keys.ts';
import { backupFolder, startOfNight } from '../backup/archive/folder.ts';
import { nightliesIn } from '../backup/nights.ts';
import { type BackupState, readBackupState } from '../backup/runs.ts';
import { readArchiveState } from '../backup/wal/wal-archive.ts';
import { archivesWal } from '../backup/wal/wal-series.ts';
import { ageText, Findings, type Patient } from './check.ts';

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
      t('{count, plural, one {# photo is} other {# photos are}} missing that the database names: {names}.', {
        count: gone.count,
        names: String(gone),
      }),
      t(
        'Copy them back from a backup into DATA_DIR: each is in the folder files under the first two letters of its name.',
      ),
    );
  else found.ok('Photos', t('All {pictures} photos and signatures that the database names are there.', { pictures }));
  if (strays.count > 0)
    found.warn(
      'Left-over files',
      t('{count, plural, one {# file has} other {# files have}} no row: {names}.', {
        count: strays.count,
        names: String(strays),
      }),
      t('The sweep removes them within the hour while a server runs; if they stay, read its log.'),
    );
  return found;
}

/** The bucket alone: the photos in it are counted every half hour. */
export async function checkStore(patient: Patient): Promise<Findings> {
  const found = new Findings('Files');
  await isStoreWorking(patient, found);
  return found;
}

/** Whether the bucket, when there is one, does all that is asked of it, and is this database's. */
async function isStoreWorking({ config, files, read }: Patient, found: Findings): Promise<boolean> {
  const { FILES_STORE, S3_BUCKET } = config;
  if (!S3_BUCKET || !files.probe) return true;
  const advice = t(
    'See that the bucket is private and that S3_* name it with a key that may list, read, write and delete.',
  );
  try {
    await files.probe();
    found.ok(
      'Bucket',
      t('A trial object could be written, read and deleted in {bucket}, and strangers have no access.', {
        bucket: S3_BUCKET,
      }),
    );
  } catch (error) {
    found.fail('Bucket', `${S3_BUCKET}: ${error instanceof Error ? error.message : error}`, advice);
    return false;
  }
  const { isOurs, place } = await ownsFiles(files, read);
  if (!isOurs)
    found.fail(
      'Owner',
      t('Another database was the first to use {place}, so nothing in it is swept.', { place }),
      t(
        'Name another S3_BUCKET or S3_PREFIX. If that database is gone, for example after a restore: npm run files -- claim',
      ),
    );
  if (FILES_STORE === 'folder')
    found.warn(
      'Two stores',
      t('New files go to the folder, and S3_BUCKET is read as well.'),
      t('Finish the move: npm run files -- check says where the files are.'),
    );
  return true;
}

const upSince = select({ up: c.float('extract(epoch from clock_timestamp() - pg_postmaster_start_time()) * 1000') });
/** The archive is written every ten seconds while there is anything to write. */
const BEHIND_MS = 60_000;
/** Whether what is written between two nights can be restored too. */
async function checkArchive(found: Findings, { config, read, now }: Patient): Promise<void> {
  const name = 'Any second';
  if (!archivesWal(config)) return;
  const state = await readArchiveState(read, config);
  const bases = await nightliesIn(backupFolder(config));
  const newest = bases.at(-1);
  // The folder is made some seconds after the first night of a series.
  const isYoung = newest !== undefined && now.getTime() - startOfNight(newest).getTime() < BEHIND_MS;
  if (state && !state.isThere && !isYoung)
    return found.fail(
      name,
      t('Changes are not archived: {folder} is not there, or cannot be written to.', { folder: state.folder }),
      t('Mount its disk again, or give the folder to the user that runs QuickFleet; the archive then goes on.'),
    );
  if (!state || bases.length === 0)
    return found.warn(
      name,
      t(
        'Nothing that was written since the last backup can be restored: changes are archived once there is a nightly backup to start from.',
      ),
      t(
        'The first one is made within minutes of the first start; if it is not there by then, read the log of the server.',
      ),
    );
  const { folder, isLost, behind, writtenAt } = state;
  if (isLost)
    return found.fail(
      name,
      t('Changes are not archived: {folder} could not be written to, and too many waited.', { folder }),
      t(
        'Make room there or give it to the user that runs QuickFleet; the archive restarts with the next nightly backup.',
      ),
    );
  const [run] = await read(upSince, 'select $columns');
  const age = now.getTime() - (writtenAt?.getTime() ?? 0);
  // PostgreSQL that was started for this look has written since its server stopped.
  if (behind > 0n && age > BEHIND_MS && run !== undefined && run.up > BEHIND_MS)
    found.fail(
      name,
      t('The archive of changes in {folder} is {age} old.', { folder, age: ageText(age) }),
      t('See that the folder can be written to and has room, and read the log of the server.'),
    );
  else
    found.ok(
      name,
      t('Changes are archived up to {age} ago: any second until then can be restored.', {
        age: ageText(Math.max(age, 0)),
      }),
    );
}

const runsTable = select({ isThere: c.bool(`to_regclass('backup_runs') is not null`) });
const firstStart = select({ at: c.float('extract(epoch from min(executed_at)) * 1000').nullable() });
const LATE_MS = 26 * 3_600_000;

/** The newest backup that is really there: a nightly one in the folder, or the one that was noted last. */
async function newestBackup(folder: string, { lastSuccess, lastFile }: BackupState) {
  const name = (await nightliesIn(folder)).at(-1);
  const night = name ? { at: startOfNight(name), file: join(folder, name) } : undefined;
  const isNewer = lastSuccess && lastFile && (!night || lastSuccess >= night.at);
  return isNewer && (await stat(lastFile).catch(() => undefined)) ? { at: lastSuccess, file: lastFile } : night;
}

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
  const newest = await newestBackup(folder, state);
  const age = now.getTime() - (newest?.at.getTime() ?? first?.at ?? 0);
  const advice = isNightly
    ? t('Read the log of the server, or make one now: npm run backup')
    : t('Make one now (npm run backup), and set BACKUP_TIME for automatic backups.');
  if (state.failure)
    found.fail(
      'Nightly',
      t('The backup of {time} failed: {failure}', {
        time: state.failedAt?.toISOString() ?? '',
        failure: state.failure,
      }),
      advice,
    );
  if (state.lastSuccess && !newest)
    found.fail(
      'Age',
      t('There is no backup in {folder}.', { folder }),
      isNightly
        ? t('The next one is made within minutes if the folder can be written to, or now: npm run backup')
        : advice,
    );
  else if (!newest && age < LATE_MS && isNightly)
    found.warn(
      'Age',
      t('There is no backup yet; the first one is made within minutes of the first start.'),
      t('Make one now: npm run backup'),
    );
  else if (!newest) found.fail('Age', t('There is no backup.'), advice);
  else if (age > LATE_MS) found.fail('Age', t('The newest backup is {age} old.', { age: ageText(age) }), advice);
  else found.ok('Age', t('The newest backup is {age} old: {lastFile}.', { age: ageText(age), lastFile: newest.file }));
  const place = await stat(folder).catch(() => undefined);
  const writable = await access(place ? folder : dirname(folder), constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    found.fail(
      'Target',
      t('{folder} cannot be written to.', { folder }),
      t('Make the folder and give it to the user that runs QuickFleet.'),
    );
  else if (!place || place.dev === (await stat(resolve(config.DATA_DIR))).dev)
    found.warn(
      'Target',
      t('Backups go to {folder}, on the same disk as the data.', { folder }),
      t('Set BACKUP_DIR to a folder on another disk or machine.'),
    );
  else found.ok('Target', t('Backups go to {folder}, on another disk than the data.', { folder }));
  await checkArchive(found, patient);
  if (!config.BACKUP_PASSPHRASE && !config.BACKUP_PASSPHRASE_FILE)
    found.warn(
      'Secrets',
      t('Backups hold no secrets: after a loss of the machine the access codes of open orders are lost.'),
      t('Set BACKUP_PASSPHRASE and keep it elsewhere, or keep SESSION_SECRET elsewhere.'),
    );
  else found.ok('Secrets', t('Backups hold the secrets, encrypted.'));
  if (config.DATABASE_URL)
    found.warn(
      'Database',
      t('DATABASE_URL is set, so these backups hold files and secrets only.'),
      t('See that pg_dump or the provider backs up the database, shortly before BACKUP_TIME.'),
    );
  return found;
}
