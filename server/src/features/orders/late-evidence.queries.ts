import type { LateEvidence } from '@quickfleet/shared/late-evidence';
import type { AppContext } from '../../context.ts';
import { query } from '../../lib/query.ts';
import { iso } from '../../lib/sql.ts';

/** What came too late to move the order, oldest first. */
export const lateEvidenceOf = (
  order: string,
) => `(select coalesce(json_agg(json_build_object('id', l.id, 'kind', l.kind, 'itemId', l.item_id,
      'itemName', l.item_name, 'url', l.url, 'signerName', l.signer_name, 'takenAt', ${iso('l.taken_at')}, 'receivedAt', ${iso('l.received_at')},
      'after', l."after", 'by', l."by") order by l.id), '[]') from late_evidence l where l.order_id = ${order})`;

/** What came late for an order: it stays with the history when the order is deleted. */
export async function listLateEvidence(
  ctx: AppContext,
  { subject, id }: { subject: string; id: number },
): Promise<LateEvidence[]> {
  if (subject !== 'order') return [];
  const [row] = await query<{ late: LateEvidence[] }>(ctx.em, `select ${lateEvidenceOf('?')} as late`, [id]);
  return row?.late ?? [];
}
