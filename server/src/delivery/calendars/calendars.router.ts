import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/delivery/calendars';
import { procedure, router } from '../../http/trpc.ts';
import { createCalendar, deleteCalendar, findCalendars } from './calendars.service.ts';

const tags = ['calendars'];
export const calendarsRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/calendars',
        tags,
        summary: 'List calendar feeds',
        description: 'A merchant’s key sees those of its customer.',
      },
    })
    .output(shared.calendarList)
    .query(async ({ ctx }) => ({ data: await findCalendars(ctx) })),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/calendars',
        tags,
        summary: 'Make a calendar feed of a driver or a customer',
        description:
          'Calendars subscribe to its `url`, without signing in, until it is deleted. It has the planned stops from a month back on, in the company’s language, without names and phone numbers.',
      },
      status: 201,
    })
    .input(shared.createCalendar)
    .output(shared.calendar)
    .mutation(({ ctx, input }) => createCalendar(ctx, input)),
  delete: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/calendars/{id}',
        tags,
        summary: 'Revoke a calendar feed',
        description: 'Its address answers 404 from then on.',
      },
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deleteCalendar(ctx, input.id)),
});
