import type { TemplateVersion as TemplateVersionView } from '@quickfleet/shared/templates';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import { offsetOf } from '../../lib/page-statement.ts';
import { type Page, toPage } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { iso } from '../../lib/sql.ts';

/** Every saved state of a template, the newest and present one first. */
export async function listVersions(
  ctx: AppContext,
  input: { id: number; page: number; limit: number },
): Promise<Page<TemplateVersionView>> {
  const [counted] = await query<{ total: number }>(
    ctx.em,
    'select count(v.id)::int as total from email_templates t left join template_versions v on v.template_id = t.id where t.id = ? group by t.id',
    [input.id],
  );
  if (!counted) throw notFound('Template');
  const rows = await query<TemplateVersionView>(
    ctx.em,
    `select version, name, type, trigger, subject, content, ${iso('saved_at')} as "savedAt", saved_by as "savedBy",
       version = max(version) over () as "isCurrent"
     from template_versions where template_id = ? order by version desc limit ? offset ?`,
    [input.id, input.limit, offsetOf(input)],
  );
  return toPage(rows, counted.total, input);
}
