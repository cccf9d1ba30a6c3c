/**
 * npm run addresses -- import FILE [--columns street=…,number=…,town=…,postcode=…,lat=…,lng=…]
 * Puts an address file in the place of the one before: OpenAddresses (CSV or GeoJSON lines), or any CSV, also as .gz. The
 * installation is that of DATA_DIR and DATABASE_URL, whether its server runs or not.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { importAddresses } from '../server/src/company/places/address-file/address-file.import.ts';
import { readColumns } from '../server/src/company/places/address-file/address-file.reading.ts';
import { openInstallation } from '../server/src/db/embedded/installation.ts';
import { printable } from '../server/src/security/safe-path.ts';
import { runCommand } from './command.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { columns: { type: 'string' } } });
const [command, file, ...more] = positionals;
if (command !== 'import' || !file || more.length > 0) {
  console.error('Usage: npm run addresses -- import FILE [--columns street=…,number=…,town=…,postcode=…,lat=…,lng=…]');
  process.exit(1);
}

await runCommand(async (config, signal) => {
  const columns = values.columns ? readColumns(values.columns) : {};
  const log = (line: string) => console.error(printable(line));
  const installation = await openInstallation(config, log);
  try {
    const client = await installation.connect();
    try {
      const began = performance.now();
      const { addresses, streets, skipped } = await importAddresses(client, resolve(file), { columns, signal, log });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${addresses} addresses of ${streets} streets are imported, in ${seconds} seconds.`);
      if (skipped > 0) console.log(`${skipped} lines have no street or no coordinates, and were left out.`);
      console.log('A running server finds them now. Open orders and quotes get their places within some minutes.');
    } finally {
      await client.end();
    }
  } finally {
    await installation.close();
  }
});
