import { buffer } from 'node:stream/consumers';
import { record } from '../../company/history/history.service.ts';
import { companyNameOf, readCompany } from '../../company/settings/company.service.ts';
import { run } from '../../db/rows.ts';
import { writeSideEffects } from '../../db/side-effects.ts';
import { commitOnce } from '../../db/transaction.ts';
import type { AppContext } from '../../http/context.ts';
import { sha256 } from '../../security/secrets.ts';
import { type Piece, readPieces, readTimeline, sealHistory } from './evidence.queries.ts';

/** Hashes what was stored before hashes were kept, one file at a time. */
async function hashOld(ctx: AppContext, pieces: readonly Piece[]): Promise<void> {
  for (const { key, sha256: known, type } of pieces) {
    if (known || type === null) continue;
    const file = await ctx.services.files.read(key);
    if (!file) continue;
    const hash = sha256(await buffer(file.stream));
    await run(ctx.em, 'update stored_files set sha256 = ? where key = ? and sha256 is null', [hash, key]);
  }
}

/** Everything that a pack of an order is made of, from one moment. */
export type Sealed = Awaited<ReturnType<typeof sealOrder>>;

/**
 * Adds an order's missing evidence to its chain: lines from before the chain, and a new line for files without one
 * (photos from before hashes were kept, photos of the request that were added later).
 */
export async function sealOrder(outer: AppContext, orderId: number) {
  await hashOld(outer, await readPieces(outer, orderId));
  return commitOnce(outer.services, async (em) => {
    const ctx: AppContext = { ...outer, em };
    // Nobody can add a line now: the chain's row is its lock.
    const before = await sealHistory(ctx, orderId);
    const pieces = await readPieces(ctx, orderId);
    const named = new Set((await readTimeline(ctx, orderId)).flatMap(({ line }) => line.files));
    const hashes = pieces.flatMap((piece) => [
      ...(piece.sha256 ? [piece.sha256] : []),
      ...(piece.strokes ? [sha256(piece.strokes)] : []),
    ]);
    const unnamed = [...new Set(hashes)].filter((hash) => !named.has(hash)).sort();
    if (unnamed.length > 0) {
      record(ctx, { subject: 'order', subjectId: orderId, action: 'evidence.sealed', files: unnamed });
      await writeSideEffects(em);
    }
    const chain = unnamed.length > 0 ? await sealHistory(ctx, orderId) : before;
    const company = companyNameOf(ctx, await readCompany(em));
    return { chain, pieces, rows: await readTimeline(ctx, orderId), company };
  });
}
