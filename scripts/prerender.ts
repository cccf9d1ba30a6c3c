import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InlineConfig, Manifest } from 'vite';

const run = promisify(execFile);
const HOME = 'src/pages/home.tsx';
const OUTPUT_MAX = 16 * 1024 * 1024;

/** What the home page loads besides the frame: its chunks, told early, and its styles, without which it would stand bare for a moment. */
function linksOf(manifest: Manifest, html: string): string {
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
  visit(HOME);
  const missing = (file: string) => !html.includes(file);
  return [
    ...[...styles].filter(missing).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...[...chunks].filter(missing).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n    ');
}

/** Writes home.html: the frame with the home page in it, which the server hands out for `/` and the browser then takes over. */
export async function prerenderHome(folder: string, bundle: (config: InlineConfig) => Promise<void>): Promise<void> {
  const workshop = join(folder, '.prerender');
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
  const { stdout: content } = await run(process.execPath, [join(workshop, 'prerender.mjs')], { maxBuffer: OUTPUT_MAX, env: { ...process.env, NODE_ENV: 'production' } });
  const frame = await readFile(join(folder, 'index.html'), 'utf8');
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  const html = frame.replace('</head>', () => `  ${linksOf(manifest, frame)}\n  </head>`).replace('<div id="root"></div>', () => `<div id="root">${content}</div>`);
  await writeFile(join(folder, 'home.html'), html);
  await rm(workshop, { recursive: true, force: true });
}
