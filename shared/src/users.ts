import { z } from 'zod';
import { newPassword, register } from './auth.ts';
import { flag, id, pageInput, pageOf, queryFlag, search, timestamp } from './primitives.ts';
import { role, roles } from './roles.ts';

export { displayName } from './display-name.ts';

/** Made by an admin: staff, drivers or ordinary users. */
export const createUser = register.extend({ role });
export type CreateUser = z.infer<typeof createUser>;

/**
 * Partial. Role and isActive are an admin's; one's own new password needs the current one; `version` is what the editor
 * read and makes a stale save a 409.
 */
export const updateUser = register
  .omit({ password: true })
  .partial()
  .extend({
    id,
    role: role.optional(),
    isActive: flag.optional(),
    password: newPassword.optional(),
    currentPassword: z.string().max(200).optional(),
    version: id.optional(),
  });
export type UpdateUser = z.infer<typeof updateUser>;

export const listUsers = pageInput.extend({
  q: search.optional(),
  role: z.enum(roles).optional(),
  isActive: queryFlag.optional(),
  sort: z.enum(['newest', 'oldest', 'name']).default('newest'),
});

export const user = z
  .object({
    id: z.number().int(),
    username: z.string(),
    role: z.enum(roles),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    isActive: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: z.number().int(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;
export const userPage = pageOf(user).meta({ id: 'UserPage' });
/** Who is signed in, or null: the pages' own question, which is no error for a visitor. */
export const session = z.object({ user: user.nullable() });
