import { success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/people/saved-views';
import { z } from 'zod';
import { procedure, router } from '../../http/trpc.ts';
import { deleteSavedView, findSavedViews, saveView } from './saved-views.service.ts';

const tags = ['saved views'];
export const savedViewsRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/saved-views',
        tags,
        summary: 'List one’s own saved views',
        description: 'By name. A view is the query of a list’s address, kept for the person who saved it.',
      },
    })
    .output(z.object({ data: z.array(shared.savedView) }))
    .query(async ({ ctx }) => ({ data: await findSavedViews(ctx) })),
  save: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/saved-views',
        tags,
        summary: 'Save a view',
        description: 'One of the same name is replaced. A person has at most 20.',
      },
      status: 201,
    })
    .input(shared.saveView)
    .output(shared.savedView)
    .mutation(({ ctx, input }) => saveView(ctx, input)),
  delete: procedure
    .meta({
      openapi: { method: 'DELETE', path: '/saved-views/{id}', tags, summary: 'Remove one of one’s own saved views' },
    })
    .input(shared.bySavedViewId)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await deleteSavedView(ctx, input.id);
      return { success: true as const };
    }),
});
