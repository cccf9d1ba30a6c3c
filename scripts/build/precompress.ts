import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const SHRINKS = new Set(['.js', '.mjs', '.wasm', '.css', '.svg', '.txt', '.json', '.webmanifest', '.map']);
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

const formats = {
  '.gz': (plain: Buffer) => compressGzip(plain, { level: constants.Z_BEST_COMPRESSION }),
  // 5 to 15 % smaller than gzip, for ten times the work.
  '.br': (plain: Buffer) =>
    compressBrotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
} as const;

/** A server that sends the build meanwhile never sees half a file. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const part = `${file}.part`;
  await writeFile(part, content);
  await rename(part, file).catch(async (error) => {
    await rm(part, { force: true });
    throw error;
  });
}

/**
 * Writes a compressed copy next to every file of a build that becomes smaller, with the best compression: the server
 * only sends them, and sends another format, or the file itself, where one is missing.
 *
 * @param atOnce how many files at a time
 */
export async function precompress(folder: string, format: keyof typeof formats, atOnce = 4): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && SHRINKS.has(extname(entry.name)) && !entry.parentPath.includes('.vite'))
    .map((entry) => join(entry.parentPath, entry.name));
  const worker = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      const plain = await readFile(file);
      const compressed = await formats[format](plain);
      if (compressed.length < plain.length) await writeWhole(`${file}${format}`, compressed);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
