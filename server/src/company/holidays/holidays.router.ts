import * as shared from '@quickfleet/shared/company/days/holidays';
import { z } from 'zod';
import { procedure, router } from '../../http/trpc.ts';
import { findHolidayPlaces, findHolidays } from './holidays.service.ts';

const tags = ['company'];
export const holidaysRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/holidays',
        tags,
        summary: 'List the holidays of a country or a region',
        description:
          'Of one year, in its order, with their names in the company’s language. Those that count for the company are `hours.holidays` of `/company`.',
      },
    })
    .input(shared.holidayQuery)
    .output(z.array(shared.holiday))
    .query(({ ctx, input }) => findHolidays(ctx, input)),
  places: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/holidays/regions',
        tags,
        summary: 'List the countries and regions with known holidays',
      },
    })
    .input(shared.regionQuery)
    .output(shared.holidayPlaces)
    .query(({ ctx, input }) => findHolidayPlaces(ctx, input)),
});
