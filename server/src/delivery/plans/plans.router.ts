import { byId } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/delivery/planning/plans';
import { z } from 'zod';
import { procedure, router } from '../../http/trpc.ts';
import { findFit } from './plans.fit.ts';
import { readRoutes } from './plans.present.ts';
import { readPlan } from './plans.queries.ts';
import { applyPlan, createPlan, stopPlan, undoPlan } from './plans.service.ts';

const tags = ['drivers'];
export const plansRouter = router({
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/plans',
        tags,
        summary: 'Have a day planned',
        description: 'Changes nothing until it is applied. Read it again until its state is `ready`.',
      },
      status: 202,
    })
    .input(shared.createPlan)
    .output(shared.plan)
    .mutation(({ ctx, input }) => createPlan(ctx, input)),
  fit: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/plans/fit',
        tags,
        summary: 'Whether one more order can still be done',
        description: 'With a new order’s payload; nothing is stored.',
      },
      transaction: false,
    })
    .input(shared.fitOf)
    .output(shared.planFit)
    .mutation(({ ctx, input }) => findFit(ctx, input)),
  routes: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/drivers/days/{day}/routes',
        tags,
        summary: 'When and where the stops of a day are',
      },
    })
    .input(shared.routesOf)
    .output(shared.dayRoutes)
    .query(({ ctx, input }) => readRoutes(ctx, input)),
  one: procedure
    .meta({ openapi: { method: 'GET', path: '/plans/{id}', tags, summary: 'A plan, before and after' } })
    .input(byId)
    .output(shared.plan)
    .query(({ ctx, input }) => readPlan(ctx, input.id)),
  accept: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/plans/{id}/apply',
        tags,
        summary: 'Make a plan the day of its drivers',
        description:
          'By the rules of `POST /drivers/days/{day}/moves`. By driver it can be called until all are applied; `issues` of PLAN_OUTDATED say what has changed.',
      },
    })
    .input(shared.applyPlan)
    .output(shared.plan)
    .mutation(({ ctx, input }) => applyPlan(ctx, input)),
  undo: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/plans/{id}/undo',
        tags,
        summary: 'Take an applied plan back',
        description: 'All that was applied of it; for 15 minutes, while nothing of it was driven or moved.',
      },
    })
    .input(byId)
    .output(shared.plan)
    .mutation(({ ctx, input }) => undoPlan(ctx, input.id)),
  stop: procedure
    .meta({ openapi: { method: 'DELETE', path: '/plans/{id}', tags, summary: 'Stop or forget a plan' } })
    .input(byId)
    .output(z.object({ success: z.literal(true) }))
    .mutation(({ ctx, input }) => stopPlan(ctx, input.id)),
});
