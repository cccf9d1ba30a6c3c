import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { hashSources } from './hash-sources.ts';

const STAMP = 'sources';
/** Where `npm start` keeps them. */
const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/quickfleet');
const wantedStamp = () => hashSources(['server/src', 'shared/src', 'scripts'], ['package-lock.json']);

/** Node's cache of compiled sources, for this version, user and flags; a place that the environment names is kept. */
export function keptSources(): string | undefined {
  enableCompileCache(FOLDER);
  return getCompileCacheDir();
}

const isKept = async (kept: string, wanted: string): Promise<boolean> =>
  (await readFile(join(kept, STAMP), 'utf8').catch(() => '')) === wanted;

/** Does this work for these sources, unless it was done to its end. */
export async function compileOnce(kept: string, work: () => Promise<unknown>): Promise<void> {
  const wanted = await wantedStamp();
  if (await isKept(kept, wanted)) return;
  await work();
  // Where nothing may be written, every start compiles for itself.
  await writeFile(join(kept, STAMP), wanted).catch(() => undefined);
}

/** Has Node keep what it makes of the sources before a server needs it. */
export async function compileAhead(): Promise<void> {
  const kept = keptSources();
  if (!kept || (await isKept(kept, await wantedStamp()))) return;
  // In a process that ends: in the server's own its memory would stay. A source that cannot be loaded ends the server too.
  const work = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, 'compile-server.ts')], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: dirname(kept) },
  });
  await once(work, 'exit');
}
