import { defineEntity, p } from '@mikro-orm/core';
import { type LateKind, type LateReason, lateKinds, lateReasons } from '@quickfleet/shared/base/late-evidence';
import { key, oneOf } from '../../db/base.ts';

const LateEvidenceSchema = defineEntity({
  name: 'LateEvidence',
  tableName: 'late_evidence',
  properties: {
    id: key,
    /** No foreign key: it outlives an order that is deleted. */
    orderId: p.integer(),
    kind: p.text().$type<LateKind>().check(oneOf('kind', lateKinds)),
    itemId: p.integer().nullable(),
    itemName: p.text().nullable(),
    url: p.text(),
    /** SHA-256 of the bytes as they were sent: the same piece again is answered again. */
    contentHash: p.text(),
    signerName: p.text().nullable(),
    /** Canonical JSON of a signature's strokes. */
    strokes: p.text().nullable(),
    takenAt: p.datetime(3).nullable(),
    receivedAt: p.datetime(3),
    after: p.text().$type<LateReason>().check(oneOf('after', lateReasons)),
    by: p.text(),
  },
  indexes: [
    {
      name: 'late_evidence_once',
      expression:
        'create unique index "late_evidence_once" on "late_evidence" ("order_id", "kind", coalesce("item_id", 0), "content_hash")',
    },
  ],
});
/** Evidence that came after it could move anything: appended, never changed. */
export class LateEvidence extends LateEvidenceSchema.class {}
LateEvidenceSchema.setClass(LateEvidence);
