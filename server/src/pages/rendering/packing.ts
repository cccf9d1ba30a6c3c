import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Pages that are the same for everybody are compressed once and well, the others at every request and quickly. */
export const EFFORT = { once: 9, each: 4 };

export type Encoding = 'br' | 'gzip' | undefined;

export async function compress(plain: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'br') return compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return encoding === 'gzip' ? compressGzip(plain, { level: quality }) : plain;
}
