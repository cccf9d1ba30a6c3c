import type { TemplateVersion as TemplateVersionView } from '@quickfleet/shared/messages/templates';
import { offsetOf } from '../../db/page-statement.ts';
import { type Page, toPage } from '../../db/paginate.ts';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';

const counted = select({ total: c.count('v.id') });
const columns = select({
  version: c.int('version'),
  name: c.text('name'),
  type: c.text('type'),
  trigger: c.text('trigger'),
  subject: c.text('subject'),
  content: c.text('content'),
  savedAt: c.time('saved_at'),
  savedBy: c.text('saved_by'),
  isCurrent: c.bool('version = max(version) over ()'),
});
/** Every saved state of a template, the newest and present one first. */
export async function listVersions(
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
