import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';
import { Order } from '../orders/order.entity.ts';

const SignatureSchema = defineEntity({
  name: 'Signature',
  tableName: 'signatures',
  properties: {
    id: key,
    order: () => p.manyToOne(Order).deleteRule('cascade'),
    kind: p.text().$type<'pickup' | 'delivery'>().check(`kind in ('pickup', 'delivery')`),
    signer: p.text().$type<'customer' | 'driver'>().check(`signer in ('customer', 'driver')`),
    signerName: p.text().nullable(),
    /** Who the signer is to the recipient. */
    signerRelation: p.text().nullable(),
    imageUrl: p.text(),
    /**
     * SHA-256 of the bytes as they were sent: the same image again for the same step is the same signature, not a new
     * one.
     */
    imageHash: p.text(),
    /** What the pad drew the image from (`strokes` of shared/src/delivery/proof/strokes.ts), as canonical JSON. */
    strokes: p.text().nullable(),
    /** By the server's clock, and by the phone's. */
    capturedAt: p.datetime(3),
    signedAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'signatures_once', properties: ['order', 'kind', 'signer', 'imageHash'] }],
});
/** Evidence: appended, never changed. */
export class Signature extends SignatureSchema.class {}
SignatureSchema.setClass(Signature);
