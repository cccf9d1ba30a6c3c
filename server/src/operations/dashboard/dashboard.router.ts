import { dashboard } from '@quickfleet/shared/operations/dashboard';
import { procedure, router } from '../../http/trpc.ts';
import { readDashboard } from './dashboard.service.ts';

export const dashboardRouter = router({
  stats: procedure
    .meta({ openapi: { method: 'GET', path: '/stats', tags: ['dashboard'], summary: 'The counters of the dashboard' } })
    .output(dashboard)
    .query(({ ctx }) => readDashboard(ctx)),
});
