import { z } from 'zod';
import { timestamp } from './primitives.ts';

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
