import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';
import { User } from '../users/user.entity.ts';

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: key,
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** The credential and its public key, in base64url. */
    credentialId: p.text().unique(),
    publicKey: p.text(),
    /** Of signatures, where the device counts them: a smaller one is of a copy. */
    counter: p.bigint('number'),
    transports: p.json<string[]>(),
    name: p.text(),
    isSynced: p.boolean(),
    createdAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
});
/** A key on a device or in a password manager that signs its user in. */
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);

const PasskeyChallengeSchema = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenges',
  properties: {
    challenge: p.text().primary(),
    /** Who adds a passkey; null for a sign-in. */
    user: () => p.manyToOne(User).nullable().deleteRule('cascade').index(),
    expiresAt: p.datetime(3),
  },
});
/** What a passkey has to sign; the row goes when it did. */
export class PasskeyChallenge extends PasskeyChallengeSchema.class {}
PasskeyChallengeSchema.setClass(PasskeyChallenge);
