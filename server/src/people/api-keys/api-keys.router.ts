import * as shared from '@quickfleet/shared/people/api-keys';
import { z } from 'zod';
import { procedure, router } from '../../http/trpc.ts';
import { findCalls, listApiKeys, readOwnKey } from './api-keys.queries.ts';
import { createApiKey, revokeApiKey, rotateApiKey, updateApiKey } from './api-keys.service.ts';

const tags = ['api keys'];
export const apiKeysRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/api-keys', tags, summary: 'List API keys' } })
    .output(z.object({ data: z.array(shared.apiKey) }))
    .query(async ({ ctx }) => ({ data: await listApiKeys(ctx) })),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/api-keys',
        tags,
        summary: 'Make an API key, shown this once',
        description: 'The answer is the only one that ever holds the key.',
      },
      status: 201,
    })
    .input(shared.createApiKey)
    .output(shared.createdApiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx, input)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/api-keys/{id}',
        tags,
        summary: 'Change an API key',
        description:
          'Name, scopes, last day, and the networks it may call from. Counts from its next call on. Its customer cannot be changed.',
      },
      etag: 'key',
      honorsIfMatch: true,
    })
    .input(shared.updateApiKey)
    .output(shared.apiKey)
    .mutation(({ ctx, input }) => updateApiKey(ctx, input)),
  rotate: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/api-keys/{id}/rotate',
        tags,
        summary: 'Replace an API key, with an overlap',
        description:
          'The answer is the only one that ever holds the new key. The one before works for `overlapHours` more, 24 when absent.',
      },
      etag: 'key',
      honorsIfMatch: true,
    })
    .input(shared.rotateApiKey)
    .output(shared.createdApiKey)
    .mutation(({ ctx, input }) => rotateApiKey(ctx, input)),
  calls: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/api-keys/{id}/calls',
        tags,
        summary: 'List what an API key called',
        description:
          'Of the last 30 days, newest first, without queries and bodies. A call is here within some seconds.',
      },
    })
    .input(shared.listApiKeyCalls)
    .output(shared.apiKeyCalls)
    .query(({ ctx, input }) => findCalls(ctx, input)),
  me: procedure
    .meta({ openapi: { method: 'GET', path: '/keys/me', tags, summary: 'Read what the key of this call is' } })
    .output(shared.ownKey)
    .query(({ ctx }) => readOwnKey(ctx)),
  revoke: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/api-keys/{id}',
        tags,
        summary: 'Revoke an API key',
        description: 'Refused from its next call on. The webhooks that it made are switched off.',
      },
    })
    .input(shared.byKeyId)
    .output(shared.revokedApiKey)
    .mutation(({ ctx, input }) => revokeApiKey(ctx, input.id)),
});
