import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import beasties from 'beasties';
import type { InlineConfig, Manifest } from 'vite';
import type { Frame } from '../shared/src/paths.ts';

const run = promisify(execFile);
// The package's types describe its CommonJS half, where the class is one step further in.
const Beasties = beasties as unknown as typeof beasties.default;
const OUTPUT_MAX = 16 * 1024 * 1024;

const framed: Record<Frame, string> = {
  home: 'src/pages/home.tsx',
  track: 'src/pages/tracking.tsx',
  order: 'src/pages/tracking.tsx',
  auth: 'src/pages/sign-in.tsx',
  adminAuth: 'src/pages/sign-in.tsx',
  driver: 'src/pages/driver.tsx',
};

/**
 * What a page loads besides the frame: its chunks, told early, and its styles, without which it would stand bare for a
 * moment.
 */
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

/** What a page stands with: its HTML, and what it calls itself to search engines and link previews. */
interface BuiltPage {
  html: string;
  title: string;
  description: string;
}

function fillFrame(frame: string, { html, title, description }: BuiltPage): string {
  const named = frame.replace(/(<title>|property="og:title" content=")[^<"]*/g, (_, tag: string) => tag + title);
  const told = named.replace(
    /((?:name|property)="(?:og:)?description" content=")[^"]*/g,
    (_, tag: string) => tag + description,
  );
  return told.replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}

/** The pages that stand in their frames before any script has come (client/src/prerender.tsx). */
async function renderPages(
  workshop: string,
  bundle: (config: InlineConfig) => Promise<void>,
): Promise<Partial<Record<Frame, BuiltPage>>> {
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
  const { stdout } = await run(process.execPath, [join(workshop, 'prerender.mjs')], {
    maxBuffer: OUTPUT_MAX,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await rm(workshop, { recursive: true, force: true });
  return JSON.parse(stdout);
}

/**
 * What stands there must not wait for anything: the styles that it shows come inside, the whole sheets and the scripts
 * behind it.
 */
async function withOwnStyles(folder: string, html: string): Promise<string> {
  const styles = new Beasties({
    path: folder,
    publicPath: '/',
    preload: 'body',
    pruneSource: false,
    fonts: false,
    reduceInlineStyles: false,
    // What the page is marked with in the browser (client/public/before-paint.js).
    allowRules: [/^:root\[data-mantine-color-scheme/, /^html\[data-/],
    logLevel: 'warn',
  });
  // Which of the two it will be is known in the browser only: here the page is both, so that the rules of both are
  // found.
  const [light, dark] = ['data-mantine-color-scheme="light"', 'data-mantine-color-scheme="dark"'];
  const inlined = await styles.process(html.replace('<html', `<html ${light}`).replace('<body', `<body ${dark}`));
  return inlined
    .replace(` ${light}`, '')
    .replace(` ${dark}`, '')
    .replace(/<(link rel="modulepreload"|script type="module")/g, '<$1 fetchpriority="low"');
}

/**
 * Writes a frame of its own for every page that people open first, home.html and so on: it names all that the page
 * needs, so that a phone asks for everything at once. All but an order's page stand in their frames already.
 */
export async function prerenderFrames(folder: string, bundle: (config: InlineConfig) => Promise<void>): Promise<void> {
  const pages: Partial<Record<string, BuiltPage>> = await renderPages(join(folder, '.prerender'), bundle);
  const shell = await readFile(join(folder, 'index.html'), 'utf8');
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  for (const [name, source] of Object.entries(framed)) {
    const frame = shell.replace('</head>', () => `  ${linksOf(manifest, source, shell)}\n  </head>`);
    const page = pages[name];
    const html = page ? await withOwnStyles(folder, fillFrame(frame, page)) : frame;
    await writeFile(join(folder, `${name}.html`), html);
  }
}
