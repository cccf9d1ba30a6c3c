import * as shared from '@quickfleet/shared/delivery/tracking/ratings';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { findRatings, readRatingSummary } from './ratings.queries.ts';

const tags = ['dashboard'];
export const ratingsRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/ratings',
        tags,
        summary: 'List how deliveries were rated',
        description: 'Of one month, newest first. A rating of a delivery that was taken back does not count.',
      },
    })
    .input(shared.listRatings)
    .output(compiled(shared.ratingPage))
    .query(({ ctx, input }) => findRatings(ctx, input)),
  summary: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/ratings/summary',
        tags,
        summary: 'Count the ratings of a month, by driver',
        description: 'Of the same rows as `GET /ratings` of that month.',
      },
    })
    .input(shared.ratingsOfMonth)
    .output(shared.ratingSummary)
    .query(({ ctx, input }) => readRatingSummary(ctx, input)),
});
