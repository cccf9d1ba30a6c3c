import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface KeptPage {
  /** What the page registers, at the root so that its scope may be the page. */
  fileName: string;
  shell: string;
  page: string;
  sources: readonly string[];
  /** Files without a hash in their name that the page asks for. */
  publicFiles: readonly string[];
}
const COMMON = ['/before-paint.js', '/favicon.svg'];
const KEPT_PAGES: readonly KeptPage[] = [
  {
    fileName: 'driver-sw.js',
    shell: '/driver',
    page: '/src/pages/driver.tsx',
    sources: ['page-worker.js', 'driver-push.js'],
    publicFiles: [...COMMON, '/driver.webmanifest', '/icons/driver-192.png'],
  },
  {
    fileName: 'verify-sw.js',
    shell: '/verify',
    page: '/src/pages/verify.tsx',
    sources: ['page-worker.js'],
    publicFiles: COMMON,
  },
];
const ROUTES = '/src/routes.tsx';
const FONT = /inter-latin-wght-normal[^/]*\.woff2$/;

/**
 * Writes a service worker for each offline page, with the list of that page's files and nothing of other pages, and the
 * one that only notifies about a delivery.
 */
export function pageWorkers(): Plugin {
  let root = '';
  let publicDir = '';
  return {
    name: 'quickfleet-page-workers',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      publicDir = config.publicDir;
    },
    async generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const chunks = new Map(outputs.flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output]] : [])));
      const pages = new Set(
        [...this.getModuleIds()]
          .filter((id) => id.endsWith(ROUTES))
          .flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
      );
      const entry = [...chunks.values()].find((chunk) => chunk.isEntry);
      if (!entry) throw new Error('The build has no entry');
      const fonts = outputs.map(({ fileName }) => fileName).filter((name) => FONT.test(name));

      const filesOf = (page: string): string[] => {
        // The route table names every page of the product; only this one is wanted.
        const isForeign = (id: string | null) => id !== null && pages.has(id) && !id.endsWith(page);
        const needed = new Set<string>();
        const visit = (fileName: string) => {
          const chunk = chunks.get(fileName);
          if (!chunk || needed.has(fileName)) return;
          needed.add(fileName);
          const later = chunk.dynamicImports.filter((name) => !isForeign(chunks.get(name)?.facadeModuleId ?? null));
          for (const next of [...chunk.imports, ...later]) visit(next);
        };
        visit(entry.fileName);
        if (![...needed].some((name) => chunks.get(name)?.facadeModuleId?.endsWith(page)))
          throw new Error(`${page} is not part of the build`);
        const styles = [...needed].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
        return [...new Set([...needed, ...styles, ...fonts])].map((name) => `/${name}`);
      };

      for (const { fileName, shell, page, sources, publicFiles } of KEPT_PAGES) {
        const files = [...filesOf(page), ...publicFiles];
        const texts = await Promise.all(sources.map((name) => readFile(join(root, 'src/sw', name), 'utf8')));
        const source = texts.join('\n');
        const hash = createHash('sha256').update(source).update(files.join());
        for (const path of publicFiles) hash.update(await readFile(join(publicDir, path)));
        const worker = source
          .replace("'__VERSION__'", JSON.stringify(hash.digest('hex').slice(0, 16)))
          .replace("['__FILES__']", JSON.stringify(files))
          .replace("'__ENTRY__'", JSON.stringify(`/${entry.fileName}`))
          .replace("'__SHELL__'", JSON.stringify(shell));
        this.emitFile({ type: 'asset', fileName, source: worker });
      }
      this.emitFile({
        type: 'asset',
        fileName: 'delivery-sw.js',
        source: await readFile(join(root, 'src/sw/delivery-push.js'), 'utf8'),
      });
    },
  };
}
