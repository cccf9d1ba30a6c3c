import * as shared from '@quickfleet/shared/operations/sandbox';
import type { Services } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { procedure, router } from '../../http/trpc.ts';

/** Rejects with 404 on a live installation. */
function requireSandbox({ sandbox }: Services): NonNullable<Services['sandbox']> {
  if (!sandbox) throw notFound('Sandbox');
  return sandbox;
}

export const sandboxRouter = router({
  reset: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/sandbox/reset',
        tags: ['sandbox'],
        summary: 'Empty a sandbox',
        description:
          'Deletes everything except admins, their sessions and API keys, and fills it with the demo company or with nothing. With the demo it takes up to a minute. 404 SANDBOX_NOT_FOUND on any other installation.',
      },
      transaction: false,
      requires: ({ services }) => requireSandbox(services),
    })
    .input(shared.resetSandbox)
    .output(shared.sandboxOut)
    .mutation(({ ctx, input }) => requireSandbox(ctx.services).reset(input.to)),
});
