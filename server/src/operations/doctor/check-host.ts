import { readFile, stat, statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join, resolve } from 'node:path';
import { t } from '@quickfleet/shared/words/t';
import { c, select } from '../../db/rows.ts';
import { standardOutput } from '../../process/log-output.ts';
import { release } from '../../process/release.ts';
import { backupFolder } from '../backup/archive/folder.ts';
import { bytesText, Findings, type Patient } from './check.ts';
import { checkRestarts } from './process-ends.ts';

const NODE_MIN = 24;
const CLOCK_MS = 2000;
const MEMORY_MIN = 400_000_000;
const FILES_MIN = 4096;

const clock = select({
  at: c.float('extract(epoch from clock_timestamp()) * 1000'),
  newest: c.float('extract(epoch from max(newest.at)) * 1000').nullable(),
});
async function checkClock(found: Findings, { read, now }: Patient): Promise<void> {
  const before = Date.now();
  const [row] = await read(clock, `select $columns from (select at from history order by id desc limit 1000) newest`);
  const difference = (row?.at ?? Number.NaN) - (before + Date.now()) / 2;
  if (Math.abs(difference) > CLOCK_MS)
    found.fail(
      'Clock',
      t('The clocks of the server and of the database are {seconds} s apart.', {
        seconds: (Math.abs(difference) / 1000).toFixed(1),
      }),
      t('Let both machines keep time with NTP (timedatectl set-ntp true).'),
    );
  else if (row?.newest && row.newest > now.getTime() + 60_000)
    found.fail(
      'Clock',
      t('The history holds lines from the future: the clock was wrong then, or is now.'),
      t('Compare the clock with another machine, and let it be kept by NTP (timedatectl set-ntp true).'),
    );
  else found.ok('Clock', t('Server and database agree on the time, and nothing was written in the future.'));
}

async function checkLimits(found: Findings): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const openFiles = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
  if (openFiles && openFiles !== 'unlimited' && Number(openFiles) < FILES_MIN)
    found.warn(
      'Open files',
      t('The process may open {openFiles} files and connections.', { openFiles }),
      t('Raise the limit to at least {count}: LimitNOFILE=65536 in the systemd unit, or ulimit -n.', {
        count: FILES_MIN,
      }),
    );
  else if (openFiles)
    found.ok('Open files', t('The process may open {openFiles} files and connections.', { openFiles }));
  const free = Math.min(freemem(), process.availableMemory());
  if (free < MEMORY_MIN)
    found.warn(
      'Memory',
      t('{bytes} of memory are free.', { bytes: bytesText(free) }),
      t('Give the machine or the container 1 GB or more.'),
    );
  else found.ok('Memory', t('{bytes} of memory are free.', { bytes: bytesText(free) }));
}

/** Whether the log of this process can be written. */
function checkLog(found: Findings): void {
  const { lost } = standardOutput;
  if (lost > 0)
    found.fail(
      'Log',
      t('{count, plural, one {# line} other {# lines}} of the log could not be written.', { count: lost }),
      t('Make room on the disk of the log, or start the server again with an output that can be written to.'),
    );
}

/** Versions, clock, memory, limits. */
export async function checkServer(patient: Patient): Promise<Findings> {
  const found = new Findings('Server');
  const node = Number(process.versions.node.split('.')[0]);
  const versions = `QuickFleet ${release} on Node ${process.versions.node}, ${process.platform} ${process.arch}.`;
  if (node < NODE_MIN)
    found.fail('Versions', versions, t('Start it with npm, which brings Node {version}.', { version: NODE_MIN }));
  else found.ok('Versions', versions);
  await checkClock(found, patient);
  await checkLimits(found);
  await checkRestarts(found, patient.read);
  checkLog(found);
  const { LIMIT_SCALE } = patient.config;
  if (LIMIT_SCALE === 1) found.ok('Rate limits', t('The rate limits are as they come.'));
  else
    found.warn(
      'Rate limits',
      t('LIMIT_SCALE multiplies every rate limit by {count}.', { count: LIMIT_SCALE }),
      LIMIT_SCALE > 1
        ? t('Guessing passwords is easier so. Take LIMIT_SCALE away in production.')
        : t('People may be refused who did nothing wrong. Take LIMIT_SCALE away unless you mean it.'),
    );
  return found;
}

