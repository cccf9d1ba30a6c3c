import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InlineConfig, Manifest } from 'vite';
import type { Frame } from '../shared/src/paths.ts';

const run = promisify(execFile);
const OUTPUT_MAX = 16 * 1024 * 1024;

const framed: Record<Frame, string> = {
  home: 'src/pages/home.tsx',
  track: 'src/pages/tracking.tsx',
  auth: 'src/pages/sign-in.tsx',
  driver: 'src/pages/driver.tsx',
};

/** What a page loads besides the frame: its chunks, told early, and its styles, without which it would stand bare for a moment. */
function linksOf(manifest: Manifest, page: string, html: string): string {
  const chunks = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string, seen = new Set<string>()) => {
    const entry = manifest[name];
    if (!entry || seen.has(name)) return;
    seen.add(name);
    chunks.add(entry.file);
    for (const style of entry.css ?? []) styles.add(style);
    for (const imported of entry.imports ?? []) visit(imported, seen);
  };
  visit(page);
  const missing = (file: string) => !html.includes(file);
  return [
    ...[...styles].filter(missing).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...[...chunks].filter(missing).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n    ');
}

/** The home page as HTML, which the browser then takes over. */
async function renderHome(workshop: string, bundle: (config: InlineConfig) => Promise<void>): Promise<string> {
  await bundle({
    logLevel: 'error',
    // One bundle with everything in it, which runs wherever it lies.
    ssr: { noExternal: true },
    build: {
      ssr: 'src/prerender.tsx',
      outDir: workshop,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
  const { stdout } = await run(process.execPath, [join(workshop, 'prerender.mjs')], { maxBuffer: OUTPUT_MAX, env: { ...process.env, NODE_ENV: 'production' } });
  await rm(workshop, { recursive: true, force: true });
  return stdout;
}

/**
 * Writes a frame of its own for every page that people open first, home.html and so on: it names all that the page needs, so that a
 * phone asks for everything at once. The home page stands in its frame already.
 */
export async function prerenderFrames(folder: string, bundle: (config: InlineConfig) => Promise<void>): Promise<void> {
  const home = await renderHome(join(folder, '.prerender'), bundle);
  const shell = await readFile(join(folder, 'index.html'), 'utf8');
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  const frameOf = (page: string) => shell.replace('</head>', () => `  ${linksOf(manifest, page, shell)}\n  </head>`);
  for (const [name, page] of Object.entries(framed)) await writeFile(join(folder, `${name}.html`), frameOf(page));
  // What stands there already must not wait for the scripts behind it.
  const standing = frameOf(framed.home).replace(/<(link rel="modulepreload"|script type="module")/g, '<$1 fetchpriority="low"');
  await writeFile(
    join(folder, 'home.html'),
    standing.replace('<div id="root"></div>', () => `<div id="root">${home}</div>`),
  );
}
