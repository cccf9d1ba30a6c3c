import { canonicalJson } from '../../base/canonical-json.ts';
import { t } from '../../words/t.ts';
import { type ChainProblem, checkChain } from './check-chain.ts';
import { findZipDamage } from './check-zip.ts';
import { type KeyDocument, PACK_FORMAT, type PackManifest, packFiles, type TimelineRow } from './evidence-format.ts';
import { type Difference, findDifference, locateChange } from './pack-blocks.ts';
import { fromBase64Url, hexOf, type PackCrypto, parseCanonical, toBase64Url } from './pack-crypto.ts';
import { contentOf, crc32, PackDamage, type PackEntry, readEntries, startOf } from './pack-zip.ts';

/** What is wrong with a pack first: a word for programs, a sentence for people, and where. */
export interface PackProblem {
  what:
    | 'no_pack'
    | 'zip_changed'
    | 'file_missing'
    | 'file_added'
    | 'file_changed'
    | 'file_swapped'
    | 'signature_forged'
    | 'key_unknown'
    | 'manifest_wrong'
    | ChainProblem['what'];
  /** A file of the pack, or `byte N`. */
  where: string;
  sentence: string;
  /** The first byte of the pack that differs is one of these, counted from 0; absent where nobody can say. */
  bytes?: Difference;
}
export interface PackReport {
  /** Nothing differs, and the key is one that was given. */
  isIntact: boolean;
  problem: PackProblem | undefined;
  /** Whether the key was compared with the company's. */
  key: 'known' | 'unknown' | 'not_compared';
  manifest: PackManifest | undefined;
  /** Lines of the history, and how many of them have lost their words. */
  lines: number;
  erasedLines: number;
}
interface Options {
  crypto: PackCrypto;
  /** The company's published keys; without them nobody can say who signed. */
  keys?: KeyDocument | undefined;
  /** Told before each file: done files of all. */
  onProgress?: (done: number, all: number) => void;
}
class Found extends Error {
  readonly problem: PackProblem;
  constructor(problem: PackProblem) {
    super(problem.sentence);
    this.problem = problem;
  }
}
const fail = (what: PackProblem['what'], where: string, sentence: string, bytes?: Difference): never => {
  throw new Found({ what, where, sentence, ...(bytes ? { bytes } : {}) });
};
const byteWords = (at: number): string => t('byte {at}', { at });
/** The same with what is known of the place within a file. */
const failIn = (
  entry: PackEntry,
  place: Difference | undefined,
  what: PackProblem['what'],
  sentence: string,
): never => {
  if (!place) return fail(what, entry.name, sentence);
  const { from, to } = place;
  const start = startOf(entry);
  const said =
    from === to
      ? t('The first byte that differs is byte {from} of {name}.', { from, name: entry.name })
      : t('The first byte that differs is among bytes {from} to {to} of {name}.', { from, to, name: entry.name });
  return fail(what, entry.name, `${sentence} ${said}`, { from: start + from, to: start + to });
};

async function readPack(file: Blob, crypto: PackCrypto) {
  const entries = await readEntries(file).catch((error: unknown) => {
    if (!(error instanceof PackDamage)) throw error;
    return error;
  });
  const damage = (!Array.isArray(entries) || entries.length === 0) && (await findZipDamage(file, crypto));
  const first = damage || entries;
  if (!Array.isArray(first)) {
    const { at, to, message } = first;
    const place = to === at ? byteWords(at) : t('bytes {from} to {to}', { from: at, to });
    return fail('zip_changed', place, `${message} (${place}).`, { from: at, to });
  }
  return packOf(first);
}

/** Every name that a pack gives to a file. */
const isPackName = (name: string): boolean =>
  /^files\/[0-9a-f]{64}\.[a-z0-9]{1,8}$/.test(name) ||
  [packFiles.paper, packFiles.timeline, packFiles.manifest, packFiles.signature].some((known) => known === name);