const LOW = { bytes: 2_000_000_000, share: 0.1 };
const OUT = { bytes: 500_000_000, share: 0.03 };

async function checkSpace(found: Findings, name: string, folder: string): Promise<void> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const free = bavail * bsize;
  const share = bavail / blocks;
  const words = t('{bytes} ({percent} %) are free on the disk of {folder}.', {
    bytes: bytesText(free),
    percent: Math.round(share * 100),
    folder,
  });
  const advice = t('Make room, or move the folder to a larger disk. On a full disk writes are refused.');
  const below = ({ bytes, share: part }: typeof LOW) => free < bytes && share < part * 3;
  if (below(OUT) || share < OUT.share) found.fail(name, words, advice);
  else if (below(LOW) || share < LOW.share) found.warn(name, words, advice);
  else found.ok(name, words);
  if (files > 0 && ffree / files < 0.05)
    found.warn(
      `${name}: inodes`,
      t('{free} of {all} inodes are free.', { free: ffree, all: files }),
      t('Remove small files, or recreate the file system with more inodes.'),
    );
}

/** Room where the data and the backups lie. */
export async function checkDisk({ config }: Patient): Promise<Findings> {
  const found = new Findings('Disk');
  const dataDir = resolve(config.DATA_DIR);
  await checkSpace(found, 'Data', dataDir);
  const folder = backupFolder(config);
  const [data, backups] = await Promise.all([stat(dataDir), stat(folder).catch(() => undefined)]);
  if (backups && backups.dev !== data.dev) await checkSpace(found, 'Backups', folder);
  return found;
}

/** Who else could read what must stay secret. */
export async function checkSecrets({ config }: Patient): Promise<Findings> {
  const found = new Findings('Secrets');
  const dataDir = resolve(config.DATA_DIR);
  const isOpen: string[] = [];
  for (const name of ['session-secret', 'postgres.password', 'postgres']) {
    const info = await stat(join(dataDir, name)).catch(() => undefined);
    if (info && process.platform !== 'win32' && (info.mode & 0o077) !== 0) isOpen.push(name);
  }
  if (isOpen.length > 0)
    found.fail(
      'Permissions',
      t('Others on this machine may read {names} in {folder}.', { names: isOpen.join(', '), folder: dataDir }),
      t('Take that right away: chmod go-rwx {files}', { files: isOpen.map((name) => join(dataDir, name)).join(' ') }),
    );
  else found.ok('Permissions', t('Only their owner may read the secrets in {folder}.', { folder: dataDir }));
  const kept = await stat(join(dataDir, 'session-secret')).catch(() => undefined);
  if (config.SESSION_SECRET && kept)
    found.warn(
      'SESSION_SECRET',
      t('SESSION_SECRET is set and counts; the file session-secret is left over and may be another one.'),
      t('If the server starts with SESSION_SECRET, remove {file}.', { file: join(dataDir, 'session-secret') }),
    );
  else if (!config.SESSION_SECRET && !kept)
    found.fail(
      'SESSION_SECRET',
      t('There is neither SESSION_SECRET nor the file session-secret.'),
      t('Put the file back from a backup, or set SESSION_SECRET to what it was.'),
    );
  else
    found.ok(
      'SESSION_SECRET',
      config.SESSION_SECRET ? t('SESSION_SECRET is set.') : t('The secret is kept in DATA_DIR.'),
    );
  if (config.ADMIN_PASSWORD)
    found.warn(
      'ADMIN_PASSWORD',
      t('ADMIN_PASSWORD is still set; only the first start uses it.'),
      t('Take it out of the environment.'),
    );
  return found;
}
