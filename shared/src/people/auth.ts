import { z } from 'zod';
import { cleanMessage, email, isCleanText, optionalText, phone } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX } from '../limits.ts';
import { t } from '../words/t.ts';

/** Sign-in. */
export const login = z.object({
  username: z
    .string({ error: () => t('Username is required') })
    .max(USERNAME_MAX, { error: () => t('This username is too long') })
    .refine(isCleanText, cleanMessage)
    .trim()
    .min(1, { error: () => t('Username is required') })
    .meta({ example: 'grace' }),
  password: z
    .string({ error: () => t('Password is required') })
    .max(PASSWORD_MAX, { error: () => t('This password is too long') })
    .min(1, { error: () => t('Password is required') })
    .meta({ example: example.password }),
  code: z
    .string()
    .max(40, { error: () => t('This code is too long') })
    .trim()
    .meta({
      description: 'Of the authenticator app, or a recovery code: for accounts with a second factor',
      example: '123456',
    })
    .optional(),
});

export const newPassword = z
  .string({ error: () => t('Password is required') })
  .min(PASSWORD_MIN, {
    error: () => t('The password needs at least {passwordMin} characters', { passwordMin: PASSWORD_MIN }),
  })
  .max(PASSWORD_MAX, {
    error: () => t('The password can have at most {passwordMax} characters', { passwordMax: PASSWORD_MAX }),
  })
  .meta({ example: example.password });

/** A user changes their own password: a stranger at an open browser does not know the current one. */
export const changePassword = z.object({
  currentPassword: z
    .string({ error: () => t('The current password is required') })
    .max(PASSWORD_MAX, { error: () => t('This password is too long') })
    .min(1, { error: () => t('The current password is required') }),
  password: newPassword,
});

/** Letters of these are read as each other, or are written together in one language. */
const scripts: readonly RegExp[] = [
  /^\p{Script=Latin}$/u,
  /^\p{Script=Cyrillic}$/u,
  /^\p{Script=Greek}$/u,
  /^\p{Script=Armenian}$/u,
  /^\p{Script=Hebrew}$/u,
  /^[\p{Script=Arabic}\u0660-\u0669\u06F0-\u06F9]$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC]$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]$/u,
  /^[\p{Script=Han}\p{Script=Bopomofo}]$/u,
  /^[\p{Script=Devanagari}\p{M}]$/u,
  /^\p{Script=Bengali}$/u,
  /^\p{Script=Gurmukhi}$/u,
  /^\p{Script=Gujarati}$/u,
  /^\p{Script=Tamil}$/u,
  /^\p{Script=Telugu}$/u,
  /^\p{Script=Kannada}$/u,
  /^\p{Script=Malayalam}$/u,
  /^\p{Script=Sinhala}$/u,
  /^\p{Script=Thai}$/u,
  /^\p{Script=Lao}$/u,
  /^\p{Script=Khmer}$/u,
  /^\p{Script=Myanmar}$/u,
  /^\p{Script=Georgian}$/u,
  /^\p{Script=Ethiopic}$/u,
];
/** A name that looks like another one: signs of two scripts, or forms of letters that are not their own. */
function isLookalike(name: string): boolean {
  if (name.normalize('NFKC') !== name.normalize('NFC')) return true;
  const signs = [...name].filter((sign) => /[\p{L}\p{N}]/u.test(sign) && !/[0-9]/.test(sign));
  return signs.length > 0 && !scripts.some((script) => signs.every((sign) => script.test(sign)));
}

/** The name of an account as it is kept, from before too. */
export const knownUsername = z
  .string({ error: () => t('Username is required') })
  .max(USERNAME_MAX, { error: () => t('At most {usernameMax} characters', { usernameMax: USERNAME_MAX }) })
  .trim()
  .min(1, { error: () => t('Username is required') })
  .regex(/^[\p{L}\p{N}._@+-]+$/u, { error: () => t('Letters, digits and . _ @ + - only') })
  .meta({ example: 'grace' });
export const newUsername = knownUsername
  .refine((name) => !isLookalike(name), { error: () => t('Use the letters of one alphabet, and plain digits') })
  .meta({ example: 'grace' });

/** Somebody who can sign in, as a body names them. */
export const newUser = z.object({
  username: newUsername,
  password: newPassword,
  firstName: optionalText(NAME_MAX).meta({ example: 'Grace' }),
  lastName: optionalText(NAME_MAX).meta({ example: 'Office' }),
  email: z
    .union([z.literal('').transform(() => null), z.null(), email()], { error: () => t('Valid email is required') })
    .optional(),
  phone,
});
/** Registration makes an ordinary user, whatever role the body names. */
export const register = newUser.meta({
  example: { username: 'ada', password: example.password, email: example.email },
});
export type Register = z.infer<typeof register>;
