import { t } from '../../words/t.ts';
import { type PackManifest, packFiles } from './evidence-format.ts';
import { findDifference } from './pack-blocks.ts';
import { hexOf, type PackCrypto, parseCanonical } from './pack-crypto.ts';
import {
  bytesOf,
  contentOf,
  crc32,
  directoryOf,
  firstDifference,
  localHeader,
  PackDamage,
  type PackEntry,
  startOf,
} from './pack-zip.ts';

// Read from the front alone, a changed header looks like a changed directory. The directory says the same once more:
// where the two disagree, the contents tell which of them is right.

const END_BYTES = 22;
const LINE_BYTES = 46;
const ORIGINAL = /^files\/([0-9a-f]{64})\.(jpg|png|webp|gif|json|bin)$/;
const fixedNames: readonly string[] = [packFiles.paper, packFiles.timeline, packFiles.manifest, packFiles.signature];

/** The files as the directory names them, and by how many bytes it stands later than it says; undefined when it was changed itself. */
async function readDirectory(file: Blob): Promise<{ entries: PackEntry[]; shift: number } | undefined> {
  const end = await bytesOf(file, Math.max(0, file.size - END_BYTES), file.size);
  if (end.length < END_BYTES) return undefined;
  const ends = new DataView(end.buffer);
  const [length, start] = [ends.getUint32(12, true), ends.getUint32(16, true)];
  const begin = file.size - END_BYTES - length;
  if (begin < 0) return undefined;
  const present = await bytesOf(file, begin, file.size);
  const view = new DataView(present.buffer);
  const entries: PackEntry[] = [];
  for (let at = 0; at + LINE_BYTES <= length; ) {
    const nameEnd = at + LINE_BYTES + view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(present.subarray(at + LINE_BYTES, nameEnd));
    const [crc, size, offset] = [16, 20, 42].map((place) => view.getUint32(at + place, true));
    entries.push({ name, crc: crc ?? 0, size: size ?? 0, offset: offset ?? 0 });
    at = nameEnd;
  }
  const isWhole = firstDifference(present, directoryOf(entries, start)) === undefined;
  return isWhole ? { entries, shift: begin - start } : undefined;
}

/** Whether a file is what the directory says of it. */
async function isAsSaid(file: Blob, entry: PackEntry, crypto: PackCrypto): Promise<boolean> {
  const content = await contentOf(file, entry);
  if (crc32(content) !== entry.crc) return false;
  const hash = ORIGINAL.exec(entry.name)?.[1];
  return hash === undefined ? fixedNames.includes(entry.name) : hexOf(await crypto.sha256(content)) === hash;
}

/** What the list says of a file; undefined when it cannot be read. Whether it is signed is not asked: the pack is rejected. */
async function listedAs(file: Blob, name: string, manifest: PackEntry | undefined) {
  if (!manifest) return undefined;
  const list = parseCanonical<Partial<PackManifest>>(await contentOf(file, manifest));
  return list?.files?.find((listed) => listed.name === name);
}

/** Bytes were put into a file, or taken out of it. */
async function lengthChanged(
  file: Blob,
  { entries, shift }: { entries: PackEntry[]; shift: number },
  entry: PackEntry,
  crypto: PackCrypto,
): Promise<PackDamage> {
  const present = { ...entry, size: Math.max(0, entry.size + shift) };
  const start = startOf(entry);
  const manifest = entries.find(({ name }) => name === packFiles.manifest);
  const listed = await listedAs(file, entry.name, manifest && { ...manifest, offset: manifest.offset + shift });
  const place = listed && (await findDifference(await contentOf(file, present), listed, entry.crc, crypto));
  const { from, to } = place ?? { from: 0, to: Math.max(0, present.size - 1) };
  const about = { name: entry.name, bytes: Math.abs(shift) };
  const sentence =
    shift > 0
      ? t('{name} is {bytes} bytes longer than it was', about)
      : t('{name} is {bytes} bytes shorter than it was', about);
  return new PackDamage(sentence, start + from, start + to);
}

/** The first byte at which a ZIP is not as its directory says, when the directory is right; else undefined. */
export async function findZipDamage(file: Blob, crypto: PackCrypto): Promise<PackDamage | undefined> {
  const directory = await readDirectory(file);
  if (!directory) return undefined;
  const { entries, shift } = directory;
  for (const [place, entry] of entries.entries()) {
    const expected = localHeader(entry);
    const headerAt = (offset: number) => bytesOf(file, offset, offset + expected.length);
    const difference = firstDifference(await headerAt(entry.offset), expected);
    if (difference === undefined) continue;
    const wasMoved = shift !== 0 && firstDifference(await headerAt(entry.offset + shift), expected) === undefined;
    const before = entries[place - 1];
    if (wasMoved) return before && lengthChanged(file, directory, before, crypto);
    const isRight = shift !== 0 || (await isAsSaid(file, entry, crypto));
    return isRight
      ? new PackDamage(t('The ZIP header of {name} was changed', { name: entry.name }), entry.offset + difference)
      : undefined;
  }
  const last = entries.at(-1);
  return shift !== 0 && last ? lengthChanged(file, directory, last, crypto) : undefined;
}
