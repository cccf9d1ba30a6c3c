import type { Template } from '@quickfleet/shared/messages/templates';
import { hasSms } from '../../config.ts';
import { c, type Row, readRow, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { findUnknownVariables } from './render.ts';

const columns = select({
  id: c.int('id'),
  name: c.text('name'),
  type: c.text('type'),
  trigger: c.text('trigger'),
  subject: c.text('subject'),
  content: c.text('content'),
  enabled: c.bool('enabled'),
  version: c.int('version'),
  createdAt: c.time('created_at'),
  updatedAt: c.time('updated_at'),
});
const withUnknown = (row: Row<typeof columns>): Template => ({
  ...row,
  unknownVariables: findUnknownVariables(row.type, row.subject, row.content),
});

export async function listTemplates(ctx: AppContext): Promise<Template[]> {
  // Without an SMS service nothing speaks of text messages.
  const rows = await readRows(
    ctx.em,
    columns,
    `select $columns from email_templates where ? or type <> 'sms' order by id`,
    [hasSms(ctx.services.config)],
  );
  return rows.map(withUnknown);
}

export async function readTemplate(ctx: AppContext, id: number): Promise<Template> {
  const row = await readRow(ctx.em, columns, 'select $columns from email_templates where id = ?', [id]);
  if (!row) throw notFound('Template');
  return withUnknown(row);
}