function packOf(entries: PackEntry[]) {
  if (entries.length === 0) fail('no_pack', byteWords(0), t('This file is no evidence pack.'));
  // A name is shown to people: one that could pass for another text is not even that.
  const odd = entries.find(({ name }) => !/^[\x21-\x7e]{1,200}$/.test(name));
  if (odd) fail('file_added', byteWords(odd.offset), t('A file in the pack has a name that no pack gives.'));
  const names = new Map(entries.map((entry) => [entry.name, entry]));
  const twice = entries.find((entry) => names.get(entry.name) !== entry);
  if (twice) fail('file_added', twice.name, t('{name} is in the pack twice.', { name: twice.name }));
  const need = (name: string): PackEntry =>
    names.get(name) ?? fail('file_missing', name, t('{name} was removed from the pack.', { name }));
  return { entries, need };
}

async function isSigned(
  manifest: PackManifest,
  bytes: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  { crypto }: Pick<Options, 'crypto'>,
): Promise<boolean> {
  const { key } = manifest;
  const thumbprint = await crypto.sha256(
    new TextEncoder().encode(canonicalJson({ crv: key.crv, kty: key.kty, x: key.x })),
  );
  const isNamed = toBase64Url(thumbprint) === key.kid;
  return isNamed && signature.length === 64 && (await crypto.verify(fromBase64Url(key.x), signature, bytes));
}
const comparedWith = ({ key }: PackManifest, keys: KeyDocument | undefined): PackReport['key'] => {
  if (!keys) return 'not_compared';
  return keys.keys.some(({ kid, x }) => kid === key.kid && x === key.x) ? 'known' : 'unknown';
};

/** The signed list. Where it was changed by a byte, the ZIP's check sum says which, and the signature proves it. */
async function readManifest(file: Blob, pack: Awaited<ReturnType<typeof readPack>>, { crypto }: Options) {
  const [list, sealed] = [pack.need(packFiles.manifest), pack.need(packFiles.signature)];
  const signature = await contentOf(file, sealed);
  const bytes = await contentOf(file, list);
  const readAs = (text: Uint8Array<ArrayBuffer>) => {
    const manifest = parseCanonical<PackManifest>(text);
    return manifest?.format === PACK_FORMAT && typeof manifest.key?.x === 'string' ? manifest : undefined;
  };
  const manifest = readAs(bytes);
  if (manifest && (await isSigned(manifest, bytes, signature, { crypto }))) return manifest;
  const inList = await locateChange(bytes, {
    crc: list.crc,
    width: 1,
    async isOriginal(candidate) {
      const original = readAs(candidate);
      return original !== undefined && isSigned(original, candidate, signature, { crypto });
    },
  });
  if (inList !== undefined)
    return failIn(
      list,
      { from: inList, to: inList },
      'signature_forged',
      t('The signature does not fit: manifest.json is not as it was signed.'),
    );
  const inSignature =
    manifest &&
    (await locateChange(signature, {
      crc: sealed.crc,
      width: 4,
      isOriginal: async (candidate) => isSigned(manifest, bytes, candidate, { crypto }),
    }));
  return failIn(
    sealed,
    inSignature === undefined ? undefined : { from: inSignature, to: inSignature },
    'signature_forged',
    t('The signature does not fit: manifest.json or manifest.sig was changed, or are not from the signer.'),
  );
}

