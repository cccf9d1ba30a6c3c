import { byId, success } from '@quickfleet/shared/base/primitives';
import { healthReport } from '@quickfleet/shared/operations/doctor';
import { setAsideJobs } from '@quickfleet/shared/operations/set-aside-jobs';
import { procedure, router } from '../../http/trpc.ts';
import { readHealth } from './doctor.service.ts';
import { findSetAside, tryAgain } from './set-aside-jobs.service.ts';

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
  jobs: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/doctor/jobs',
        tags: ['settings'],
        summary: 'Jobs that are set aside, because the server ended three times while it was at them',
      },
    })
    .output(setAsideJobs)
    .query(async ({ ctx }) => ({ jobs: await findSetAside(ctx) })),
  tryAgain: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/doctor/jobs/{id}/try-again',
        tags: ['settings'],
        summary: 'Run a job again that is set aside',
      },
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => tryAgain(ctx, input.id)),
});
