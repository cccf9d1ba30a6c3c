import type { CaptureIn } from '@quickfleet/shared/base/capture';
import { byId } from '@quickfleet/shared/base/primitives';
import { addItemForm, editItemForm } from '@quickfleet/shared/delivery/drivers/driver-items';
import {
  deliveryForm,
  documentedItem,
  evidenceForm,
  keptItem,
  pickupForm,
  signatureForm,
  signedOrder,
  stopPhotosForm,
  transitForm,
} from '@quickfleet/shared/delivery/drivers/drivers';
import { orderItem } from '@quickfleet/shared/delivery/orders/order-leaves';
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
import { badRequest } from '../../http/errors.ts';
import { type Changed, change, storeEvidence } from './drivers.change.ts';
import { addItem, editItem } from './drivers.items.ts';
import { handIn } from './drivers.late.ts';
import { documentDelivery, documentPickup, documentTransit } from './drivers.proof.ts';
import { captureSignature } from './drivers.signature.ts';
import { documentStop } from './drivers.stop-photos.ts';
import { readStrokes } from './drivers.strokes.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

const PHOTO_FIELDS = ['photos', 'photo', 'images', 'files', 'file'];
const filesOf = (form: Form, fields: readonly string[]) => form.files.filter(({ field }) => fields.includes(field));
const taken = (capture: CaptureIn) => ({
  takenAt: capture.takenAt ? new Date(capture.takenAt) : undefined,
  capture,
});
const fingerprint = ({ fields, files }: Form, more: unknown) => ({
  fields,
  files: files.map(({ field, sha256 }) => [field, sha256]),
  more,
});

/** The driver's calls that take files or, for older clients, form data; all of them take JSON too. */
export function registerDriverRoutes(app: FastifyInstance, getContext: GetContext): void {
  app.post('/driver/signature', { config: { output: signedOrder } }, async (request, reply) => {
    const ctx = await getContext(request, reply);
    authorize(ctx, 'drivers.captureSignature');
    return withForm(ctx, request, async (form) => {
      const input = readFields(request, signatureForm, form.fields, { files: ['strokes'] });
      const image = form.files.find(({ field }) => field === 'signature');
      if (!image)
        throw badRequest('NO_SIGNATURE', t('Please provide a signature before saving'), [
          { path: 'signature', message: t('Please provide a signature before saving') },
        ]);
      return withPictures(ctx, [image], async ([picture]) => {
        if (!picture) throw badRequest('NO_SIGNATURE', t('Please provide a signature before saving'));
        await requireDrawing(image.path);
        const captured = { ...input, picture, strokes: await readStrokes(form) };
        return storeEvidence(ctx, 'drivers.captureSignature', fingerprint(form, null), (inner) =>
          captureSignature(inner, captured),
        );
      });
    });
  });

  app.post('/driver/evidence', { config: { output: signedOrder } }, async (request, reply) => {
    const ctx = await getContext(request, reply);
    authorize(ctx, 'drivers.handIn');
    return withForm(ctx, request, async (form) => {
      const input = readFields(request, evidenceForm, form.fields, { files: ['strokes'] });
      const files = filesOf(form, [...PHOTO_FIELDS, 'signature']);
      if (files.length === 0) throw badRequest('NO_FILE', t('Send at least one photo or signature'));
      return withPictures(ctx, files, async (pictures) => {
        const given = { ...input, pictures, strokes: await readStrokes(form) };
        return storeEvidence(ctx, 'drivers.handIn', fingerprint(form, null), (inner) => handIn(inner, given));
      });
    });
  });

  const proof = <S extends z.ZodType>(
    path: string,
    action: Action,
    schema: S,
    fields: string[],
    work: (ctx: AppContext, itemId: number, input: z.infer<S>, pictures: WrittenPicture[]) => Promise<Changed>,
  ) =>
    app.post<{ Params: { id: string } }>(path, { config: { output: keptItem } }, async (request, reply) => {
      const ctx = await getContext(request, reply);
      authorize(ctx, action);
      const { id } = byId.parse(request.params);
      return withForm(ctx, request, async (form) => {
        const input = readFields(request, schema, form.fields);
        return withPictures(ctx, filesOf(form, fields), (pictures) =>
          storeEvidence(ctx, action, fingerprint(form, id), (inner) => work(inner, id, input, pictures)),
        );
      });
    });
  proof(
    '/driver/pickup/:id',
    'drivers.pickup',
    pickupForm,
    ['pickupImages', 'images', 'files', 'file'],
    (ctx, itemId, input, pictures) =>
      documentPickup(ctx, { itemId, pictures, isPickedUp: input.isPickedUp, ...taken(input) }),
  );
  proof(
    '/driver/transit/:id',
    'drivers.transit',
    transitForm,
    ['transitImages', 'images', 'files', 'file'],
    (ctx, itemId, input, pictures) =>
      documentTransit(ctx, { itemId, pictures, isInTransit: input.isInTransit, ...taken(input) }),
  );
  proof(
    '/driver/delivery/:id',
    'drivers.delivery',
    deliveryForm,
    ['deliveryImages', 'images', 'files', 'file'],
    (ctx, itemId, input, pictures) =>
      documentDelivery(ctx, { itemId, pictures, isDelivered: input.isDelivered, ...taken(input) }),
  );

  app.post<{ Params: { id: string } }>(
    '/driver/orders/:id/photos',
    { config: { output: signedOrder } },
    async (request, reply) => {
      const ctx = await getContext(request, reply);
      authorize(ctx, 'drivers.stopPhotos');
      const { id: orderId } = byId.parse(request.params);
      return withForm(ctx, request, async (form) => {
        const input = readFields(request, stopPhotosForm, form.fields);
        const files = filesOf(form, PHOTO_FIELDS);
        if (files.length === 0)
          throw badRequest('NO_FILE', t('Send at least one photo'), [{ path: 'photos', message: t('No photos') }]);
        return withPictures(ctx, files, (pictures) =>
          storeEvidence(ctx, 'drivers.stopPhotos', fingerprint(form, orderId), (inner) =>
            documentStop(inner, { ...input, orderId, pictures }),
          ),
        );
      });
    },
  );

  app.post<{ Params: { orderId: string } }>(
    '/driver/order/:orderId/items',
    { config: { output: documentedItem } },
    async (request, reply) => {
      const ctx = await getContext(request, reply);
      authorize(ctx, 'drivers.addItem');
      const { id: orderId } = byId.parse({ id: request.params.orderId });
      const answer = await withForm(ctx, request, async (form) => {
        const input = readFields(request, addItemForm, form.fields, { thing: orderItem });
        return change(ctx, 'drivers.addItem', fingerprint(form, orderId), (inner) =>
          addItem(inner, { ...input, orderId }),
        );
      });
      return reply.code(201).send(answer);
    },
  );

  app.put<{ Params: { itemId: string } }>(
    '/driver/items/:itemId',
    { config: { output: documentedItem } },
    async (request, reply) => {
      const ctx = await getContext(request, reply);
      authorize(ctx, 'drivers.editItem');
      const { id: itemId } = byId.parse({ id: request.params.itemId });
      return withForm(ctx, request, async (form) => {
        const input = readFields(request, editItemForm, form.fields, { thing: orderItem });
        return withPictures(ctx, filesOf(form, ['images', 'image', 'files', 'file']), (pictures) =>
          change(ctx, 'drivers.editItem', fingerprint(form, itemId), (inner) =>
            editItem(inner, { ...input, itemId, pictures, removeImageUrls: input.removeImageUrls ?? [] }),
          ),
        );
      });
    },
  );
}
