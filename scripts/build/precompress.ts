import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const SHRINKS = new Set(['.js', '.mjs', '.wasm', '.css', '.svg', '.txt', '.json', '.webmanifest', '.map']);
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

async function writeSmaller(file: string, plain: Buffer, compressed: Buffer): Promise<void> {
  if (compressed.length < plain.length) await writeFile(file, compressed);
}

/**
 * Writes .br and .gz next to every file of a build that becomes smaller, once and with the best compression: the server
 * only sends them.
 */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && SHRINKS.has(extname(entry.name)) && !entry.parentPath.includes('.vite'))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const plain = await readFile(file);
      const brotli = {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      };
      await writeSmaller(`${file}.br`, plain, await compressBrotli(plain, brotli));
      await writeSmaller(`${file}.gz`, plain, await compressGzip(plain, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
