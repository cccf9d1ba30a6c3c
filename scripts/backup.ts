/**
 * npm run backup -- FILE.tar            backs up the installation that DATA_DIR names, while its server runs or not
 * npm run backup                        the same, into BACKUP_DIR under a dated name
 * npm run backup -- --verify FILE.tar   restores it into a temporary folder, starts it and compares everything
 * The passphrase of the secrets comes from BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.
 */
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backupFolder, datedName } from '../server/src/operations/backup/archive/folder.ts';
import { readPassphrase } from '../server/src/operations/backup/archive/passphrase.ts';
import { describeBackup, makeBackup } from '../server/src/operations/backup/backup.service.ts';
import { verifyBackup } from '../server/src/operations/backup/restore.service.ts';
import { printable } from '../server/src/security/safe-path.ts';
import { runCommand } from './command.ts';

const USAGE = 'Usage: npm run backup -- [FILE.tar], or npm run backup -- --verify FILE.tar';
const { values, positionals } = parseArgs({ allowPositionals: true, options: { verify: { type: 'boolean' } } });
const [given] = positionals;
if (positionals.length > 1 || (values.verify && !given)) {
  console.error(USAGE);
  process.exit(1);
}
// Other processes on this machine come first.
setPriority(constants.priority.PRIORITY_LOW);
await runCommand(async (config, signal) => {
  if (values.verify && given) {
    const { manifest } = await verifyBackup(resolve(given), {
      passphrase: await readPassphrase(config),
      log: console.error,
      signal,
    });
    const rows = manifest.database?.tables.reduce((sum, table) => sum + table.rows, 0) ?? 0;
    console.log(`${printable(given)} is whole: ${rows} rows and ${manifest.files.length} files are as they were.`);
    return;
  }
  const file = given ? resolve(given) : join(backupFolder(config), datedName(new Date()));
  const backup = await makeBackup(config, file, { log: console.error, signal });
  for (const line of describeBackup(backup)) console.log(printable(line));
});
