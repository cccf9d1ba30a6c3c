import { uploadedMany, uploadedOne } from '@quickfleet/shared/company/uploads';
import { UPLOAD_FILES_MAX } from '@quickfleet/shared/limits';
import { isStaff } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runInTransaction } from '../../db/transaction.ts';
import { type FormFile, withForm } from '../../http/bodies/multipart.ts';
import { authorize } from '../../http/caller/authorize.ts';
import { ownsFile } from '../../http/caller/merchant.ts';
import type { AppContext, RequestContext } from '../../http/context.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { isFileKey, isThumbKey, thumbKey } from '../files.ts';
import { sendFile } from '../send-file.ts';
import { addPicture, describeUpload, fileUrl, uploaderOf, withPictures } from './uploads.service.ts';

const cacheFor = (isClaimed: boolean, isLogo: boolean): string =>
  isClaimed ? `${isLogo ? 'public' : 'private'}, max-age=31536000, immutable` : 'private, no-store';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

async function storeUploads(ctx: RequestContext, files: readonly FormFile[]) {
  const grant = authorize(ctx, 'uploads.store');
  if (files.length === 0)
    throw badRequest('NO_FILE', t('Please choose an image file'), [
      { path: 'file', message: t('Please choose an image file') },
    ]);
  return withPictures(ctx, files, (pictures) => {
    const content = pictures.map(({ contentHash }) => contentHash);
    return runInTransaction(ctx, 'uploads.store', content, async (em) =>
      pictures.map((picture, index) => {
        addPicture({ ...ctx, em, grant }, picture, false);
        return describeUpload(picture, files[index]?.name ?? null);
      }),
    );
  });
}

/**
 * Takes photos from a form, within a stranger's limits. Rejects with 400 for none, 415 for what is no picture and 429.
 */
export async function acceptUploads(ctx: RequestContext, files: readonly FormFile[]) {
  const isStranger = !isStaff(ctx.caller.user?.role) && !ctx.caller.key;
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (isStranger && bytes > 0) await countTry(ctx, 'uploads.kilobytes', {}, Math.ceil(bytes / 1024));
  return storeUploads(ctx, files);
}

/** POST /upload with one `file`, POST /uploads with several; public for the quote form, so both are limited. */
export function registerUploadRoutes(app: FastifyInstance, getContext: GetContext): void {
  const receive = async (request: FastifyRequest, reply: FastifyReply, most: number) => {
    const ctx = await getContext(request, reply);
    authorize(ctx, 'uploads.store');
    const isStranger = !isStaff(ctx.caller.user?.role) && !ctx.caller.key;
    if (isStranger) await countTry(ctx, 'uploads.store');
    return withForm(ctx, request, async ({ files }) => acceptUploads(ctx, files.slice(0, most)));
  };
  app.post('/upload', { config: { output: uploadedOne } }, async (request, reply) => {
    const [file] = await receive(request, reply, 1);
    return reply.code(201).send({ file });
  });
  app.post('/uploads', { config: { output: uploadedMany } }, async (request, reply) =>
    reply.code(201).send({ files: await receive(request, reply, UPLOAD_FILES_MAX) }),
  );
}

/**
 * GET /files/{key}: the server's own encoding with a fixed type, in a sandbox, under an address that cannot be guessed.
 * What nobody has claimed yet is only shown to its uploader and to staff.
 */
export function registerFileRoute(app: FastifyInstance, getContext: GetContext): void {
  app.get<{ Params: { key: string }; Querystring: { size?: string; name?: string } }>(
    '/files/:key',
    async (request, reply) => {
      const ctx = await getContext(request, reply);
      const grant = authorize(ctx, 'files.read');
      const { key } = request.params;
      if (!isFileKey(key) || isThumbKey(key)) throw notFound('Photo');
      const [row] = await ctx.services.orm.em
        .fork()
        .execute<{ type: string; thumb: string; uploader: string | null; claimed: boolean }[]>(
          'select type, coalesce(thumb_type, type) as thumb, uploader, claimed_at is not null as claimed from stored_files where key = ?',
          [key],
        );
      // Every page and every mail shows it.
      const isLogo = ctx.services.config.logo?.url === fileUrl(key);
      const mayLook =
        row &&
        (row.claimed ||
          row.uploader === uploaderOf(ctx) ||
          row.uploader === `visitor:${ctx.caller.visitor}` ||
          isStaff(ctx.caller.user?.role));
      const isUploader = isLogo || row?.uploader === uploaderOf(ctx);
      const own: AppContext = { ...ctx, em: ctx.services.orm.em.fork(), grant };
      if (!row || !mayLook || !(isUploader || (await ownsFile(own, fileUrl(key))))) throw notFound('Photo');
      const name = (request.query.name ?? key).replaceAll(/[^\w.-]+/g, '_').slice(0, 100);
      reply
        .header('content-disposition', `inline; filename="${name}"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', isLogo ? 'cross-origin' : 'same-origin')
        .header('cache-control', cacheFor(row.claimed, isLogo));
      const [stored, type] = request.query.size === 'thumb' ? [thumbKey(key), row.thumb] : [key, row.type];
      const { files } = ctx.services;
      // A file never changes under its key, so the key is its tag.
      const size = () => files.size(stored);
      return sendFile(request, reply, { type, tag: stored, size, read: (part) => files.read(stored, part) });
    },
  );
}
