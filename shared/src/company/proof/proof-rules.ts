import { z } from 'zod';
import { captureOut, jsonField } from '../../base/capture.ts';
import { flag, integer, rowId, textOrNull } from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { t } from '../../words/t.ts';
import { attemptStops } from './failure-words.ts';
import { photoDemands, signatureDemands } from './proof-demands.ts';

const stopRules = z.object({
  photos: z
    .enum(photoDemands, {
      error: () => t('photos must be one of {photoDemands}', { photoDemands: photoDemands.join(', ') }),
    })
    .optional(),
  signature: z
    .enum(signatureDemands, {
      error: () => t('signature must be one of {signatureDemands}', { signatureDemands: signatureDemands.join(', ') }),
    })
    .optional(),
  pin: flag.meta({ description: 'A PIN that the recipient or the customer was sent' }).optional(),
  scan: flag.meta({ description: 'The label of each parcel is scanned' }).optional(),
  leaveAtDoor: flag.meta({ description: 'May be left elsewhere, with a photo in place of the signature' }).optional(),
  signerName: flag.optional(),
  signerRelation: flag.meta({ description: 'Who the signer is to the recipient' }).optional(),
  position: flag.meta({ description: 'Where the phone was' }).optional(),
});
/** What somebody has said; what is absent is as the next level has it: order, customer, company, default. */
export const proofRules = z
  .object({ pickup: stopRules.optional(), delivery: stopRules.optional() })
  .meta({ id: 'ProofRules', example: { delivery: { photos: 'one', signature: 'photo_instead' } } });
export type ProofRulesIn = z.infer<typeof proofRules>;
/** In a request: absent stays as it is, null takes all of it away. */
export const proofRulesIn = jsonField(proofRules.nullable()).optional();
export const proofRulesOut = proofRules
  .nullable()
  .meta({ description: 'What was said here; null for nothing', example: null });

const effective = z.object({
  photos: z.enum(photoDemands),
  signature: z.enum(signatureDemands),
  pin: z.boolean(),
  scan: z.boolean(),
  leaveAtDoor: z.boolean(),
  signerName: z.boolean(),
  signerRelation: z.boolean(),
  position: z.boolean(),
  isSaid: z.boolean().meta({ description: 'false while it is the default, which only the signature’s moves enforce' }),
  pinVerified: z.boolean(),
  pinTriesLeft: integer.meta({ example: 10 }),
  scanned: z.array(integer).meta({ description: 'Numbers of the parcels that were scanned', example: [] }),
});
/** What the two stops of one order ask for, and what of it is there that no photo or signature shows. */
export const proofState = z.object({ pickup: effective, delivery: effective }).meta({ id: 'ProofState' });
export type ProofState = z.infer<typeof proofState>;

export const pieceKinds = ['photo', 'signature', 'scan', 'pin'] as const;
export type PieceKind = (typeof pieceKinds)[number];
/** One piece of proof with when and where it was taken. */
export const proofPiece = z
  .object({
    id: rowId,
    kind: z.enum(pieceKinds),
    stop: z.enum([...attemptStops, 'transit']),
    itemId: integer.nullable().meta({ example: example.itemId }),
    attemptId: integer.nullable().meta({ example: null }),
    parcel: integer.nullable().meta({ description: 'Of a scan: which parcel', example: null }),
    url: textOrNull.meta({ example: example.photo }),
    sha256: textOrNull.meta({ description: 'Of the file as it is stored' }),
    isLate: z.boolean().meta({ description: 'It came after it could move anything', example: false }),
    ...captureOut,
  })
  .meta({ id: 'ProofPiece' });
export type ProofPiece = z.infer<typeof proofPiece>;
