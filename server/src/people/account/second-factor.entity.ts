import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    // Without an entity's relation, because its key would be an object: one row for a user.
    userId: p.integer().primary().autoincrement(false),
    secretSealed: p.text().hidden(),
    /** It counts from then on; before, somebody is setting it up. */
    confirmedAt: p.datetime(3).nullable(),
    /** The last time step that signed in: a code counts once. */
    lastStep: p.integer().nullable(),
    createdAt: p.datetime(3),
  },
});
/** The secret of a person's authenticator app. */
export class SecondFactor extends SecondFactorSchema.class {}
SecondFactorSchema.setClass(SecondFactor);

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    /** Keyed hash; the row goes when the code is used. */
    codeHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
  },
});
/** A code for a lost phone. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);
