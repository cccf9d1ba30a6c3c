import * as shared from '@quickfleet/shared/messages/events';
import { procedure, router } from '../../http/trpc.ts';
import { findEvents, findLatestEvents } from './events.queries.ts';

export const eventsRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/events',
        tags: ['events'],
        summary: 'Read what happened, oldest first',
        description:
          'The same events that webhooks send, for 30 days. Send `nextCursor` as `after` with the next call: no event is left out and none comes twice, however many are written between two calls. An API key reads of each type what its other scopes let it read.',
      },
    })
    .input(shared.listEvents)
    .output(shared.eventFeed)
    .query(({ ctx, input }) => findEvents(ctx, input)),
  /** For the console, which shows them as they happen. */
  latest: procedure
    .input(shared.latestEvents)
    .output(shared.newestEvents)
    .query(({ ctx, input }) => findLatestEvents(ctx, input)),
});
