import { z } from 'zod';
import { example } from './examples.ts';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX } from './limits.ts';
import { cleanMessage, email, isCleanText, optionalText, phone } from './primitives.ts';

/** Sign-in. */
export const login = z.object({
  username: z
    .string({ error: 'Username is required' })
    .max(USERNAME_MAX, { error: 'This username is too long' })
    .refine(isCleanText, cleanMessage)
    .trim()
    .min(1, { error: 'Username is required' })
    .meta({ example: 'grace' }),
  password: z
    .string({ error: 'Password is required' })
    .max(PASSWORD_MAX, { error: 'This password is too long' })
    .min(1, { error: 'Password is required' })
    .meta({ example: example.password }),
});

export const newPassword = z
  .string({ error: 'Password is required' })
  .min(PASSWORD_MIN, { error: `The password needs at least ${PASSWORD_MIN} characters` })
  .max(PASSWORD_MAX, { error: `The password can have at most ${PASSWORD_MAX} characters` })
  .meta({ example: example.password });

/** One's own new password: whoever only found a browser that was left open does not know the current one. */
export const changePassword = z.object({
  currentPassword: z
    .string({ error: 'The current password is required' })
    .max(PASSWORD_MAX, { error: 'This password is too long' })
    .min(1, { error: 'The current password is required' }),
  password: newPassword,
});

export const newUsername = z
  .string({ error: 'Username is required' })
  .max(USERNAME_MAX, { error: `At most ${USERNAME_MAX} characters` })
  .trim()
  .min(1, { error: 'Username is required' })
  .regex(/^[\p{L}\p{N}._@+-]+$/u, { error: 'Letters, digits and . _ @ + - only' })
  .meta({ example: 'grace' });

/** Somebody who can sign in, as a body names them. */
export const newUser = z.object({
  username: newUsername,
  password: newPassword,
  firstName: optionalText(NAME_MAX).meta({ example: 'Grace' }),
  lastName: optionalText(NAME_MAX).meta({ example: 'Office' }),
  email: z
    .union([z.literal('').transform(() => null), z.null(), email()], { error: 'Valid email is required' })
    .optional(),
  phone,
});
/** Registration makes an ordinary user, whatever role the body names. */
export const register = newUser.meta({
  example: { username: 'ada', password: example.password, email: example.email },
});
export type Register = z.infer<typeof register>;
