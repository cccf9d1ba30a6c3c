import { byId } from '@quickfleet/shared/base/primitives';
import { scannedOrder, signedOrder } from '@quickfleet/shared/delivery/drivers/drivers';
import { order } from '@quickfleet/shared/delivery/orders/orders';
import { attempt, attemptForm, pinForm, scanForm } from '@quickfleet/shared/delivery/proof/attempts';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireDrawing } from '../../files/image.ts';
import { withPictures } from '../../files/uploads/uploads.service.ts';
import { readFields } from '../../http/bodies/known-fields.ts';
import { type Form, withForm } from '../../http/bodies/multipart.ts';
import { authorize } from '../../http/caller/authorize.ts';
import { forCaller } from '../../http/caller/key-view.ts';
import type { RequestContext } from '../../http/context.ts';
import { badRequest, conflict } from '../../http/errors.ts';
import { quietly } from '../../http/quiet.ts';
import { change, storeEvidence } from '../drivers/drivers.change.ts';
import { createAttempt } from './attempts.service.ts';
import { checkPin } from './pins.service.ts';
import { scanParcel } from './scans.service.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

const PHOTO_FIELDS = ['photos', 'photo', 'images', 'files', 'file'];
const fingerprint = ({ fields, files }: Form, more: unknown) => ({
  fields,
  files: files.map(({ field, sha256 }) => [field, sha256]),
  more,
});

/** What a phone sends of a stop: attempts with photos, PINs and scans; as form data or JSON. */
export function registerAttemptRoutes(app: FastifyInstance, getContext: GetContext): void {
  app.post<{ Params: { id: string } }>(
    '/orders/:id/attempts',
    { config: { output: signedOrder } },
    async (request, reply) => {
      const ctx = await getContext(request, reply);
      // Staff may see every order; only a phone's right can have ended since.
      const store = authorize(ctx, 'attempts.create') === 'own' ? storeEvidence : change;
      const { id: orderId } = byId.parse(request.params);
      const answer = await withForm(ctx, request, async (form) => {
        const input = readFields(request, attemptForm, form.fields, { thing: attempt });
        const photos = form.files.filter(({ field }) => PHOTO_FIELDS.includes(field));
        const signature = form.files.find(({ field }) => field === 'signature');
        if (signature && !input.signerName)
          throw badRequest('SIGNER_REQUIRED', t('Who signed?'), [
            { path: 'signerName', message: t('A name is required') },
          ]);
        return withPictures(ctx, signature ? [...photos, signature] : photos, async (pictures) => {
          if (signature) await requireDrawing(signature.path);
          const given = {
            ...input,
            orderId,
            photos: pictures.slice(0, photos.length),
            signature: signature ? pictures.at(-1) : undefined,
          };
          const inner = quietly(ctx, 'attempts.create', form.fields);
          return store(inner, 'attempts.create', fingerprint(form, orderId), (call) => createAttempt(call, given));
        });
      });
      return reply.code(201).send(forCaller(ctx, answer));
    },
  );

  app.post('/driver/pin', { config: { output: order } }, async (request, reply) => {
    const ctx = await getContext(request, reply);
    authorize(ctx, 'drivers.pin');
    const checked = await withForm(ctx, request, async (form) => {
      const input = readFields(request, pinForm, form.fields);
      return change(ctx, 'drivers.pin', fingerprint(form, null), async (inner) => {
        const result = await checkPin(inner, input);
        if (!('refusal' in result)) return result.order;
        const { reason, message } = result.refusal;
        return { id: result.order.id, refusal: { reason, message } };
      });
    });
    if ('refusal' in checked) throw conflict(checked.refusal.reason, checked.refusal.message);
    return checked;
  });

  app.post('/driver/scan', { config: { output: scannedOrder } }, async (request, reply) => {
    const ctx = await getContext(request, reply);
    authorize(ctx, 'drivers.scan');
    return withForm(ctx, request, async (form) => {
      const input = readFields(request, scanForm, form.fields);
      return change(ctx, 'drivers.scan', fingerprint(form, null), (inner) => scanParcel(inner, input));
    });
  });
}
