import { healthReport } from '@quickfleet/shared/operations/doctor';
import { procedure, router } from '../../http/trpc.ts';
import { readHealth } from './doctor.service.ts';

export const doctorRouter = router({
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/doctor',
        tags: ['settings'],
        summary: 'What an operator should look after: each point ok, warn or fail, with what to do',
      },
    })
    .output(healthReport)
    .query(({ ctx }) => readHealth(ctx.services)),
});
