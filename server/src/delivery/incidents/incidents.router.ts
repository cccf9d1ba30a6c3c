import { byId } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/delivery/proof/incidents';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { findIncidents, readIncident } from './incidents.queries.ts';
import { createIncident, reportIncident, updateIncident } from './incidents.service.ts';

const tags = ['incidents'];
export const incidentsRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/incidents', tags, summary: 'List claims' } })
    .input(shared.listIncidents)
    .output(compiled(shared.incidentPage))
    .query(({ ctx, input }) => findIncidents(ctx, input)),
  create: procedure
    .meta({
      openapi: { method: 'POST', path: '/incidents', tags, summary: 'Open a claim on an order' },
      status: 201,
      etag: 'incident',
    })
    .input(shared.createIncident)
    .output(shared.incident)
    .mutation(({ ctx, input }) => createIncident(ctx, input)),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/incidents/{id}', tags, summary: 'Read a claim' }, etag: 'incident' })
    .input(byId)
    .output(shared.incident)
    .query(({ ctx, input }) => readIncident(ctx, input.id)),
  update: procedure
    .meta({
      openapi: { method: 'PUT', path: '/incidents/{id}', tags, summary: 'Change a claim' },
      etag: 'incident',
      honorsIfMatch: true,
    })
    .input(shared.updateIncident)
    .output(shared.incident)
    .mutation(({ ctx, input }) => updateIncident(ctx, input)),
  report: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/tracking/{trackingNumber}/incidents',
        tags,
        summary: 'Say as the customer or the recipient that something is wrong',
        description:
          'Within 14 days after the delivery. That it is the customer is shown by the e-mail address of the order, or by the token in the link of the delivery’s mail; the end of a link `/t/{token}` shows the recipient too. Of wrong ones 10 an hour are answered, by network address.',
      },
      status: 201,
    })
    .input(shared.reportIncident)
    .output(shared.reportedIncident)
    .mutation(({ ctx, input }) => reportIncident(ctx, input)),
});
