import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin } from 'vite';
import { chunkContents } from '../scripts/build/first-load.ts';
import { pieces } from '../scripts/build/pieces.ts';
import { wordMarks } from '../scripts/build/words.ts';
import { pageWorkers } from './src/sw/page-worker.plugin.ts';

// The host stays the page's own: the server refuses a change that another origin asks for.
const server = { target: process.env['QUICKFLEET_API'] ?? 'http://127.0.0.1:3000', changeOrigin: false };
const proxy = { '/api': server, '/trpc': server, '/files': server, '/map.pmtiles': server };

/** A part that could not be fetched can be asked for again (src/lib/loading/import-part.ts). */
const withOwnImports: Plugin = {
  name: 'own-imports',
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => {
      const helper = JSON.stringify(join(import.meta.dirname, 'src/lib/loading/import-part.ts'));
      return `export { importPart as __vitePreload } from ${helper};`;
    },
  },
};

/** The script before the first paint is no module and no part of a chunk; its comments stay here. */
const smallPaintScript: Plugin = {
  name: 'small-paint-script',
  async writeBundle({ dir = '' }) {
    const name = 'before-paint.js';
    const { code } = await minify(name, await readFile(join(import.meta.dirname, 'public', name), 'utf8'), {
      module: false,
      compress: { target: 'es2020' },
    });
    await writeFile(join(dir, name), code);
  },
};

const changelog = readFileSync(join(import.meta.dirname, '../CHANGELOG.md'));

const { plugin: pieceFinder, pieceOf } = pieces();

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/',
  // Whether there is anything new for a person (features/operations/help/use-new-changes.ts).
  define: { CHANGELOG_HASH: JSON.stringify(createHash('sha256').update(changelog).digest('base64url').slice(0, 12)) },
  plugins: [
    react(),
    wordMarks(),
    withOwnImports,
    ...(isSsrBuild ? [] : [smallPaintScript, pageWorkers(), pieceFinder, chunkContents()]),
  ],
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  build: {
    outDir: 'dist',
    manifest: true,
    modulePreload: {
      // Every supported browser knows modulepreload.
      polyfill: false,
      // A part names its own file, too (src/lib/loading/import-part.ts).
      resolveDependencies: (file, others, { hostType }) =>
        hostType === 'js' ? [...new Set([file, ...others])] : others,
    },
    // The page's policy allows no data: fonts or scripts; small assets stay files.
    assetsInlineLimit: 0,
    // The map is one file of a megabyte. What a page loads first has budgets of its own (scripts/build/first-load.ts).
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // A number that a page needs of shared/src/limits.ts brings no other one along.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      treeshake: {
        // Building a schema has no side effect, so a page that needs only a constant of a shared file drops zod.
        manualPureFunctions: ['z'],
      },
      output: {
        // Every page carries the names of all pieces. A hash does not compress; seven letters still tell versions apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: isSsrBuild
          ? false
          : {
              // What every page needs; everything else follows who needs it (scripts/build/pieces.ts).
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store)[\\/]/,
                },
                { name: 'data', test: /node_modules[\\/](@trpc|@tanstack)[\\/]/ },
                // What every page needs from the start, the frame and the parts of nearly every page, in one piece:
                // forty small files cost a phone on a slow line more than their contents.
                { name: 'frame', tags: ['$initial'], test: /^(?!.*(main\.tsx|\.html)$)/ },
                // Separate, or a first page would load it with the small parts it needs.
                { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
                { name: pieceOf, debugName: 'needed by', includeDependenciesRecursively: false },
              ],
            },
      },
    },
  },
}));
