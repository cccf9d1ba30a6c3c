import type { PackManifest } from './evidence-format.ts';
import { hexOf, type PackCrypto } from './pack-crypto.ts';
import { crc32, crcTable } from './pack-zip.ts';

// Where a file differs from the one that was signed, when only the marks of its blocks are known (docs/evidence.md).

/** Bytes of a block; the last one of a file is shorter. */
export const BLOCK_BYTES = 4096;
const HASH_DIGITS = 16;
const MARK_DIGITS = HASH_DIGITS + 8;

/** The manifest's value for a block: the first 16 digits of its SHA-256 and the 8 of its CRC-32. */
export const markOf = (sha256: string, crc: number): string =>
  sha256.slice(0, HASH_DIGITS) + crc.toString(16).padStart(8, '0');

/** Bytes from `from` to `to`, both counted from 0, among which the first is that differs. */
export interface Difference {
  from: number;
  to: number;
}

const stepsBack = new Uint32Array(256);
for (const [index, value] of crcTable.entries()) stepsBack[value >>> 24] = index;
/** A CRC's difference as it was one byte that is the same in both earlier. */
const stepBack = (difference: number): number => {
  const index = stepsBack[difference >>> 24] ?? 0;
  return ((((difference ^ (crcTable[index] ?? 0)) << 8) >>> 0) | index) >>> 0;
};

const lowestBit = (value: number): number => 31 - Math.clz32(value & -value);

interface Known {
  /** CRC-32 of the original. */
  crc: number;
  /** 1, or 4 where `isOriginal` is cheap: it is asked once for each byte. */
  width: 1 | 4;
  isOriginal: (candidate: Uint8Array<ArrayBuffer>) => Promise<boolean>;
}
/**
 * The first byte that differs, when all that differ lie within `width` bytes that follow each other: for each place the
 * CRC-32 allows one such change, and the original is known when it is undone. Undefined when there is none.
 */
export async function locateChange(
  bytes: Uint8Array<ArrayBuffer>,
  { crc, width, isOriginal }: Known,
): Promise<number | undefined> {
  let pattern = (crc32(bytes) ^ crc) >>> 0;
  if (pattern === 0) return undefined;
  for (let at = bytes.length - 1; at >= 0; at--) {
    pattern = stepBack(pattern);
    const room = Math.min(width, bytes.length - at);
    if (room < 4 && pattern >>> (8 * room) !== 0) continue;
    const candidate = bytes.slice();
    for (let place = 0; place < room; place++)
      candidate[at + place] = (candidate[at + place] ?? 0) ^ ((pattern >>> (8 * place)) & 0xff);
    if (await isOriginal(candidate)) return at + (lowestBit(pattern) >>> 3);
  }
  return undefined;
}

type Listed = PackManifest['files'][number];

async function differenceIn(
  block: Uint8Array<ArrayBuffer>,
  mark: string,
  length: number,
  crypto: PackCrypto,
): Promise<Difference> {
  const isOriginal = async (candidate: Uint8Array<ArrayBuffer>) =>
    hexOf(await crypto.sha256(candidate)).startsWith(mark.slice(0, HASH_DIGITS));
  const crc = Number.parseInt(mark.slice(HASH_DIGITS), 16);
  const at = block.length === length ? await locateChange(block, { crc, width: 4, isOriginal }) : undefined;
  return at === undefined ? { from: 0, to: Math.max(block.length, length) - 1 } : { from: at, to: at };
}

/**
 * Where a file differs first from the listed one: to the byte where a change lies within four bytes, otherwise to its
 * block. `zipCrc`, of the ZIP, helps with packs of before there were marks, as long as nobody adapted it.
 */
export async function findDifference(
  bytes: Uint8Array<ArrayBuffer>,
  { blocks, size, sha256 }: Listed,
  zipCrc: number,
  crypto: PackCrypto,
): Promise<Difference | undefined> {
  if (blocks === undefined) {
    const isOriginal = async (candidate: Uint8Array<ArrayBuffer>) => hexOf(await crypto.sha256(candidate)) === sha256;
    const at = await locateChange(bytes, { crc: zipCrc, width: 1, isOriginal });
    return at === undefined ? undefined : { from: at, to: at };
  }
  for (let start = 0; start < size; start += BLOCK_BYTES) {
    if (start >= bytes.length) return { from: bytes.length, to: bytes.length };
    const block = bytes.slice(start, Math.min(start + BLOCK_BYTES, size));
    const at = (start / BLOCK_BYTES) * MARK_DIGITS;
    const mark = blocks.slice(at, at + MARK_DIGITS);
    if (markOf(hexOf(await crypto.sha256(block)), crc32(block)) === mark) continue;
    const { from, to } = await differenceIn(block, mark, Math.min(BLOCK_BYTES, size - start), crypto);
    return { from: start + from, to: start + to };
  }
  return bytes.length > size ? { from: size, to: size } : undefined;
}
