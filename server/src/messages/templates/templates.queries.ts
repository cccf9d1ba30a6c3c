import type { Template } from '@quickfleet/shared/messages/templates';
import { languages } from '@quickfleet/shared/words/languages';
import { hasSms } from '../../config.ts';
import { c, type Row, readRow, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { productTemplateAt } from './defaults/product-templates.ts';
import { inCompanyLanguage } from './reader-template.ts';
import { findUnknownVariables } from './render.ts';

const columns = select({
  id: c.int('id'),
  name: c.text('name'),
  type: c.text('type'),
  trigger: c.text('trigger'),
  subject: c.text('subject'),
  content: c.text('content'),
  language: c.oneOf(languages, 'language').nullable(),
  enabled: c.bool('enabled'),
  version: c.int('version'),
  createdAt: c.time('created_at'),
  updatedAt: c.time('updated_at'),
});
/** A template as its screen shows it. */
export const asShown = <Kept extends Parameters<typeof inCompanyLanguage>[0] & Pick<Template, 'type' | 'trigger'>>(
  { services }: AppContext,
  template: Kept,
): Kept => inCompanyLanguage(template, () => productTemplateAt(template), services.config.language);

function templateOf(ctx: AppContext, row: Row<typeof columns>): Template {
  const template = asShown(ctx, row);
  const { type, subject, content } = template;
  return { ...template, unknownVariables: findUnknownVariables(type, subject, content) };
}

export async function listTemplates(ctx: AppContext): Promise<Template[]> {
  // Without an SMS service nothing speaks of text messages.
  const rows = await readRows(
    ctx.em,
    columns,
    `select $columns from email_templates where ? or type <> 'sms' order by id`,
    [hasSms(ctx.services.config)],
  );
  return rows.map((row) => templateOf(ctx, row));
}

export async function readTemplate(ctx: AppContext, id: number): Promise<Template> {
  const row = await readRow(ctx.em, columns, 'select $columns from email_templates where id = ?', [id]);
  if (!row) throw notFound('Template');
  return templateOf(ctx, row);
}
