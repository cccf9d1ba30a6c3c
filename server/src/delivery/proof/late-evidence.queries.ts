import { type LateEvidence, lateKinds, lateReasons } from '@quickfleet/shared/base/late-evidence';
import { c, readOne, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';

/** What came too late to move the order, oldest first. */
export const lateEvidenceOf = (order: string) =>
  c.list(
    {
      id: c.int('l.id'),
      kind: c.oneOf(lateKinds, 'l.kind'),
      itemId: c.int('l.item_id').nullable(),
      itemName: c.text('l.item_name').nullable(),
      url: c.text('l.url'),
      signerName: c.text('l.signer_name').nullable(),
      takenAt: c.time('l.taken_at').nullable(),
      receivedAt: c.time('l.received_at'),
      after: c.oneOf(lateReasons, 'l."after"'),
      by: c.text('l."by"'),
    },
    `from late_evidence l where l.order_id = ${order}`,
    'l.id',
  );
const lateOfOrder = select({ late: lateEvidenceOf('?') });

/** What came late for an order: it stays with the history when the order is deleted. */
export async function listLateEvidence(
  ctx: AppContext,
  { subject, id }: { subject: string; id: number },
): Promise<LateEvidence[]> {
  if (subject !== 'order') return [];
  return (await readOne(ctx.em, lateOfOrder, 'select $columns', [id])).late;
}
