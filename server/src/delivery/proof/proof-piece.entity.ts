import { defineEntity, p } from '@mikro-orm/core';
import type { AttemptStop } from '@quickfleet/shared/company/proof/failure-words';
import { type PieceKind, pieceKinds } from '@quickfleet/shared/company/proof/proof-rules';
import { key } from '../../db/base.ts';
import { captureColumns } from './capture-columns.ts';

export type PieceStop = AttemptStop | 'transit';

const ProofPieceSchema = defineEntity({
  name: 'ProofPiece',
  tableName: 'proof_pieces',
  properties: {
    id: key,
    /** No foreign key, as for attempts. */
    orderId: p.integer(),
    kind: p
      .text()
      .$type<PieceKind>()
      .check(`kind in (${pieceKinds.map((kind) => `'${kind}'`).join(', ')})`),
    stop: p.text().$type<PieceStop>().check(`stop in ('pickup', 'delivery', 'return', 'transit')`),
    itemId: p.integer().nullable(),
    attemptId: p.integer().nullable(),
    /** Of a scan: the number of the parcel. */
    parcel: p.integer().nullable(),
    url: p.text().nullable(),
    /** SHA-256 of the file as it is stored. */
    sha256: p.text().nullable(),
    /** Of evidence that came late; it outlives a deleted order. */
    isLate: p.boolean().default(false),
    ...captureColumns,
  },
  indexes: [
    { name: 'proof_pieces_of_order', properties: ['orderId'] },
    {
      name: 'proof_pieces_url',
      expression: 'create index "proof_pieces_url" on "proof_pieces" ("url") where url is not null',
    },
  ],
});
/** One photo, signature, scan or PIN with when and where it was taken: appended, never changed. */
export class ProofPiece extends ProofPieceSchema.class {}
ProofPieceSchema.setClass(ProofPiece);
