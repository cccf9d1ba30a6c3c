import { z } from 'zod';
import { integer, timestamp } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { PASSWORD_MAX } from '../limits.ts';
import { t } from '../words/t.ts';

export const code = z
  .string({ error: () => t('Enter the code') })
  .max(40, { error: () => t('This code is too long') })
  .trim()
  .min(1, { error: () => t('Enter the code') })
  .meta({ example: '123456' });
export const byCode = z.object({ code });
/** A stranger at an open browser must not tie the account to their own phone. */
export const beginFactor = z.object({
  currentPassword: z
    .string({ error: () => t('The current password is required') })
    .max(PASSWORD_MAX, { error: () => t('This password is too long') })
    .min(1, { error: () => t('The current password is required') })
    .meta({ example: example.password }),
});
export const factorState = z
  .object({
    isOn: z.boolean(),
    isRequired: z.boolean().meta({ description: 'The company requires it for this role', example: false }),
    since: timestamp.nullable(),
    recoveryCodesLeft: integer.meta({ example: 10 }),
  })
  .meta({ id: 'SecondFactor' });
export type FactorState = z.infer<typeof factorState>;
export const begunFactor = z
  .object({
    secret: z.string().meta({ description: 'Shown this once', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
    uri: z.string().meta({ description: 'For a QR code', example: 'otpauth://totp/QuickFleet:grace?secret=JBSWY3DP' }),
  })
  .meta({ id: 'BegunSecondFactor' });
export const recoveryCodes = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .meta({ description: 'Each signs in once; shown this once', example: ['k7m3-q9xt-rb2h'] }),
  })
  .meta({ id: 'RecoveryCodes' });
