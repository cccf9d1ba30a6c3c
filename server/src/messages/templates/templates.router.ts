import { byId, success } from '@quickfleet/shared/base/primitives';
import type { TemplateVersion as TemplateVersionView } from '@quickfleet/shared/messages/templates';
import * as shared from '@quickfleet/shared/messages/templates';
import { languages } from '@quickfleet/shared/words/languages';
import { z } from 'zod';
import { offsetOf } from '../../db/page-statement.ts';
import { type Page, toPage } from '../../db/paginate.ts';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { sendTest } from '../outbox/outbox.test-mail.ts';
import { listTemplates, readTemplate } from './templates.queries.ts';
import {
  createTemplate,
  deleteTemplate,
  initializeTemplates,
  previewTemplate,
  restoreTemplate,
  updateTemplate,
} from './templates.service.ts';

const counted = select({ total: c.count('v.id') });
const columns = select({
  version: c.int('version'),
  name: c.text('name'),
  type: c.text('type'),
  trigger: c.text('trigger'),
  subject: c.text('subject'),
  content: c.text('content'),
  language: c.oneOf(languages, 'language').nullable(),
  savedAt: c.time('saved_at'),
  savedBy: c.text('saved_by'),
  isCurrent: c.bool('version = max(version) over ()'),
});
/** Every saved state of a template, the newest and present one first. */
async function listVersions(
  ctx: AppContext,
  input: { id: number; page: number; limit: number },
): Promise<Page<TemplateVersionView>> {
  const known = await readRow(
    ctx.em,
    counted,
    'select $columns from email_templates t left join template_versions v on v.template_id = t.id where t.id = ? group by t.id',
    [input.id],
  );
  if (!known) throw notFound('Template');
  const rows = await readRows(
    ctx.em,
    columns,
    'select $columns from template_versions where template_id = ? order by version desc limit ? offset ?',
    [input.id, input.limit, offsetOf(input)],
  );
  return toPage(rows, known.total, input);
}

const tags = ['templates'];
export const templatesRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/email-templates', tags, summary: 'List e-mail templates' } })
    .output(compiled(z.array(shared.template)))
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
    .output(compiled(z.array(shared.template)))
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
    .output(compiled(shared.templateVersionPage))
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
