import * as shared from '@quickfleet/shared/people/api-keys';
import { z } from 'zod';
import { procedure, router } from '../../http/trpc.ts';
import { listApiKeys } from './api-keys.queries.ts';
import { createApiKey, revokeApiKey } from './api-keys.service.ts';

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
  revoke: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/api-keys/{id}',
        tags,
        summary: 'Revoke an API key',
        description: 'Refused from its next call on.',
      },
    })
    .input(shared.byKeyId)
    .output(shared.revokedApiKey)
    .mutation(({ ctx, input }) => revokeApiKey(ctx, input.id)),
});
