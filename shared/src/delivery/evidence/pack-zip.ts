import { t } from '../../words/t.ts';
// The one form in which an evidence pack is a ZIP file (docs/evidence.md): nothing compressed, no dates, no extra
// fields, so that every byte of it follows from the names and the contents.

export interface PackEntry {
  name: string;
  crc: number;
  size: number;
  /** Where its header begins. */
  offset: number;
}
/** A file so large needs ZIP64, which a pack does not use. */
export const PACK_BYTES_MAX = 0xffff_ffff;
export const LOCAL_HEADER_BYTES = 30;

/** What CRC-32 makes of each byte. */
export const crcTable = Uint32Array.from({ length: 256 }, (_, value) => {
  let crc = value;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb8_8320 ^ (crc >>> 1) : crc >>> 1;
  return crc >>> 0;
});
/** CRC-32 of bytes; `before` is the CRC-32 of the bytes that precede them. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

const NEEDED = 20;
const UTF8_NAMES = 0x0800;
const FIRST_OF_JANUARY_1980 = 0x0021;

type Field = readonly [bytes: 2 | 4, value: number];
function fieldsOf(fields: readonly Field[], tail = new Uint8Array()): Uint8Array {
  const head = fields.reduce((sum, [bytes]) => sum + bytes, 0);
  const all = new Uint8Array(head + tail.length);
  const view = new DataView(all.buffer);
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  all.set(tail, head);
  return all;
}
/** What the header in front of a file and its line in the directory have in common. */
const commonFields = ({ crc, size }: PackEntry, name: Uint8Array): Field[] => [
  [2, NEEDED],
  [2, UTF8_NAMES],
  [2, 0],
  [2, 0],
  [2, FIRST_OF_JANUARY_1980],
  [4, crc],
  [4, size],
  [4, size],
  [2, name.length],
  [2, 0],
];

/** The header in front of a file's bytes. */
export function localHeader(entry: PackEntry): Uint8Array {
  const name = new TextEncoder().encode(entry.name);
  return fieldsOf([[4, 0x0403_4b50], ...commonFields(entry, name)], name);
}

/** Everything behind the last file. */
export function directoryOf(entries: readonly PackEntry[], start: number): Uint8Array {
  const lines = entries.map((entry) => {
    const name = new TextEncoder().encode(entry.name);
    const more: Field[] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, entry.offset],
    ];
    return fieldsOf([[4, 0x0201_4b50], [2, NEEDED], ...commonFields(entry, name), ...more], name);
  });
  const bytes = lines.reduce((sum, { length }) => sum + length, 0);
  const end = fieldsOf([
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, bytes],
    [4, start],
    [2, 0],
  ]);
  const all = new Uint8Array(bytes + end.length);
  let at = 0;
  for (const line of [...lines, end]) {
    all.set(line, at);
    at += line.length;
  }
  return all;
}

/** Where two byte strings begin to differ; undefined when they are the same. */
export function firstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return at;
  return undefined;
}

/** Where a file is no evidence pack: the first such byte is one from `at` to `to`. */
export class PackDamage extends Error {
  readonly at: number;
  readonly to: number;
  constructor(message: string, at: number, to = at) {
    super(message);
    this.at = at;
    this.to = to;
  }
}

export const bytesOf = async (file: Blob, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

/** The files of a pack, in their order; none when it does not begin as one. Throws PackDamage at the first byte that is not as it must be. */
export async function readEntries(file: Blob): Promise<PackEntry[]> {
  const entries: PackEntry[] = [];
  let offset = 0;
  for (;;) {
    const head = await bytesOf(file, offset, offset + LOCAL_HEADER_BYTES);
    const view = new DataView(head.buffer);
    if (head.length < 4 || view.getUint32(0, true) !== 0x0403_4b50) break;
    if (head.length < LOCAL_HEADER_BYTES) throw new PackDamage(t('The file ends too early'), file.size);
    const nameBytes = await bytesOf(
      file,
      offset + LOCAL_HEADER_BYTES,
      offset + LOCAL_HEADER_BYTES + view.getUint16(26, true),
    );
    const entry = {
      name: new TextDecoder().decode(nameBytes),
      crc: view.getUint32(14, true),
      size: view.getUint32(18, true),
      offset,
    };
    const expected = localHeader(entry);
    const present = await bytesOf(file, offset, offset + expected.length);
    const difference = firstDifference(present, expected);
    if (difference !== undefined)
      throw new PackDamage(
        entry.name
          ? t('The ZIP header of {name} was changed', { name: entry.name })
          : t('The ZIP header of a file was changed'),
        offset + difference,
      );
    entries.push(entry);
    offset += expected.length + entry.size;
    if (offset > file.size) throw new PackDamage(t('{name} is cut off', { name: entry.name }), file.size);
  }
  if (entries.length === 0) return [];
  const expected = directoryOf(entries, offset);
  const present = await bytesOf(file, offset, Math.min(file.size, offset + expected.length + 1));
  const difference = firstDifference(present, expected);
  if (difference !== undefined) throw new PackDamage(t('The ZIP directory was changed'), offset + difference);
  return entries;
}

/** Where the bytes of a file begin in its pack. */
export const startOf = ({ name, offset }: PackEntry): number =>
  offset + LOCAL_HEADER_BYTES + new TextEncoder().encode(name).length;

/** The bytes of one file of a pack. */
export const contentOf = (file: Blob, entry: PackEntry): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf(file, startOf(entry), startOf(entry) + entry.size);
