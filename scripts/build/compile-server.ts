/**
 * Loads every source that a server may ever load, so that Node caches the compiled code: later starts parse no
 * TypeScript and need no type stripping. `npm run build` runs it, and `npm start` after a change, along with the pages.
 * Loading a source does not start anything.
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
