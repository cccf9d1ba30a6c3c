import type { Readable } from 'node:stream';
import { t } from '@quickfleet/shared/words/t';
import { unreadable } from './unreadable.ts';

const singleByte = ['windows-1252', 'macintosh', 'cp850'] as const;
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | (typeof singleByte)[number];
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
  return isUtf8 ? 'utf-8' : guess8(sample);
}

/** What DOS has in place of the letters of Latin-1, from 128 on; no decoder of the platform knows it. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const fromDos = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u00ff]/g, (sign) => CP850[sign.charCodeAt(0) - 128] ?? sign);

const SMALL = 'äöüßéèêëàâáãíìîïóòôõúùûñçåøæœšž';
const SIGNS = '€„“”‘’‚–—…§°«»·²³ºª½™®©£•\u00a0';
/** A capital begins a word or is among capitals; alone it says nothing. */
function capitalAt(before: string, after: string): number {
  const isWrong = /\p{Ll}/u.test(before) || (/\p{L}/u.test(before) && /\p{Ll}/u.test(after));
  if (isWrong) return -1;
  return /\p{L}/u.test(before + after) ? 1 : 0;
}
/** How far the letters are where people write them: small ones anywhere, capitals at the beginning, signs between words. */
function likeness(text: string): number {
  let score = 0;
  for (const { 0: sign, index } of text.matchAll(/[^\p{ASCII}]/gu)) {
    const [before = '', after = ''] = [text[index - 1], text[index + 1]];
    const isInWord = /\p{L}/u.test(before) && /\p{L}/u.test(after);
    const isCapital = SMALL.includes(sign.toLowerCase()) && sign !== sign.toLowerCase();
    if (SMALL.includes(sign)) score += 1;
    else if (isCapital) score += capitalAt(before, after);
    else score += SIGNS.includes(sign) && (!isInWord || sign === '’') ? 1 : -1;
  }
  return score;
}
/** Of the encodings of one byte the one whose letters are best where they are; Windows unless another one is better. */
function guess8(sample: Buffer): Encoding {
  const scores = singleByte.map((encoding) => ({ encoding, score: likeness(textIn(sample, encoding)) }));
  const best = scores.toSorted((one, other) => other.score - one.score)[0];
  return best?.encoding ?? 'windows-1252';
}
const textIn = (bytes: Buffer, encoding: Encoding): string =>
  encoding === 'cp850' ? fromDos(bytes) : new TextDecoder(encoding).decode(bytes);

/** The text of a file, without its mark. */
export async function* decode(bytes: Readable, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'cp850') {
    for await (const chunk of bytes as AsyncIterable<Buffer>) yield fromDos(chunk);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}
