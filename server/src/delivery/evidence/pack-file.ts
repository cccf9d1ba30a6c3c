import { crc32 } from 'node:zlib';
import { canonicalJson, type Json } from '@quickfleet/shared/base/canonical-json';
import {
  type AbsentReason,
  type PackManifest,
  type PieceKind,
  packFiles,
  type TimelineRow,
} from '@quickfleet/shared/delivery/evidence/evidence-format';
import { BLOCK_BYTES, markOf } from '@quickfleet/shared/delivery/evidence/pack-blocks';
import {
  directoryOf,
  localHeader,
  PACK_BYTES_MAX,
  type PackEntry,
} from '@quickfleet/shared/delivery/evidence/pack-zip';
import type { ReceivedFile } from '../../files/incoming.ts';
import type { Host } from '../../process/heavy/protocol.ts';
import { readFileStream } from '../../process/outside/streams.ts';
import { sha256 } from '../../security/secrets.ts';

/** A file of a piece, named by what it holds; its bytes come when they are asked for. */
export interface Original {
  name: string;
  kind: PieceKind;
  sha256: string;
  from: { key: string } | { text: string };
}
/** Everything that a pack says; the list of its files and the signature are made while it is written. */
export interface PackContent {
  paper: ReceivedFile;
  originals: readonly Original[];
  /** As it is stored in the pack. */
  timeline: Json;
  rows: readonly TimelineRow[];
  manifest: Omit<PackManifest, 'files' | 'absent'>;
}
/** The bytes of a stored file, undefined where it is gone; and the signature of the manifest, whose key stays with the server. */
type Packing = Host<{ file: string } | { sign: string }, Buffer | undefined>;

/** The marks of a file's blocks, while it passes by in pieces of any size. */
class BlockMarks {
  #rest = Buffer.alloc(0);
  #marks = '';

  add(bytes: Buffer): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    const whole = all.length - (all.length % BLOCK_BYTES);
    for (let at = 0; at < whole; at += BLOCK_BYTES) this.#mark(all.subarray(at, at + BLOCK_BYTES));
    this.#rest = Buffer.from(all.subarray(whole));
  }

  end(): string {
    if (this.#rest.length > 0) this.#mark(this.#rest);
    return this.#marks;
  }

  #mark(block: Buffer): void {
    this.#marks += markOf(sha256(block), crc32(block));
  }
}

/** Why what a line names is not there: by what the history says since. */
function reasonOf(rows: readonly TimelineRow[], hash: string): AbsentReason {
  const at = rows.findIndex(({ line }) => line.files.includes(hash));
  const later = rows.slice(at).map(({ line }) => line.action);
  if (later.includes('order.erased')) return 'erased';
  return later.includes('evidence.expired') ? 'expired' : 'removed';
}

function marksOf(bytes: Buffer): string {
  const marks = new BlockMarks();
  marks.add(bytes);
  return marks.end();
}

/** Heavy work: the bytes of an evidence pack (docs/evidence.md), one file in memory at a time. */
export async function* writePack(content: PackContent, host: Packing): AsyncGenerator<Uint8Array> {
  const { paper, rows } = content;
  const entries: PackEntry[] = [];
  const listed: PackManifest['files'] = [];
  let offset = 0;

  function* header(name: string, size: number, crc: number) {
    host.count();
    const entry = { name, size, crc, offset };
    const bytes = localHeader(entry);
    entries.push(entry);
    offset += bytes.length + size;
    if (offset > PACK_BYTES_MAX) throw new Error('The evidence of this order is larger than a pack can be');
    yield bytes;
  }
  function* add(name: string, bytes: Buffer, kind?: PackManifest['files'][number]['kind']) {
    yield* header(name, bytes.length, crc32(bytes));
    if (kind) listed.push({ name, size: bytes.length, sha256: sha256(bytes), kind, blocks: marksOf(bytes) });
    yield bytes;
  }

  let crc = 0;
  const marks = new BlockMarks();
  for await (const chunk of readFileStream(paper.path)) {
    crc = crc32(chunk as Buffer, crc);
    marks.add(chunk as Buffer);
  }
  yield* header(packFiles.paper, paper.size, crc);
  listed.push({ name: packFiles.paper, size: paper.size, sha256: paper.sha256, kind: 'paper', blocks: marks.end() });
  yield* readFileStream(paper.path);

  const missing = new Set<string>();
  for (const { name, kind, sha256: hash, from } of content.originals) {
    const bytes = 'text' in from ? Buffer.from(from.text) : await host.ask({ file: from.key });
    if (bytes) yield* add(name, bytes, kind);
    else missing.add(hash);
  }
  yield* add(packFiles.timeline, Buffer.from(canonicalJson(content.timeline)), 'timeline');

  const held = new Set(listed.map((file) => file.sha256));
  const named = [...new Set(rows.flatMap(({ line }) => line.files))];
  const manifest: PackManifest = {
    ...content.manifest,
    files: listed,
    absent: named
      .filter((hash) => !held.has(hash))
      .map((hash) => ({ sha256: hash, reason: missing.has(hash) ? 'missing' : reasonOf(rows, hash) })),
  };
  const text = canonicalJson(manifest as unknown as Json);
  yield* add(packFiles.manifest, Buffer.from(text));
  const signature = await host.ask({ sign: text });
  yield* add(packFiles.signature, signature ?? Buffer.alloc(0));
  yield directoryOf(entries, offset);
}
