import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdBudgets } from './first-load.ts';
import { hashSources, ROOT } from './hash-sources.ts';
import type { Bundle } from './page-templates.ts';
import { precompress } from './precompress.ts';

const DIST = join(ROOT, 'client/dist');
const SOURCES = ['client/src', 'client/public', 'shared/src'];
const FILES = [
  'client/index.html',
  'client/vite.config.ts',
  'client/postcss.config.cjs',
  'package-lock.json',
  'scripts/build/build-client.ts',
  'scripts/build/first-load.ts',
  'scripts/build/hash-sources.ts',
  'scripts/build/page-templates.ts',
  'scripts/build/pieces.ts',
  'scripts/build/precompress.ts',
  'scripts/build/sample-orders.ts',
  'scripts/build/sample-quotes.ts',
  'scripts/build/words.ts',
  'server/src/words/catalogues.ts',
  'server/src/pages/rendering/renderer.ts',
];
const STAMP = '.build-hash';
/** Written once every file of the build has its Brotli. */
const BROTLI_STAMP = '.brotli';

const wantedStamp = () => hashSources(SOURCES, FILES);
const isBuiltOf = async (folder: string, wanted: string) =>
  (await readFile(join(folder, STAMP), 'utf8').catch(() => '')) === wanted && existsSync(join(folder, 'index.html'));

/**
 * Runs builds for production, wherever they are asked for: a test runner's NODE_ENV would put React's development half
 * into the pages.
 */
async function inProduction(work: (bundle: Bundle) => Promise<void>): Promise<void> {
  const { build } = await import('vite');
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await work(async (config) => void (await build({ root: join(ROOT, 'client'), logLevel: 'warn', ...config })));
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/**
 * Builds the pages unless a build of the same sources exists, and returns the folder: client/dist, or for a test run a
 * separate folder next to it, so that a test never swaps the pages under a running server.
 */
export async function buildClient({ isTest = false } = {}): Promise<string> {
  const wanted = await wantedStamp();
  const folder = isTest ? join(tmpdir(), `quickfleet-client-${wanted.slice(0, 16)}`) : DIST;
  for (const known of [folder, DIST]) if (await isBuiltOf(known, wanted)) return known;
  if (!isTest) console.log('Building the pages (once after a change) …');
  const fresh = `${folder}.${process.pid}`;
  // Where the renderer is built at the same time.
  const apart = `${fresh}.renderer`;
  try {
    const { buildRenderer, RENDERERS, writeTemplates } = await import('./page-templates.ts');
    const { writeWords } = await import('./words.ts');
    await inProduction(async (bundle) => {
      const pages = { build: { outDir: fresh, emptyOutDir: true }, ...(isTest ? { logLevel: 'error' as const } : {}) };
      await Promise.all([bundle(pages), buildRenderer(apart, bundle)]);
    });
    await rename(join(apart, RENDERERS), join(fresh, RENDERERS));
    await writeTemplates(fresh);
    await writeWords(fresh, { isStrict: isTest });
    await precompress(fresh, '.gz');
    // A test run fails here when a page has become too heavy, or above when a text lacks words; a start does not.
    if (isTest) await holdBudgets(fresh);
    await writeFile(join(fresh, STAMP), wanted);
    // Another run was faster with the same sources, and may be serving them by now.
    if (await isBuiltOf(folder, wanted)) return folder;
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder).catch(async (error) => {
      if (!(await isBuiltOf(folder, wanted))) throw error;
    });
    return folder;
  } finally {
    // A build that failed leaves nothing.
    for (const left of [fresh, apart]) await rm(left, { recursive: true, force: true });
  }
}

const PAGES_ONLY = '--pages-only';
const BROTLI_ONLY = '--brotli-only';
const startApart = (only: string, stdio: 'inherit' | 'ignore') =>
  spawn(process.execPath, [import.meta.filename, only], { stdio });

/** The same in a process that ends: in the server's own the bundler's memory would stay for as long as it runs. */
export async function buildClientApart(): Promise<void> {
  if (await isBuiltOf(DIST, await wantedStamp())) return;
  const [code] = await once(startApart(PAGES_ONLY, 'inherit'), 'exit');
  if (code !== 0) throw new Error('The pages could not be built; the lines above say why.');
}

/** Brotli takes most of a build's time. Until it is done, gzip is sent. */
async function writeBrotli(): Promise<void> {
  if (existsSync(join(DIST, BROTLI_STAMP))) return;
  await precompress(DIST, '.br');
  await writeFile(join(DIST, BROTLI_STAMP), '');
}

/** Has the pages' Brotli written next to a server that already answers; it ends with this process. */
export function writeBrotliApart(): void {
  if (existsSync(join(DIST, BROTLI_STAMP))) return;
  const work = startApart(BROTLI_ONLY, 'ignore');
  // Without it pages are sent as gzip.
  work.on('error', () => undefined);
  work.unref();
  process.once('exit', () => work.kill());
}

if (import.meta.main) {
  if (process.argv.includes(PAGES_ONLY)) await buildClient();
  else if (process.argv.includes(BROTLI_ONLY)) {
    // People come first.
    setPriority(19);
    await writeBrotli();
  } else {
    await holdBudgets(await buildClient(), console.log);
    await writeBrotli();
  }
}
