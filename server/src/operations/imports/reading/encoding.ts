import type { Readable } from 'node:stream';
import { t } from '@quickfleet/shared/words/t';
import { unreadable } from './unreadable.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
const SAMPLE = 65_536;
/** Of bytes at even or odd places: so many of 100 are zero in UTF-16, and hardly any at the other places. */
const ZEROS = { many: 30, few: 5 };

function guess16(bytes: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => (count / Math.max(1, bytes.length / 2)) * 100);
  if (odd >= ZEROS.many && even <= ZEROS.few) return 'utf-16le';
  return even >= ZEROS.many && odd <= ZEROS.few ? 'utf-16be' : undefined;
}

function markOf(bytes: Buffer): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined;
}

/** Letters of the C0 and C1 sets that no text has: what is full of them is a picture or a program. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;

/**
 * In which encoding a text file is: by its mark, else by what its bytes can be. UTF-8 has to be right to its end.
 *
 * @throws 400 for what is no text
 */
export async function findEncoding(read: () => Readable): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let sample = Buffer.alloc(0);
  let isUtf8 = true;
  let marked: Encoding | undefined;
  for await (const chunk of read() as AsyncIterable<Buffer>) {
    if (sample.length < SAMPLE) sample = Buffer.concat([sample, chunk]).subarray(0, SAMPLE);
    marked ??= markOf(sample);
    if (marked) return marked;
    try {
      if (isUtf8) strict.decode(chunk, { stream: true });
    } catch {
      isUtf8 = false;
    }
    if (!isUtf8 && sample.length === SAMPLE) break;
  }
  try {
    if (isUtf8) strict.decode();
  } catch {
    isUtf8 = false;
  }
  const wide = guess16(sample);
  if (wide) return wide;
  const controls = sample.toString('latin1').match(CONTROLS)?.length ?? 0;
  if (sample.includes(0) || controls > sample.length / 100)
    throw unreadable(t('This is neither a CSV nor an Excel file (.xlsx)'));
  return isUtf8 ? 'utf-8' : 'windows-1252';
}

/** The text of a file, without its mark. */
export async function* decode(bytes: Readable, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}
