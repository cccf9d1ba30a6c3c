import type { UploadedFile } from '@quickfleet/shared/company/uploads';
import { t } from '@quickfleet/shared/words/t';
import { isCommitInDoubt } from '../../db/transaction.ts';
import type { AppContext, RequestContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { badRequest } from '../../http/errors.ts';
import { randomKey, sha256 } from '../../security/secrets.ts';
import { isFileKey, thumbKey } from '../files.ts';
import { preparePicture } from '../image.ts';
import type { ReceivedFile } from '../incoming.ts';
import { StoredFile } from './stored-file.entity.ts';

export const FILES_BASE = '/files';
export const fileUrl = (key: string): string => `${FILES_BASE}/${key}`;

/** A picture on the disk that no row knows yet. */
export interface WrittenPicture {
  key: string;
  /** SHA-256 of the bytes as they were sent, by which a repeat is recognised. */
  contentHash: string;
  /** SHA-256 of the bytes as they are stored. */
  sha256: string;
  type: string;
  thumbType: string;
  size: number;
  width: number;
  height: number;
}

/** Decodes, encodes and writes one picture, a path or its bytes, under a random name; the row follows in the caller's transaction. */
export async function writePicture(
  ctx: RequestContext,
  source: string | Buffer,
  contentHash: string,
): Promise<WrittenPicture> {
  const picture = await preparePicture(source);
  const key = `${randomKey()}.${picture.ending}`;
  await ctx.services.files.write(key, picture.bytes);
  await ctx.services.files.write(thumbKey(key), picture.thumb);
  const { bytes, type, thumbType, width, height } = picture;
  return { key, contentHash, sha256: sha256(bytes), type, thumbType, size: bytes.length, width, height };
}

/**
 * Writes pictures, and removes those again that no row will ever name: all of them when the transaction is known to
 * have been rolled back, and after a success those that it did not need, because it was a repeat. What is in doubt
 * stays; the sweep looks at it when the database has the last word.
 */
export async function withPictures<T>(
  ctx: RequestContext,
  files: readonly ReceivedFile[],
  work: (pictures: WrittenPicture[]) => Promise<T>,
): Promise<T> {
  const pictures: WrittenPicture[] = [];
  let answer: T;
  try {
    for (const file of files) pictures.push(await writePicture(ctx, file.path, file.sha256));
    answer = await work(pictures);
  } catch (error) {
    if (!isCommitInDoubt(error))
      await removePictures(
        ctx,
        pictures.map(({ key }) => key),
      );
    throw error;
  }
  await removeUnneeded(
    ctx,
    pictures.map(({ key }) => key),
  );
  return answer;
}

const removePictures = (ctx: RequestContext, keys: readonly string[]): Promise<unknown> =>
  // A file that cannot be removed now is the sweep's.
  Promise.all(keys.map((key) => removeStoredFile(ctx.services, key).catch(() => undefined)));

/** Removes those of the written files that no row names. */
export async function removeUnneeded(ctx: RequestContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = await ctx.services.orm.em
    .fork()
    .execute<{ key: string }[]>(`select key from stored_files where key in (${keys.map(() => '?').join(', ')})`, [
      ...keys,
    ])
    .catch(() => undefined);
  const known = rows?.map(({ key }) => key);
  if (known)
    await removePictures(
      ctx,
      keys.filter((key) => !known.includes(key)),
    );
}
export const removeStoredFile = async (services: RequestContext['services'], key: string): Promise<void> => {
  await services.files.remove(key);
  await services.files.remove(thumbKey(key));
};

/** Who may see and use an upload before a quote or an order holds it. */
export const uploaderOf = ({ caller }: RequestContext): string =>
  caller.key ? `key:${caller.key.id}` : caller.user ? `user:${caller.user.id}` : `visitor:${caller.visitor}`;

/** Pictures that a transaction has a row of: one photo may be the proof of several orders of a stop. */
const added = new WeakMap<AppContext['em'], Set<string>>();

/** The row of a written picture; `isClaimed` for proof, which belongs to its order immediately. */
export function addPicture(
  ctx: AppContext,
  picture: WrittenPicture,
  isClaimed: boolean,
  takenAt: Date | null = null,
): string {
  const known = added.get(ctx.em) ?? new Set();
  if (known.has(picture.key)) return fileUrl(picture.key);
  added.set(ctx.em, known.add(picture.key));
  ctx.em.create(StoredFile, {
    ...picture,
    uploader: uploaderOf(ctx),
    claimedAt: isClaimed ? now(ctx) : null,
    takenAt,
    createdAt: now(ctx),
  });
  return fileUrl(picture.key);
}

export const describeUpload = (
  { key, type, size, width, height }: WrittenPicture,
  name: string | null,
): UploadedFile => ({ url: fileUrl(key), name, type, size, width, height });

/** Which of these bytes (by their SHA-256) the named photos already are. */
export async function findHashes(
  ctx: AppContext,
  urls: readonly string[],
  hashes: readonly string[],
): Promise<Set<string>> {
  const keys = urls.map((url) => keyIn(ctx, url)).filter((key) => key !== undefined);
  if (keys.length === 0 || hashes.length === 0) return new Set();
  const rows = await ctx.em.execute<{ hash: string }[]>(
    `select content_hash as hash from stored_files where key in (${keys.map(() => '?').join(', ')})
        and content_hash in (${hashes.map(() => '?').join(', ')})`,
    [...keys, ...hashes],
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** SHA-256 of the named photos as they are stored, as far as it was kept. */
export async function hashesOf(ctx: AppContext, urls: readonly string[]): Promise<string[]> {
  const keys = urls.map((url) => keyIn(ctx, url)).filter((key) => key !== undefined);
  if (keys.length === 0) return [];
  const rows = await ctx.em.execute<{ sha256: string }[]>(
    `select distinct sha256 from stored_files where sha256 is not null and key in (${keys.map(() => '?').join(', ')}) order by sha256`,
    keys,
  );
  return rows.map(({ sha256 }) => sha256);
}

/** The key in one of our own file addresses, relative or below PUBLIC_URL; undefined for anything else. */
export function keyIn(ctx: { services: Pick<RequestContext['services'], 'config'> }, url: string): string | undefined {
  const base = ctx.services.config.PUBLIC_URL;
  const path = base && url.startsWith(`${base}/`) ? url.slice(base.length) : url;
  const key = path.startsWith(`${FILES_BASE}/`) ? path.slice(FILES_BASE.length + 1) : '';
  return isFileKey(key) ? key : undefined;
}

/**
 * Makes uploads belong to what is being saved and answers their addresses. Only our own uploads that nobody holds yet
 * are taken, and those in `held`, which this thing already shows: no foreign address, no other customer's photo. `path`
 * is the field that a refusal is about.
 */
export async function claimImages(
  ctx: AppContext,
  urls: readonly string[],
  held: readonly string[] = [],
  path = 'imageUrls',
): Promise<string[]> {
  const keys = urls.map((url) => keyIn(ctx, url));
  const addresses = keys.map((key) => (key ? fileUrl(key) : undefined));
  const fresh = keys.filter((key) => key !== undefined && !held.includes(fileUrl(key)));
  const wanted = [...new Set(fresh)];
  const claimed =
    wanted.length === 0
      ? []
      : await ctx.em.execute<{ key: string }[]>(
          `update stored_files set claimed_at = ? where key in (${wanted.map(() => '?').join(', ')}) and claimed_at is null returning key`,
          [now(ctx), ...wanted],
        );
  if (claimed.length !== wanted.length || addresses.includes(undefined)) {
    throw badRequest('UNKNOWN_IMAGE', t('One of the photos is not available any more. Please upload it again.'), [
      { path, message: t('Unknown photo') },
    ]);
  }
  return addresses.filter((address) => address !== undefined);
}

/**
 * SQL: the file `key` is the proof of another order too, of one that `isGone` does not name: a photo or a signature may
 * have been taken for several orders of a stop, and stays with the last of them.
 */
export const provesOther = (key: string, isGone: string): string =>
  `exists (select 1 from proof_pieces shared where shared.url = '${FILES_BASE}/' || ${key} and not (${isGone}))`;

/** Releases photos that nothing shows any more, but for the proof of an order other than `orderId`; the sweep removes them within a day. */
export async function releaseImages(ctx: AppContext, urls: readonly string[], orderId = 0): Promise<void> {
  const keys = urls.map((url) => keyIn(ctx, url)).filter((key) => key !== undefined);
  if (keys.length > 0)
    await ctx.em.execute(
      `update stored_files f set claimed_at = null where key in (${keys.map(() => '?').join(', ')})
         and not ${provesOther('f.key', 'shared.order_id = ?')}`,
      [...keys, orderId],
    );
}
