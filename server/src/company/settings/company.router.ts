import { companySettings, updateCompany as input } from '@quickfleet/shared/company/company';
import { procedure, router } from '../../http/trpc.ts';
import { followPromises } from '../../quoting/promises/quotes.promises.ts';
import { readCompanySettings } from './company.service.ts';
import { updateCompany } from './company.update.ts';

const tags = ['company'];
export const companyRouter = router({
  get: procedure
    .meta({
      openapi: { method: 'GET', path: '/company', tags, summary: 'The company’s settings, in groups' },
      etag: 'company',
    })
    .output(companySettings)
    .query(({ ctx }) => readCompanySettings(ctx)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/company',
        tags,
        summary: 'Change the company’s settings',
        description:
          'Partial: a group or a value that is absent stays as it is. What is new holds for what comes next; `promises`, `hours` and the time zone also for who still waits in time. What was read can be sent back. A value in `locked` is set by an environment variable and cannot be changed here.',
      },
      etag: 'company',
      honorsIfMatch: true,
    })
    .input(input)
    .output(companySettings)
    .mutation(({ ctx, input }) =>
      updateCompany(ctx, input, { promises: followPromises, locale: followPromises, hours: followPromises }),
    ),
});
