import { chartDays, dashboard, desk, news, newsSince } from '@quickfleet/shared/operations/dashboard';
import { procedure, router } from '../../http/trpc.ts';
import { readDashboard } from './dashboard.service.ts';
import { readDays, readDesk, readNews } from './desk.service.ts';

export const dashboardRouter = router({
  stats: procedure
    .meta({ openapi: { method: 'GET', path: '/stats', tags: ['dashboard'], summary: 'The counters of the dashboard' } })
    .output(dashboard)
    .query(({ ctx }) => readDashboard(ctx)),
  desk: procedure
    .meta({ openapi: { method: 'GET', path: '/stats/desk', tags: ['dashboard'], summary: 'What needs a hand now' } })
    .output(desk)
    .query(({ ctx }) => readDesk(ctx)),
  days: procedure
    .meta({
      openapi: { method: 'GET', path: '/stats/days', tags: ['dashboard'], summary: 'Deliveries of the last 30 days' },
    })
    .output(chartDays)
    .query(({ ctx }) => readDays(ctx)),
  news: procedure
    .meta({
      openapi: { method: 'GET', path: '/stats/news', tags: ['dashboard'], summary: 'How much came in since a moment' },
    })
    .input(newsSince)
    .output(news)
    .query(({ ctx, input }) => readNews(ctx, input)),
});
