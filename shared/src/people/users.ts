import { z } from 'zod';
import {
  flag,
  id,
  integer,
  knownEmail,
  pageInput,
  pageOf,
  queryFlag,
  rowVersion,
  search,
  seenVersion,
  textOrNull,
  timestamp,
} from '../base/primitives.ts';
import { driverWorkIn, driverWorkOut } from '../company/days/driver-work.ts';
import { example } from '../examples.ts';
import { role, roles } from '../roles.ts';
import { ownLanguageIn, ownLanguageOut } from '../words/fields.ts';
import { t } from '../words/t.ts';
import { knownUsername, newPassword, newUser } from './auth.ts';
import { driverPay, driverPayIn } from './money/driver-pay.ts';

export { displayName } from '../base/contact/display-name.ts';

/** Made by an admin: staff, drivers or ordinary users. */
export const createUser = newUser
  .extend({ role: role.meta({ example: 'dispatcher' }), language: ownLanguageIn, pay: driverPayIn, ...driverWorkIn })
  .strict();
export type CreateUser = z.infer<typeof createUser>;

/**
 * Partial. Role and isActive are an admin's; one's own new password needs the current one; `version` is what the editor
 * read and makes a stale save a 409.
 */
export const updateUser = newUser
  .omit({ password: true })
  .partial()
  .extend({
    id,
    username: knownUsername.optional(),
    email: z
      .union([z.literal('').transform(() => null), z.null(), knownEmail()], {
        error: () => t('Valid email is required'),
      })
      .optional(),
    role: role.optional(),
    language: ownLanguageIn,
    isActive: flag.optional(),
    pay: driverPayIn,
    ...driverWorkIn,
    password: newPassword.optional(),
    currentPassword: z.string().max(200).optional(),
    version: seenVersion,
    // What a client has read it may send back; it changes nothing.
    hasSecondFactor: z.unknown().optional(),
    mustSetUpFactor: z.unknown().optional(),
    createdAt: z.unknown().optional(),
    updatedAt: z.unknown().optional(),
  })
  .strict()
  .meta({ example: { phone: '+1 555 0100' } });
export type UpdateUser = z.infer<typeof updateUser>;

export const listUsers = pageInput.extend({
  q: search.optional(),
  role: role.meta({ example: 'dispatcher' }).optional(),
  isActive: queryFlag.optional(),
  sort: z.enum(['newest', 'oldest', 'name']).default('newest'),
});

export const user = z
  .object({
    id: integer.meta({ example: 3 }),
    username: z.string().meta({ example: 'grace' }),
    role: z.enum(roles).meta({ example: 'dispatcher' }),
    firstName: textOrNull.meta({ example: 'Grace' }),
    lastName: textOrNull.meta({ example: 'Office' }),
    email: textOrNull.meta({ example: 'grace@example.com' }),
    phone: textOrNull.meta({ example: example.phone }),
    language: ownLanguageOut,
    isActive: z.boolean(),
    hasSecondFactor: z.boolean().meta({ description: 'The sign-in needs a code too', example: false }),
    mustSetUpFactor: z
      .literal(true)
      .optional()
      .meta({ description: 'There for the signed-in user who has to set one up before anything else', example: true }),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: rowVersion,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;
/** One user with what a plan knows of a driver, and what they earn. */
export const wholeUser = user
  .extend({
    ...driverWorkOut,
    pay: driverPay.nullable().meta({ description: 'By what a driver is paid; null for dispatchers' }),
  })
  .meta({ id: 'WholeUser' });
export type WholeUser = z.infer<typeof wholeUser>;
/** A user as a change leaves them. */
export const changedUser = wholeUser
  .extend({
    unassignedOrders: integer
      .optional()
      .meta({ description: 'Open orders that nobody carries any more, because their driver is none now', example: 2 }),
  })
  .meta({ id: 'ChangedUser' });
export type ChangedUser = z.infer<typeof changedUser>;
/** A user with their workload, for assigning work. */
export const listedUser = wholeUser
  .extend({
    openOrders: integer.nullable().meta({ description: 'Orders a driver has and has not delivered; null for others' }),
    stopsToday: integer.nullable().meta({
      description: 'Stops that a driver still has to make today, a pickup and a delivery each; null for others',
    }),
  })
  .meta({ id: 'ListedUser' });
export type ListedUser = z.infer<typeof listedUser>;
export const userPage = pageOf(listedUser).meta({ id: 'UserPage' });
/** Who is signed in, or null: the pages' own question, which is no error for a visitor. */
export const session = z.object({ user: user.nullable() });
