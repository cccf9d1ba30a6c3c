import { sign } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { canonicalJson, type Json } from '@quickfleet/shared/base/canonical-json';
import {
  type AbsentReason,
  FIRST_PREV,
  PACK_FORMAT,
  type PackManifest,
  type PieceKind,
  packFiles,
  TIMELINE_FORMAT,
  type TimelineRow,
} from '@quickfleet/shared/delivery/evidence/evidence-format';
import { BLOCK_BYTES, markOf } from '@quickfleet/shared/delivery/evidence/pack-blocks';
import {
  directoryOf,
  localHeader,
  PACK_BYTES_MAX,
  type PackEntry,
} from '@quickfleet/shared/delivery/evidence/pack-zip';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { ReceivedFile } from '../../files/incoming.ts';
import { type AppContext, now } from '../../http/context.ts';
import { sha256 } from '../../security/secrets.ts';
import type { Piece } from './evidence.queries.ts';
import type { Sealed } from './seal.service.ts';
import { signingPair } from './signing-keys.service.ts';

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

interface Original {
  name: string;
  kind: PieceKind;
  sha256: string;
  load(): Promise<Buffer | undefined>;
}

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** The files of the pieces, each once, named by what they hold. */
function originalsOf({ services }: AppContext, pieces: readonly Piece[]): Original[] {
  const found = new Map<string, Original>();
  const add = (original: Original) => {
    if (!found.has(original.sha256)) found.set(original.sha256, original);
  };
  for (const { key, kind, type, sha256: hash, strokes } of pieces) {
    if (hash)
      add({
        name: `${packFiles.originals}${hash}.${endings[type ?? ''] ?? 'bin'}`,
        kind,
        sha256: hash,
        load: async () => {
          const file = await services.files.read(key);
          return file && buffer(file.stream);
        },
      });
    if (strokes) {
      const bytes = Buffer.from(strokes);
      const hashed = sha256(bytes);
      add({ name: `${packFiles.originals}${hashed}.json`, kind: 'strokes', sha256: hashed, load: async () => bytes });
    }
  }
  return [...found.values()];
}

/** Why what a line names is not there: by what the history says since. */
function reasonOf(rows: readonly TimelineRow[], hash: string): AbsentReason {
  const at = rows.findIndex(({ line }) => line.files.includes(hash));
  const later = rows.slice(at).map(({ line }) => line.action);
  if (later.includes('order.erased')) return 'erased';
  return later.includes('evidence.expired') ? 'expired' : 'removed';
}

/** What is known of each original in addition to the history. */
const describe = ({ key: _, type, strokes, ...piece }: Piece) => ({
  ...piece,
  type,
  ...(strokes ? { strokes: sha256(strokes) } : {}),
});

function marksOf(bytes: Buffer): string {
  const marks = new BlockMarks();
  marks.add(bytes);
  return marks.end();
}

/**
 * The bytes of an evidence pack (docs/evidence.md), one file in memory at a time; the manifest comes last, when every
 * file has been hashed as it was written.
 */
export function streamPack(ctx: AppContext, order: Order, sealed: Sealed, paper: ReceivedFile): Readable {
  const { chain, pieces, rows, company } = sealed;
  const entries: PackEntry[] = [];
  const listed: PackManifest['files'] = [];
  let offset = 0;

  function* header(name: string, size: number, crc: number) {
    const entry = { name, size, crc, offset };
    const bytes = localHeader(entry);
    entries.push(entry);
    offset += bytes.length + size;
    if (offset > PACK_BYTES_MAX) throw new Error(`The evidence of order ${order.id} is larger than a pack can be`);
    yield bytes;
  }
  function* add(name: string, bytes: Buffer, kind?: PackManifest['files'][number]['kind']) {
    yield* header(name, bytes.length, crc32(bytes));
    if (kind) listed.push({ name, size: bytes.length, sha256: sha256(bytes), kind, blocks: marksOf(bytes) });
    yield bytes;
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let crc = 0;
    const marks = new BlockMarks();
    for await (const chunk of createReadStream(paper.path)) {
      crc = crc32(chunk as Buffer, crc);
      marks.add(chunk as Buffer);
    }
    yield* header(packFiles.paper, paper.size, crc);
    listed.push({
      name: packFiles.paper,
      size: paper.size,
      sha256: paper.sha256,
      kind: 'paper',
      blocks: marks.end(),
    });
    yield* createReadStream(paper.path);

    const missing = new Set<string>();
    for (const original of originalsOf(ctx, pieces)) {
      const content = await original.load();
      if (content) yield* add(original.name, content, original.kind);
      else missing.add(original.sha256);
    }
    const timeline = {
      format: TIMELINE_FORMAT,
      order: { id: order.id, trackingNumber: order.trackingNumber },
      pieces: pieces.map(describe),
      rows,
    };
    yield* add(packFiles.timeline, Buffer.from(canonicalJson(timeline as unknown as Json)), 'timeline');

    const held = new Set(listed.map((file) => file.sha256));
    const named = [...new Set(rows.flatMap(({ line }) => line.files))];
    const key = await signingPair(ctx.em, ctx.services.secrets, now(ctx));
    const manifest: PackManifest = {
      format: PACK_FORMAT,
      created: now(ctx).toISOString(),
      company,
      order: timeline.order,
      chain: { first: rows[0]?.line.seq ?? 1, before: rows[0]?.line.prev ?? FIRST_PREV, ...chain },
      key: { kty: 'OKP', crv: 'Ed25519', kid: key.kid, x: key.x },
      files: listed,
      absent: named
        .filter((hash) => !held.has(hash))
        .map((hash) => ({ sha256: hash, reason: missing.has(hash) ? 'missing' : reasonOf(rows, hash) })),
    };
    const text = Buffer.from(canonicalJson(manifest as unknown as Json));
    yield* add(packFiles.manifest, text);
    yield* add(packFiles.signature, sign(null, text, key.privateKey));
    yield directoryOf(entries, offset);
  }
  return Readable.from(bytes(), { objectMode: false });
}
