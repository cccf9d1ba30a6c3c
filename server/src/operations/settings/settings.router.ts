import { settings } from '@quickfleet/shared/company/settings';
import { procedure, router } from '../../http/trpc.ts';
import { readSettings } from './settings.service.ts';

export const settingsRouter = router({
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/settings',
        tags: ['settings'],
        summary: 'What the environment set, without secrets',
      },
    })
    .output(settings)
    .query(({ ctx }) => ({ data: readSettings(ctx) })),
});
