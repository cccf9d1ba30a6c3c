import * as shared from '@quickfleet/shared/quoting/estimates';
import { procedure, router } from '../../http/trpc.ts';
import { replayRules } from './estimates.replay.ts';
import { estimate } from './estimates.service.ts';

const tags = ['quotes'];
// Mutations, although they change nothing: a whole request does not fit into an address.
export const estimatesRouter = router({
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/estimates',
        tags,
        summary: 'Ask for a first number',
        description:
          'Anybody may ask, with the payload of a quote or what is known of it. By the company’s price rules, tax included. `from` and `to` are null, and `code` and `message` say why, when the rules are off or say nothing about the request. Nothing is stored.',
      },
    })
    .input(shared.estimateInput)
    .output(shared.estimate)
    .mutation(({ ctx, input }) => estimate(ctx, input)),
  replay: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/estimates/replay',
        tags,
        summary: 'Try price rules on paid quotes',
        description: 'The last 200 in the company’s currency. The rules need not be saved.',
      },
    })
    .input(shared.replayInput)
    .output(shared.replay)
    .mutation(({ ctx, input }) => replayRules(ctx, input.pricing)),
});