/** Whether each file is the one that was signed, in its place. */
async function checkFiles(
  file: Blob,
  pack: Awaited<ReturnType<typeof readPack>>,
  manifest: PackManifest,
  options: Options,
) {
  const { crypto, onProgress } = options;
  let changed:
    | { entry: PackEntry; sha256: string; bytes: Uint8Array<ArrayBuffer>; place: Difference | undefined }
    | undefined;
  if (!manifest.files.every(({ name }) => isPackName(name)))
    fail('manifest_wrong', packFiles.manifest, t('The list names a file as no pack does.'));
  for (const [at, listed] of manifest.files.entries()) {
    onProgress?.(at, manifest.files.length);
    const entry = pack.need(listed.name);
    const bytes = await contentOf(file, entry);
    const sha256 = hexOf(await crypto.sha256(bytes));
    if (sha256 !== listed.sha256) {
      changed = { entry, sha256, bytes, place: await findDifference(bytes, listed, entry.crc, crypto) };
      break;
    }
    if (entry.size !== listed.size || crc32(bytes) !== entry.crc)
      fail(
        'zip_changed',
        byteWords(entry.offset + 14),
        t('The check sum of {name} in the ZIP was changed.', { name: listed.name }),
      );
  }
  const names = [...manifest.files.map(({ name }) => name), packFiles.manifest, packFiles.signature];
  const extra = pack.entries.find(({ name }) => !names.includes(name));
  if (extra) fail('file_added', extra.name, t('{name} was added to the pack.', { name: extra.name }));
  if (changed?.entry.name === packFiles.timeline) {
    const timeline = parseCanonical<Timeline>(changed.bytes);
    const problem = timeline && (await checkTimeline(timeline, manifest, crypto));
    if (problem) failIn(changed.entry, changed.place, problem.what, problem.sentence);
  }
  if (changed) {
    const { entry, sha256, place } = changed;
    const { name } = entry;
    const other = manifest.files.find((listed) => listed.sha256 === sha256);
    if (other) fail('file_swapped', name, t('{name} was replaced by {other}.', { name, other: other.name }));
    failIn(entry, place, 'file_changed', t('{name} is not the file that was signed.', { name }));
  }
  const misplaced = pack.entries.find(({ name }, at) => name !== names[at]);
  if (misplaced)
    fail(
      'zip_changed',
      byteWords(misplaced.offset),
      t('{name} is not in its place in the ZIP.', { name: misplaced.name }),
    );
  for (const name of [packFiles.manifest, packFiles.signature]) {
    const entry = pack.need(name);
    if (crc32(await contentOf(file, entry)) !== entry.crc)
      fail('zip_changed', byteWords(entry.offset + 14), t('The check sum of {name} in the ZIP was changed.', { name }));
  }
}

interface Timeline {
  rows: TimelineRow[];
}
const checkTimeline = async (
  { rows }: Timeline,
  manifest: PackManifest,
  crypto: PackCrypto,
): Promise<ChainProblem | undefined> =>
  Array.isArray(rows)
    ? checkChain(rows, { ...manifest.chain, order: manifest.order.id }, async (text) =>
        hexOf(await crypto.sha256(new TextEncoder().encode(text))),
      )
    : undefined;

/** Each original is named by the history, and each that the history names is here or said to be gone. */
function checkOriginals(rows: readonly TimelineRow[], { files, absent }: PackManifest): void {
  const named = new Set(rows.flatMap(({ line }) => line.files));
  const held = new Set([...files.map(({ sha256 }) => sha256), ...absent.map(({ sha256 }) => sha256)]);
  const stray = files.find(({ kind, sha256 }) => kind !== 'paper' && kind !== 'timeline' && !named.has(sha256));
  if (stray) fail('manifest_wrong', stray.name, t('No line of the history names {name}.', { name: stray.name }));
  const lost = [...named].find((sha256) => !held.has(sha256));
  if (lost)
    fail(
      'manifest_wrong',
      packFiles.manifest,
      t('The history names a file that is not in the pack ({hash}).', { hash: lost }),
    );
}

/**
 * Checks an evidence pack on its own: the ZIP, the signature, each file, the chain of the history, and that they belong
 * together. Reads one file at a time; needs no network. Rejects when a file cannot be read.
 */
export async function checkPack(file: Blob, options: Options): Promise<PackReport> {
  const report: PackReport = {
    isIntact: false,
    problem: undefined,
    key: 'not_compared',
    manifest: undefined,
    lines: 0,
    erasedLines: 0,
  };
  try {
    const pack = await readPack(file, options.crypto);
    const manifest = await readManifest(file, pack, options);
    report.key = comparedWith(manifest, options.keys);
    report.manifest = manifest;
    await checkFiles(file, pack, manifest, options);
    const timeline = parseCanonical<Timeline>(await contentOf(file, pack.need(packFiles.timeline)));
    if (!timeline) return fail('manifest_wrong', packFiles.timeline, t('timeline.json is not canonical JSON.'));
    const problem = await checkTimeline(timeline, manifest, options.crypto);
    if (problem) fail(problem.what, packFiles.timeline, problem.sentence);
    checkOriginals(timeline.rows, manifest);
    report.lines = timeline.rows.length;
    report.erasedLines = timeline.rows.filter(
      ({ line, detail, data }) => (line.detail !== null && !detail) || (line.data !== null && !data),
    ).length;
    if (report.key === 'unknown')
      fail(
        'key_unknown',
        manifest.key.kid,
        t('The pack agrees with itself, but it was not signed with a key of this company.'),
      );
    report.isIntact = report.key === 'known';
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    report.problem = error.problem;
  }
  return report;
}
