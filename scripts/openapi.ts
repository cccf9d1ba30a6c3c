/**
 * Writes openapi.json from the routers and the form-data routes; with --check it only says whether the file is up to
 * date (exit 1 when not).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildDocument } from '../server/src/rest/openapi.ts';

const file = join(resolve(import.meta.dirname, '..'), 'openapi.json');
const text = `${JSON.stringify(buildDocument(), null, 2)}\n`;
const present = await readFile(file, 'utf8').catch(() => '');
if (process.argv.includes('--check')) {
  if (present !== text) {
    console.error('openapi.json is not up to date. Run: npm run openapi');
    process.exit(1);
  }
  console.log('openapi.json is up to date');
} else if (present === text) {
  console.log('openapi.json was up to date');
} else {
  await writeFile(file, text);
  console.log('openapi.json written');
}
