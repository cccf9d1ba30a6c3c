import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/messages/templates';
import { z } from 'zod';
import { procedure, router } from '../../http/trpc.ts';
import { sendTest } from '../outbox/outbox.test-mail.ts';
import { listVersions } from './template-version.queries.ts';
import { listTemplates, readTemplate } from './templates.queries.ts';
import {
  createTemplate,
  deleteTemplate,
  initializeTemplates,
  previewTemplate,
  restoreTemplate,
  updateTemplate,
} from './templates.service.ts';

const tags = ['templates'];
export const templatesRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/email-templates', tags, summary: 'List e-mail templates' } })
    .output(z.array(shared.template))
    .query(({ ctx }) => listTemplates(ctx)),
  create: procedure
    .meta({
      openapi: { method: 'POST', path: '/email-templates', tags, summary: 'Create an e-mail template' },
      status: 201,
      etag: 'template',
    })
    .input(shared.createTemplate)
    .output(shared.template)
    .mutation(({ ctx, input }) => createTemplate(ctx, input)),
  initialize: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/email-templates/initialize',
        tags,
        summary: 'Add the default templates that are missing',
        description: 'Adds what is missing and never overwrites.',
      },
    })
    .output(z.array(shared.template))
    .mutation(({ ctx }) => initializeTemplates(ctx)),
  // A mutation, although it changes nothing: a whole mail does not fit into an address.
  preview: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/email-templates/preview',
        tags,
        summary: 'See what a template makes of sample values',
      },
    })
    .input(shared.previewTemplate)
    .output(shared.templatePreview)
    .mutation(({ ctx, input }) => previewTemplate(ctx, input)),
  get: procedure
    .meta({
      openapi: { method: 'GET', path: '/email-templates/{id}', tags, summary: 'Read an e-mail template' },
      etag: 'template',
    })
    .input(byId)
    .output(shared.template)
    .query(({ ctx, input }) => readTemplate(ctx, input.id)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/email-templates/{id}',
        tags,
        summary: 'Change an e-mail template',
        description: 'Partial; a whole template as it was read is taken too.',
      },
      etag: 'template',
      honorsIfMatch: true,
    })
    .input(shared.updateTemplate)
    .output(shared.template)
    .mutation(({ ctx, input }) => updateTemplate(ctx, input)),
  delete: procedure
    .meta({
      openapi: { method: 'DELETE', path: '/email-templates/{id}', tags, summary: 'Delete an e-mail template' },
      honorsIfMatch: true,
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deleteTemplate(ctx, input.id)),
  versions: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/email-templates/{id}/versions',
        tags,
        summary: 'List the versions of an e-mail template',
      },
    })
    .input(shared.listTemplateVersions)
    .output(shared.templateVersionPage)
    .query(({ ctx, input }) => listVersions(ctx, input)),
  restore: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/email-templates/{id}/restore',
        tags,
        summary: 'Put an earlier version of an e-mail template back',
      },
      etag: 'template',
      honorsIfMatch: true,
    })
    .input(shared.restoreTemplate)
    .output(shared.template)
    .mutation(({ ctx, input }) => restoreTemplate(ctx, input)),
  test: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/email-templates/{id}/test',
        tags,
        summary: 'Send a test e-mail',
        description: 'At most five a minute.',
      },
    })
    .input(shared.testTemplate)
    .output(shared.sentTest)
    .mutation(({ ctx, input }) => sendTest(ctx, input)),
});
