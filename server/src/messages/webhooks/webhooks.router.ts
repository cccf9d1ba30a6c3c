import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/messages/webhooks';
import { z } from 'zod';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { findDeliveries, listWebhooks, readDelivery, readWebhook } from './webhooks.queries.ts';
import * as service from './webhooks.service.ts';

const tags = ['webhooks'];
export const webhooksRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/webhooks', tags, summary: 'List webhooks' } })
    .output(z.object({ data: z.array(shared.webhook) }))
    .query(async ({ ctx }) => ({ data: await listWebhooks(ctx) })),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/webhooks/{id}', tags, summary: 'Read a webhook' }, etag: 'webhook' })
    .input(byId)
    .output(shared.webhook)
    .query(({ ctx, input }) => readWebhook(ctx, input.id)),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks',
        tags,
        summary: 'Have events sent to an address',
        description:
          'The answer holds the secret that signs, this once. The address must be https and public. A key has only types sent that its other scopes let it read.',
      },
      status: 201,
      etag: 'webhook',
    })
    .input(shared.createWebhook)
    .output(shared.webhookWithSecret)
    .mutation(({ ctx, input }) => service.createWebhook(ctx, input)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/webhooks/{id}',
        tags,
        summary: 'Change, pause or resume a webhook',
        description:
          'Partial. `isActive: false` pauses: what waits is kept. `isActive: true` resumes: what waits is sent, and then what happens from then on. What was missed can be sent again.',
      },
      etag: 'webhook',
      honorsIfMatch: true,
    })
    .input(shared.updateWebhook)
    .output(shared.webhook)
    .mutation(({ ctx, input }) => service.updateWebhook(ctx, input)),
  delete: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/webhooks/{id}',
        tags,
        summary: 'Delete a webhook',
        description: 'With its deliveries. What is on its way may still arrive.',
      },
      honorsIfMatch: true,
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => service.deleteWebhook(ctx, input.id)),
  rotateSecret: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/{id}/rotate-secret',
        tags,
        summary: 'Give a webhook a new secret',
        description:
          'Shown this once. For `overlapHours` everything is signed with both secrets: any of the two signatures will do.',
      },
      etag: 'webhook',
      honorsIfMatch: true,
    })
    .input(shared.rotateSecret)
    .output(shared.webhookWithSecret)
    .mutation(({ ctx, input }) => service.rotateSecret(ctx, input)),
  test: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/{id}/test',
        tags,
        summary: 'Send a test to a webhook',
        description: 'An event of the type `webhook.test`, which is in no feed. It leaves in a moment.',
      },
    })
    .input(byId)
    .output(shared.delivery)
    .mutation(({ ctx, input }) => service.testWebhook(ctx, input.id)),
  deliveries: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhooks/{id}/deliveries',
        tags,
        summary: 'What was sent to a webhook, newest first',
        description: 'With request, answer, every try and the next one, for 30 days.',
      },
    })
    .input(shared.listDeliveries)
    .output(compiled(shared.deliveryPage))
    .query(({ ctx, input }) => findDeliveries(ctx, input)),
  delivery: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhooks/{id}/deliveries/{deliveryId}',
        tags,
        summary: 'Read what was sent to a webhook, and what came back',
      },
    })
    .input(shared.byDelivery)
    .output(shared.delivery)
    .query(({ ctx, input }) => readDelivery(ctx, input.id, input.deliveryId)),
  replay: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/{id}/deliveries/{deliveryId}/replay',
        tags,
        summary: 'Send an event once more',
        description: 'As a separate delivery with the same `webhook-id`.',
      },
    })
    .input(shared.byDelivery)
    .output(shared.delivery)
    .mutation(({ ctx, input }) => service.replayDelivery(ctx, input)),
  replayRange: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/{id}/replay',
        tags,
        summary: 'Send the events of a span of time once more',
        description: 'Those of its types, whether they were sent then or not, oldest first.',
      },
    })
    .input(shared.replayRange)
    .output(shared.replayed)
    .mutation(({ ctx, input }) => service.replayRange(ctx, input)),
});
