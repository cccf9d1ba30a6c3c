import { buffer } from 'node:stream/consumers';
import { isCommitInDoubt } from '../../db/transaction.ts';
import type { AppContext, RequestContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { randomKey } from '../../security/secrets.ts';
import { thumbKey } from '../files.ts';
import { StoredFile } from './stored-file.entity.ts';
import { fileUrl, keyIn, removeUnneeded, uploaderOf } from './uploads.service.ts';

/** Copies photos in the running transaction and answers the addresses of the copies, in the same order. */
export type CopyImages = (ctx: AppContext, urls: readonly string[]) => Promise<string[]>;

/**
 * Lets `work` copy photos, so that each photo belongs to one thing alone and goes with it. The copies that no row names
 * in the end are removed: after a failure, a repeat, or a try that was rolled back; unless nobody knows whether the
 * transaction was committed.
 */
export async function withCopies<T>(ctx: RequestContext, work: (copy: CopyImages) => Promise<T>): Promise<T> {
  const written: string[] = [];
  const copy: CopyImages = async (inner, urls) => {
    const addresses: string[] = [];
    for (const url of urls) {
      const key = await copyImage(inner, url, (name) => written.push(name));
      if (key) addresses.push(fileUrl(key));
    }
    return addresses;
  };
  try {
    const answer = await work(copy);
    await removeUnneeded(ctx, written);
    return answer;
  } catch (error) {
    if (!isCommitInDoubt(error)) await removeUnneeded(ctx, written);
    throw error;
  }
}

/** undefined for a photo that is gone: what is made of the rest is worth more than none. */
async function copyImage(ctx: AppContext, url: string, onWrite: (key: string) => void): Promise<string | undefined> {
  const { files } = ctx.services;
  const source = keyIn(ctx, url);
  const row = source ? await ctx.em.findOne(StoredFile, { key: source }) : null;
  if (!source || !row) return undefined;
  const key = `${randomKey()}${source.slice(source.indexOf('.'))}`;
  onWrite(key);
  for (const [from, to] of [
    [source, key],
    [thumbKey(source), thumbKey(key)],
  ] as const) {
    const file = await files.read(from);
    if (file) await files.write(to, await buffer(file.stream));
    else if (from === source) return undefined;
  }
  const { contentHash, sha256, type, thumbType, size, width, height, takenAt } = row;
  ctx.em.create(StoredFile, {
    key,
    contentHash: contentHash ?? null,
    sha256: sha256 ?? null,
    type,
    thumbType: thumbType ?? null,
    size,
    width,
    height,
    uploader: uploaderOf(ctx),
    claimedAt: now(ctx),
    takenAt: takenAt ?? null,
    createdAt: now(ctx),
  });
  return key;
}
