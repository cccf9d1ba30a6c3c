import { defineEntity, p } from '@mikro-orm/core';
import { type Role, roles } from '@quickfleet/shared/roles';
import { key } from '../../db/base.ts';
import { User } from '../users/user.entity.ts';

const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    id: key,
    email: p.text(),
    role: p
      .text()
      .$type<Role>()
      .check(`role in (${roles.map((role) => `'${role}'`).join(', ')})`),
    /** SHA-256 of the link's token: a stolen table lets nobody in. */
    tokenHash: p.text().unique(),
    // It rests on the right of who invited.
    invitedBy: () => p.manyToOne(User).deleteRule('cascade').index(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  },
});
/** Somebody who may join with a role; the row goes when they do. */
export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  properties: {
    /** SHA-256 of the link's token. */
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  },
});
/** A link to a new password; the row goes when it is used. */
export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset);

const SignInLinkSchema = defineEntity({
  name: 'SignInLink',
  tableName: 'sign_in_links',
  properties: {
    /** SHA-256 of the link's token. */
    tokenHash: p.text().primary(),
    /** In lower case. */
    email: p.text().index(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
});
/** A link to the deliveries of an e-mail address; the row stays for a day, so that mails are counted. */
export class SignInLink extends SignInLinkSchema.class {}
SignInLinkSchema.setClass(SignInLink);
