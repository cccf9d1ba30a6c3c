import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE_NAME = 'driver-sw.js';
/** Files without a hash in their name that the portal's page asks for. */
const PUBLIC_FILES = ['/before-paint.js', '/favicon.svg', '/driver.webmanifest', '/icons/driver-192.png'];
const ROUTES = '/src/routes.tsx';
const PORTAL = '/src/pages/driver.tsx';
const FONT = /inter-latin-wght-normal[^/]*\.woff2$/;

/**
 * Writes the portal's service worker with the list of files that /driver is made of: what its page needs at once and
 * what it loads later, and nothing of the other pages.
 */
export function driverWorker(): Plugin {
  let root = '';
  let publicDir = '';
  return {
    name: 'quickfleet-driver-worker',
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
      // The route table names every page of the product; only the portal's is wanted.
      const isForeign = (id: string | null) => id !== null && pages.has(id) && !id.endsWith(PORTAL);
      const needed = new Set<string>();
      const visit = (fileName: string) => {
        const chunk = chunks.get(fileName);
        if (!chunk || needed.has(fileName)) return;
        needed.add(fileName);
        const later = chunk.dynamicImports.filter((name) => !isForeign(chunks.get(name)?.facadeModuleId ?? null));
        for (const next of [...chunk.imports, ...later]) visit(next);
      };
      const entry = [...chunks.values()].find((chunk) => chunk.isEntry);
      if (!entry) throw new Error('The build has no entry');
      visit(entry.fileName);
      if (![...needed].some((name) => chunks.get(name)?.facadeModuleId?.endsWith(PORTAL)))
        throw new Error('The driver portal is not part of the build');

      const styles = [...needed].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
      const fonts = outputs.map(({ fileName }) => fileName).filter((name) => FONT.test(name));
      const files = [...new Set([...needed, ...styles, ...fonts])].map((name) => `/${name}`).concat(PUBLIC_FILES);

      const source = await readFile(join(root, 'src/sw/driver-worker.js'), 'utf8');
      const hash = createHash('sha256').update(source).update(files.join());
      for (const path of PUBLIC_FILES) hash.update(await readFile(join(publicDir, path)));
      const worker = source
        .replace("'__VERSION__'", JSON.stringify(hash.digest('hex').slice(0, 16)))
        .replace("['__FILES__']", JSON.stringify(files))
        .replace("'__ENTRY__'", JSON.stringify(`/${entry.fileName}`));
      this.emitFile({ type: 'asset', fileName: FILE_NAME, source: worker });
    },
  };
}
