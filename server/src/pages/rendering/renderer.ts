import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { Brand } from '@quickfleet/shared/company/brand';
import { type RenderPage, rendererIn } from '@quickfleet/shared/page';
import type { Language } from '@quickfleet/shared/words/languages';

/**
 * Loads the bundle that renders pages in a language, for one company: the client's modules hold the brand from the start, on the
 * server as in the browser, so that the whole bundle is a function of it (client/src/lib/words/brand.ts).
 */
export async function loadRenderer(folder: string, brand: Brand, language: Language): Promise<RenderPage> {
  const filename = join(folder, rendererIn(language));
  const bundle = compileFunction(await readFile(filename, 'utf8'), ['exports', 'require', 'QUICKFLEET_BRAND'], {
    filename,
  });
  const exports: { renderPage?: RenderPage } = {};
  bundle(exports, createRequire(filename), brand);
  if (!exports.renderPage) throw new Error(`${filename} renders no pages`);
  return exports.renderPage;
}
