import { canonicalJson, type Json } from './canonical-json.ts';
import { type ChainProblem, checkChain } from './check-chain.ts';
import { type KeyDocument, PACK_FORMAT, type PackManifest, packFiles, type TimelineRow } from './evidence-format.ts';
import { fromBase64Url, hexOf, type PackCrypto, textOf, toBase64Url } from './pack-crypto.ts';
import { contentOf, crc32, PackDamage, type PackEntry, readEntries } from './pack-zip.ts';

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
  /** The company's published keys; without them nobody can say whose the signature is. */
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
const fail = (what: PackProblem['what'], where: string, sentence: string): never => {
  throw new Found({ what, where, sentence });
};

/** Only what is written in its one form is what was signed. */
function parseCanonical<T>(bytes: Uint8Array): T | undefined {
  try {
    const text = textOf(bytes);
    const value: Json = JSON.parse(text);
    return canonicalJson(value) === text ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

async function readPack(file: Blob) {
  const entries = await readEntries(file).catch((error: unknown) => {
    if (!(error instanceof PackDamage)) throw error;
    return fail('zip_changed', `byte ${error.at}`, `${error.message} (byte ${error.at}).`);
  });
  if (entries.length === 0) fail('no_pack', 'byte 0', 'This file is no evidence pack.');
  const names = new Map(entries.map((entry) => [entry.name, entry]));
  const twice = entries.find((entry) => names.get(entry.name) !== entry);
  if (twice) fail('file_added', twice.name, `${twice.name} is in the pack twice.`);
  const need = (name: string): PackEntry =>
    names.get(name) ?? fail('file_missing', name, `${name} was removed from the pack.`);
  return { entries, need };
}

async function checkSignature(
  manifest: PackManifest,
  bytes: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  { crypto, keys }: Options,
) {
  const { key } = manifest;
  const thumbprint = await crypto.sha256(
    new TextEncoder().encode(canonicalJson({ crv: key.crv, kty: key.kty, x: key.x })),
  );
  const isNamed = toBase64Url(thumbprint) === key.kid;
  const isSigned = isNamed && signature.length === 64 && (await crypto.verify(fromBase64Url(key.x), signature, bytes));
  if (!isSigned)
    fail(
      'signature_forged',
      packFiles.signature,
      'The signature does not fit: manifest.json or manifest.sig was changed, or somebody else wrote them.',
    );
  if (!keys) return 'not_compared';
  return keys.keys.some(({ kid, x }) => kid === key.kid && x === key.x) ? 'known' : 'unknown';
}

/** Whether each file is the one that was signed, in its place. */
async function checkFiles(
  file: Blob,
  pack: Awaited<ReturnType<typeof readPack>>,
  manifest: PackManifest,
  options: Options,
) {
  const { crypto, onProgress } = options;
  let changed: { name: string; sha256: string; bytes: Uint8Array<ArrayBuffer> } | undefined;
  for (const [at, listed] of manifest.files.entries()) {
    onProgress?.(at, manifest.files.length);
    const entry = pack.need(listed.name);
    const bytes = await contentOf(file, entry);
    const sha256 = hexOf(await crypto.sha256(bytes));
    if (sha256 !== listed.sha256) {
      changed = { name: listed.name, sha256, bytes };
      break;
    }
    if (entry.size !== listed.size || crc32(bytes) !== entry.crc)
      fail('zip_changed', `byte ${entry.offset + 14}`, `The check sum of ${listed.name} in the ZIP was changed.`);
  }
  const names = [...manifest.files.map(({ name }) => name), packFiles.manifest, packFiles.signature];
  const extra = pack.entries.find(({ name }) => !names.includes(name));
  if (extra) fail('file_added', extra.name, `${extra.name} was added to the pack.`);
  if (changed?.name === packFiles.timeline) {
    const timeline = parseCanonical<Timeline>(changed.bytes);
    const problem = timeline && (await checkTimeline(timeline, manifest, crypto));
    if (problem) fail(problem.what, packFiles.timeline, problem.sentence);
  }
  if (changed) {
    const { name, sha256 } = changed;
    const other = manifest.files.find((listed) => listed.sha256 === sha256);
    if (other) fail('file_swapped', name, `${name} was replaced by ${other.name}.`);
    fail('file_changed', name, `${name} is not the file that was signed.`);
  }
  const misplaced = pack.entries.find(({ name }, at) => name !== names[at]);
  if (misplaced) fail('zip_changed', `byte ${misplaced.offset}`, `${misplaced.name} is not in its place in the ZIP.`);
  for (const name of [packFiles.manifest, packFiles.signature]) {
    const entry = pack.need(name);
    if (crc32(await contentOf(file, entry)) !== entry.crc)
      fail('zip_changed', `byte ${entry.offset + 14}`, `The check sum of ${name} in the ZIP was changed.`);
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
  if (stray) fail('manifest_wrong', stray.name, `No line of the history names ${stray.name}.`);
  const lost = [...named].find((sha256) => !held.has(sha256));
  if (lost) fail('manifest_wrong', packFiles.manifest, `The history names a file that is not in the pack (${lost}).`);
}

/**
 * Checks an evidence pack by itself: the ZIP, the signature, each file, the chain of the history, and that they belong
 * together. Reads one file at a time; needs no network. A file that cannot be read rejects.
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
    const pack = await readPack(file);
    const signature = await contentOf(file, pack.need(packFiles.signature));
    const bytes = await contentOf(file, pack.need(packFiles.manifest));
    const manifest = parseCanonical<PackManifest>(bytes);
    if (manifest?.format !== PACK_FORMAT)
      return fail('signature_forged', packFiles.manifest, 'manifest.json is not as it was signed.');
    report.key = await checkSignature(manifest, bytes, signature, options);
    report.manifest = manifest;
    await checkFiles(file, pack, manifest, options);
    const timeline = parseCanonical<Timeline>(await contentOf(file, pack.need(packFiles.timeline)));
    if (!timeline) return fail('manifest_wrong', packFiles.timeline, 'timeline.json is not canonical JSON.');
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
        'The pack agrees with itself, but it was not signed with a key of this company.',
      );
    report.isIntact = report.key === 'known';
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    report.problem = error.problem;
  }
  return report;
}
