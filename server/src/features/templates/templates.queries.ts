import type { Template } from '@quickfleet/shared/templates';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import { query } from '../../lib/query.ts';
import { iso } from '../../lib/sql.ts';
import { findUnknownVariables } from './render.ts';

type Row = Omit<Template, 'unknownVariables'>;
const columns = `id, name, type, trigger, subject, content, enabled, version, ${iso('created_at')} as "createdAt", ${iso('updated_at')} as "updatedAt"`;
const withUnknown = (row: Row): Template => ({
  ...row,
  unknownVariables: findUnknownVariables(row.type, row.subject, row.content),
});

export async function listTemplates(ctx: AppContext): Promise<Template[]> {
  const rows = await query<Row>(ctx.em, `select ${columns} from email_templates order by id`);
  return rows.map(withUnknown);
}

export async function readTemplate(ctx: AppContext, id: number): Promise<Template> {
  const [row] = await query<Row>(ctx.em, `select ${columns} from email_templates where id = ?`, [id]);
  if (!row) throw notFound('Template');
  return withUnknown(row);
}
