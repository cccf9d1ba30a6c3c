import { z } from 'zod';
import { id, timestamp } from '../../base/primitives.ts';
import { PROOFS_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';

/** A public key of the company (RFC 8037), with the times between which it signed. */
export const signingKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
  kid: z.string(),
  x: z.string(),
  created: timestamp,
  retired: timestamp.nullable(),
});
export const keyDocument = z.object({ keys: z.array(signingKey) });

/** Query of GET /.well-known/quickfleet-keys.json: nothing. */
export const keysQuery = z.object({});

/** Query of GET /orders/{id}/proof.pdf */
export const proofQuery = z.object({
  token: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'From the link in the mail, for callers who are not signed in' }),
});

/** Query of GET /orders/proofs.zip */
export const proofsQuery = z.object({
  ids: z
    .string({ error: () => t('Name at least one order') })
    .max(PROOFS_MAX * 11, { error: () => t('At most {proofsMax} proofs per request', { proofsMax: PROOFS_MAX }) })
    .transform((list): (string | number)[] => list.split(',').filter(Boolean))
    .pipe(
      z
        .array(id)
        .min(1, { error: () => t('Name at least one order') })
        .max(PROOFS_MAX, { error: () => t('At most {proofsMax} proofs per request', { proofsMax: PROOFS_MAX }) }),
    )
    .meta({ description: 'Ids of orders, with commas between them', example: '42,43' }),
});
