import * as shared from '@quickfleet/shared/operations/setup';
import { procedure, router } from '../../http/trpc.ts';
import { addSamples, removeSamples } from './samples.ts';
import { readSetup } from './setup.service.ts';

const tags = ['company'];
export const setupRouter = router({
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/company/setup', tags, summary: 'How far the first run has come' } })
    .output(shared.setup)
    .query(({ ctx }) => readSetup(ctx)),
  addSamples: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/company/samples',
        tags,
        summary: 'Add a few customers, quotes and orders to try things with',
        description:
          'Their names say that they are samples, and nothing is mailed to them, also later. While they are there, nothing is added.',
      },
    })
    .output(shared.setup)
    .mutation(({ ctx }) => addSamples(ctx)),
  removeSamples: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/company/samples',
        tags,
        summary: 'Remove the samples',
        description: 'With everything that was done for these customers: their quotes, orders and recurring jobs.',
      },
    })
    .output(shared.setup)
    .mutation(({ ctx }) => removeSamples(ctx)),
});
