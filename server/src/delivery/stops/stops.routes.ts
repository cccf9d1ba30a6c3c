import {
  type StopPath,
  scannedStop,
  stopAnswer,
  stopArrival,
  stopAttempt,
  stopPath,
  stopPhotos,
  stopPin,
  stopScan,
  stopSignature,
} from '@quickfleet/shared/delivery/stops/stops';
import type { Action } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { requireDrawing } from '../../files/image.ts';
import { type WrittenPicture, withPictures } from '../../files/uploads/uploads.service.ts';
import { readFields } from '../../http/bodies/known-fields.ts';
import { type Form, withForm } from '../../http/bodies/multipart.ts';
import { authorize } from '../../http/caller/authorize.ts';
import type { AppContext, RequestContext } from '../../http/context.ts';
import { badRequest, conflict, notFound } from '../../http/errors.ts';
import { checkStopPin } from '../attempts/pins.service.ts';
import { type Changed, changeOrders } from '../drivers/drivers.change.ts';
import { readStrokes } from '../drivers/drivers.strokes.ts';
import { arriveAt, attemptOrders, documentOrders, ordersAt, scanAtStop, signOrders } from './stops.service.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;
const PHOTO_FIELDS = ['photos', 'photo', 'images', 'files', 'file'];
const photosIn = ({ files }: Form) => files.filter(({ field }) => PHOTO_FIELDS.includes(field));
const signatureIn = ({ files }: Form) => files.find(({ field }) => field === 'signature');
const fingerprint = ({ fields, files }: Form, stop: StopPath) => ({
  fields,
  files: files.map(({ field, sha256 }) => [field, sha256]),
  more: stop,
});

function stopIn(params: unknown): StopPath {
  const { success, data } = stopPath.safeParse(params);
  if (!success) throw notFound('Order');
  return data.id;
}

/** What is done at a door, for several of its orders in one call; as form data or JSON. */
export function registerStopRoutes(app: FastifyInstance, getContext: GetContext): void {
  const at = <S extends z.ZodType>(
    path: string,
    action: Action,
    schema: S,
    {
      output = stopAnswer,
      filesOf = () => [],
    }: { output?: z.ZodType; filesOf?: (form: Form, input: z.infer<S>) => Form['files'] },
    work: (
      ctx: AppContext,
      given: { stop: StopPath; input: z.infer<S>; form: Form; pictures: WrittenPicture[] },
    ) => Promise<{ data: Changed[] }>,
  ) =>
    app.post<{ Params: { id: string } }>(
      `/driver/stops/:id/${path}`,
      { config: { output } },
      async (request, reply) => {
        const ctx = await getContext(request, reply);
        authorize(ctx, action);
        const stop = stopIn(request.params);
        return withForm(
          ctx,
          request,
          async (form) => {
            const input = readFields(request, schema, form.fields, { files: ['strokes'] });
            return withPictures(ctx, filesOf(form, input), (pictures) =>
              changeOrders(ctx, action, fingerprint(form, stop), (inner) =>
                work(inner, { stop, input, form, pictures }),
              ),
            );
          },
          { lists: ['orderIds'] },
        );
      },
    );

  const somePhotos = (form: Form) => {
    const files = photosIn(form);
    if (files.length === 0)
      throw badRequest('NO_FILE', t('Send at least one photo'), [{ path: 'photos', message: t('No photos') }]);
    return files;
  };
  at('photos', 'stops.photos', stopPhotos, { filesOf: somePhotos }, (ctx, { stop, input, pictures }) =>
    documentOrders(ctx, { stop, ...input, pictures }),
  );

  const oneSignature = (form: Form) => {
    const image = signatureIn(form);
    if (image) return [image];
    const sentence = t('Please provide a signature before saving');
    throw badRequest('NO_SIGNATURE', sentence, [{ path: 'signature', message: sentence }]);
  };
  at('signature', 'stops.signature', stopSignature, { filesOf: oneSignature }, async (ctx, given) => {
    const [picture] = given.pictures;
    const [image] = oneSignature(given.form);
    if (!picture || !image) throw badRequest('NO_SIGNATURE', t('Please provide a signature before saving'));
    await requireDrawing(image.path);
    return signOrders(ctx, { stop: given.stop, ...given.input, picture, strokes: await readStrokes(given.form) });
  });

  const ofAttempt = (form: Form, { signerName }: { signerName?: string | null | undefined }) => {
    const signature = signatureIn(form);
    if (signature && !signerName)
      throw badRequest('SIGNER_REQUIRED', t('Who signed?'), [{ path: 'signerName', message: t('A name is required') }]);
    return signature ? [...photosIn(form), signature] : photosIn(form);
  };
  at('attempts', 'stops.attempts', stopAttempt, { filesOf: ofAttempt }, async (ctx, given) => {
    const { stop, input, form, pictures } = given;
    const drawn = signatureIn(form);
    if (drawn) await requireDrawing(drawn.path);
    return attemptOrders(ctx, {
      stop,
      ...input,
      photos: drawn ? pictures.slice(0, -1) : pictures,
      signature: drawn ? pictures.at(-1) : undefined,
    });
  });

  at('scan', 'stops.scan', stopScan, { output: scannedStop }, (ctx, { stop, input }) =>
    scanAtStop(ctx, { stop, ...input }),
  );
  at('arrive', 'stops.arrive', stopArrival, {}, (ctx, { stop, input }) => arriveAt(ctx, { stop, ...input }));

  app.post<{ Params: { id: string } }>(
    '/driver/stops/:id/pin',
    { config: { output: stopAnswer } },
    async (request, reply) => {
      const ctx = await getContext(request, reply);
      authorize(ctx, 'stops.pin');
      const stop = stopIn(request.params);
      const checked = await withForm(
        ctx,
        request,
        async (form) => {
          const { orderIds, ...input } = readFields(request, stopPin, form.fields);
          return changeOrders(ctx, 'stops.pin', fingerprint(form, stop), async (inner) => {
            const ids = await ordersAt(inner, { stop, orderIds });
            const { orders, refusal } = await checkStopPin(inner, { ...input, stop: stop.kind, orderIds: ids });
            // A wrong try is counted, whatever the answer: it is thrown after the commit.
            return {
              data: orders,
              ...(refusal ? { refusal: { reason: refusal.reason, message: refusal.message } } : {}),
            };
          });
        },
        { lists: ['orderIds'] },
      );
      if ('refusal' in checked && checked.refusal) throw conflict(checked.refusal.reason, checked.refusal.message);
      return { data: checked.data };
    },
  );
}
