import { z } from 'zod';
import { byId, cleanMessage, integer, isCleanText, timestamp } from '../base/primitives.ts';
import { NAME_MAX } from '../limits.ts';
import { t } from '../words/t.ts';

// The shapes of WebAuthn Level 3, in its JSON form (https://www.w3.org/TR/webauthn-3/).

const text = z.string().max(2000);
const base64url = (max: number) =>
  z
    .string({ error: () => t('The passkey’s answer is not complete') })
    .max(max, { error: () => t('The passkey’s answer is too long') })
    .regex(/^[A-Za-z0-9_-]+$/, { error: () => t('The passkey’s answer is not complete') })
    .meta({ example: 'dGhpcyBpcyBhIHBhc3NrZXk' });
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
};
const transports = z.array(z.string().max(20)).max(10);

export const passkey = z
  .object({
    id: integer.meta({ example: 3 }),
    name: z.string().meta({ description: 'As its user named it', example: 'My phone' }),
    isSynced: z.boolean().meta({ description: 'It is kept by an account, and not lost with one device' }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;
export const passkeyList = z.object({ data: z.array(passkey) }).meta({ id: 'Passkeys' });

/** What a browser makes a new passkey by. */
export const passkeyCreation = z
  .object({
    rp: z.object({ id: z.string().meta({ example: 'delivery.example.com' }), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string().meta({ description: 'Works for five minutes and once' }),
    pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
    timeout: integer,
    excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreation' });
/** What a browser signs in by. */
export const passkeyRequest = z
  .object({
    challenge: z.string().meta({ description: 'Works for five minutes and once' }),
    timeout: integer,
    rpId: z.string().meta({ example: 'delivery.example.com' }),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequest' });

export const addPasskey = z.object({
  name: z
    .string({ error: () => t('Enter a name') })
    .max(NAME_MAX, { error: () => t('At most {nameMax} characters', { nameMax: NAME_MAX }) })
    .refine(isCleanText, cleanMessage)
    .trim()
    .min(1, { error: () => t('Enter a name') })
    .meta({ example: 'My phone' }),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8000),
      attestationObject: base64url(40_000),
      transports: transports.optional(),
    }),
  }),
});
export type AddPasskey = z.infer<typeof addPasskey>;
export const usePasskey = z.object({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8000),
      authenticatorData: base64url(8000),
      signature: base64url(8000),
      userHandle: text.nullish(),
    }),
  }),
});
export type UsePasskey = z.infer<typeof usePasskey>;
export const removePasskey = byId;
