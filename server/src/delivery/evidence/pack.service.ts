import { sign } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Json } from '@quickfleet/shared/base/canonical-json';
import {
  FIRST_PREV,
  PACK_FORMAT,
  packFiles,
  TIMELINE_FORMAT,
} from '@quickfleet/shared/delivery/evidence/evidence-format';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { ReceivedFile } from '../../files/incoming.ts';
import { type AppContext, now } from '../../http/context.ts';
import { heavy } from '../../process/heavy/heavy.ts';
import { tableKind } from '../../process/heavy/kinds.ts';
import { sha256 } from '../../security/secrets.ts';
import type { Piece } from './evidence.queries.ts';
import type { Original, PackContent } from './pack-file.ts';
import type { Sealed } from './seal.service.ts';
import { signingPair } from './signing-keys.service.ts';

const packing = heavy<typeof import('./pack-file.ts')>(tableKind, new URL('./pack-file.ts', import.meta.url));

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** The files of the pieces, each once, named by what they hold. */
function originalsOf(pieces: readonly Piece[]): Original[] {
  const found = new Map<string, Original>();
  const add = (original: Original) => {
    if (!found.has(original.sha256)) found.set(original.sha256, original);
  };
  for (const { key, kind, type, sha256: hash, strokes } of pieces) {
    if (hash) {
      const name = `${packFiles.originals}${hash}.${endings[type ?? ''] ?? 'bin'}`;
      add({ name, kind, sha256: hash, from: { key } });
    }
    if (strokes) {
      const hashed = sha256(strokes);
      const name = `${packFiles.originals}${hashed}.json`;
      add({ name, kind: 'strokes', sha256: hashed, from: { text: strokes } });
    }
  }
  return [...found.values()];
}

/** What is known of each original in addition to the history. */
const describe = ({ key: _, type, strokes, ...piece }: Piece) => ({
  ...piece,
  type,
  ...(strokes ? { strokes: sha256(strokes) } : {}),
});

/**
 * The bytes of an evidence pack (docs/evidence.md), one file in memory at a time; the manifest comes last, when every
 * file has been hashed as it was written. It is written elsewhere, and signed here.
 */
export async function streamPack(
  ctx: AppContext,
  order: Order,
  sealed: Sealed,
  paper: ReceivedFile,
): Promise<Readable> {
  const { chain, pieces, rows, company } = sealed;
  const key = await signingPair(ctx.em, ctx.services.secrets, now(ctx));
  const about = { id: order.id, trackingNumber: order.trackingNumber };
  const timeline = { format: TIMELINE_FORMAT, order: about, pieces: pieces.map(describe), rows };
  const content: PackContent = {
    paper,
    originals: originalsOf(pieces),
    timeline: timeline as unknown as Json,
    rows,
    manifest: {
      format: PACK_FORMAT,
      created: now(ctx).toISOString(),
      company,
      order: about,
      chain: { first: rows[0]?.line.seq ?? 1, before: rows[0]?.line.prev ?? FIRST_PREV, ...chain },
      key: { kty: 'OKP', crv: 'Ed25519', kid: key.kid, x: key.x },
    },
  };
  const answer = async (question: { file: string } | { sign: string }): Promise<Buffer | undefined> => {
    if ('sign' in question) return sign(null, Buffer.from(question.sign), key.privateKey);
    const file = await ctx.services.files.read(question.file);
    return file && buffer(file.stream);
  };
  return packing.stream('writePack', content, { path: ctx.services.incoming.place(), answer });
}
