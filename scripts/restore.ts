/**
 * npm run restore -- FILE.tar   restores a backup into DATA_DIR, which must be empty. The passphrase of its secrets comes
 * from BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.
 */
import { resolve } from 'node:path';
import { readPassphrase } from '../server/src/features/backup/passphrase.ts';
import { describeRestore, restoreBackup } from '../server/src/features/backup/restore.service.ts';
import { runCommand } from './command.ts';

const [file, ...more] = process.argv.slice(2);
if (!file || more.length > 0) {
  console.error('Usage: npm run restore -- FILE.tar, with DATA_DIR set to an empty folder');
  process.exit(1);
}
await runCommand(async (config, signal) => {
  const options = { passphrase: await readPassphrase(config), log: console.error, signal };
  const restored = await restoreBackup(resolve(file), config.DATA_DIR, options);
  for (const line of describeRestore(restored, resolve(config.DATA_DIR))) console.log(line);
});
