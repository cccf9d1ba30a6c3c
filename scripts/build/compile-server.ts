/**
 * Loads every source that a server may ever load, so that Node keeps what it made of them (its compile cache): from then
 * on a start reads no TypeScript anew, and holds nothing that strips its types. `npm run build` does it, and `npm start`
 * after a change, beside the pages. No source works before it is run by itself.
 */
import { readdir } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileOnce, keptSources } from './compile-ahead.ts';
import { ROOT } from './hash-sources.ts';

const SERVER = 'server/src';
const SCRIPTS = ['scripts/start.ts', 'scripts/demo.ts'];

async function compileAll(): Promise<void> {
  const names = await readdir(join(ROOT, SERVER), { recursive: true });
  const sources = names.filter((name) => /(?<!\.test|\.d)\.ts$/.test(name)).map((name) => join(SERVER, name));
  for (const file of [...sources, ...SCRIPTS]) await import(pathToFileURL(join(ROOT, file)).href);
  flushCompileCache();
}

const kept = keptSources();
if (kept) await compileOnce(kept, compileAll);
