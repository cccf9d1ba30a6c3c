/**
 * npm run restore -- FILE.tar                                 restores a backup into DATA_DIR, which must be empty
 * npm run restore -- FILE.tar --until 2026-11-22T10:15:00Z    and what was archived after it up to that moment
 * npm run restore -- FILE.tar --until latest                  and all that was archived after it
 * The passphrase of the secrets comes from BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readPassphrase } from '../server/src/operations/backup/archive/passphrase.ts';
import { describeRestore, restoreBackup } from '../server/src/operations/backup/restore.service.ts';
import { printable } from '../server/src/security/safe-path.ts';
import { runCommand } from './command.ts';

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const { values, positionals } = parseArgs({ allowPositionals: true, options: { until: { type: 'string' } } });
const [file, ...more] = positionals;
if (!file || more.length > 0) {
  console.error('Usage: npm run restore -- FILE.tar [--until TIME], with DATA_DIR set to an empty folder');
  process.exit(1);
}

function untilOf(text: string): Date | 'latest' {
  if (text === 'latest') return text;
  const time = new Date(text);
  if (!ZONED.test(text) || Number.isNaN(time.getTime()))
    throw new Error(
      '--until takes a time with its zone, like 2026-11-22T10:15:00Z or 2026-11-22T11:15:00+01:00, or latest.',
    );
  return time;
}

await runCommand(async (config, signal) => {
  const until = values.until === undefined ? undefined : untilOf(values.until);
  const options = { passphrase: await readPassphrase(config), log: console.error, signal, until };
  const restored = await restoreBackup(resolve(file), config.DATA_DIR, options);
  for (const line of describeRestore(restored, resolve(config.DATA_DIR))) console.log(printable(line));
});
