import { z } from 'zod';
import { byId, email, integer, pageInput, pageOf, textOrNull, timestamp } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { role, roles } from '../roles.ts';
import { message, t } from '../words/t.ts';
import { newPassword, newUser } from './auth.ts';

/** The secret of a mailed link: 256 bits as hexadecimal digits. */
const token = z
  .string({ error: () => t('The link is not complete') })
  .trim()
  .regex(/^[0-9a-f]{64}$/i, { error: () => t('The link is not complete') })
  .toLowerCase()
  .meta({ example: '4f1c09a7b2e8d6530f1c09a7b2e8d6534f1c09a7b2e8d6530f1c09a7b2e8d653' });
export const byLinkToken = z.object({ token });

/** Only the wrong form of an address is refused: what is known of it stays untold. */
export const forgot = z.object({
  email: email(message('Please enter a valid email address')).meta({ example: example.email }),
});
export const reset = byLinkToken.extend({ password: newPassword });
export type Reset = z.infer<typeof reset>;
export const resetDone = z
  .object({
    success: z.literal(true),
    username: z.string().meta({ example: 'grace' }),
    role: z.enum(roles).meta({ example: 'dispatcher' }),
  })
  .meta({ id: 'PasswordReset' });

/** As the call before: whether anything was ordered with the address stays untold. */
export const askForLink = forgot;
export const shownLink = z
  .object({
    email: z.string().meta({ description: 'The address that it proves', example: example.email }),
    expiresAt: timestamp.meta({ description: 'The link works until then, once' }),
  })
  .meta({ id: 'SignInLink' });
export type ShownLink = z.infer<typeof shownLink>;
export const openedLink = z
  .object({ success: z.literal(true), email: z.string().meta({ example: example.email }) })
  .meta({ id: 'OpenedSignInLink' });
export type OpenedLink = z.infer<typeof openedLink>;

export const invite = z
  .object({ email: email(message('Please enter a valid email address')).meta({ example: example.email }), role })
  .strict()
  .meta({ example: { email: example.email, role: 'dispatcher' } });
export type Invite = z.infer<typeof invite>;
export const invitation = z
  .object({
    id: integer.meta({ example: 4 }),
    email: z.string().meta({ example: example.email }),
    role: z.enum(roles).meta({ example: 'dispatcher' }),
    invitedBy: z.string().meta({ description: 'Who invited', example: example.staff }),
    createdAt: timestamp,
    expiresAt: timestamp.meta({ description: 'The link works until then, once' }),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitation>;
/** As its creation answers it: the one time that the link can be read. */
export const newInvitation = invitation
  .extend({
    joinUrl: z.string().meta({
      description: 'The link of the mail, shown this once: for an installation without a mail server',
      example: 'https://delivery.example.com/join/4f1c09a7…',
    }),
    delivery: z.enum(['queued', 'kept']).meta({ description: '`kept`: there is no mail server, give them the link' }),
  })
  .meta({ id: 'NewInvitation' });
export type NewInvitation = z.infer<typeof newInvitation>;
export const listInvitations = pageInput;
export const invitationPage = pageOf(invitation).meta({ id: 'InvitationPage' });
export const withdrawInvitation = byId;

/** What the link shows before it is accepted. */
export const shownInvitation = invitation
  .pick({ email: true, role: true, invitedBy: true, expiresAt: true })
  .meta({ id: 'ShownInvitation' });
export type ShownInvitation = z.infer<typeof shownInvitation>;
/** The address and the role are those of the invitation. */
export const join = newUser
  .omit({ email: true })
  .extend(byLinkToken.shape)
  .strict()
  .meta({ example: { token: `${'4f1c09a7b2e8d653'.repeat(4)}`, username: 'grace', password: example.password } });
export type Join = z.infer<typeof join>;

export const signedInSession = z
  .object({
    id: z
      .string()
      .meta({ description: 'Names the session and opens nothing', example: '0f8a1c2b3d4e5f60718293a4b5c6d7e8' }),
    device: z.string().meta({ example: 'Chrome on Windows' }),
    address: textOrNull.meta({ description: 'The network address of the sign-in', example: '203.0.113.7' }),
    createdAt: timestamp.meta({ description: 'When the person signed in' }),
    lastSeenAt: timestamp.meta({ description: 'The last call, to five minutes' }),
    isCurrent: z.boolean().meta({ description: 'This call came by it' }),
  })
  .meta({ id: 'SignedInSession' });
export type SignedInSession = z.infer<typeof signedInSession>;
export const sessionList = z.object({ data: z.array(signedInSession) }).meta({ id: 'SignedInSessions' });
export const bySession = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{32}$/, { error: () => t('This is not a valid id') })
    .meta({ example: '0f8a1c2b3d4e5f60718293a4b5c6d7e8' }),
});
export const endedSessions = z
  .object({ success: z.literal(true), ended: integer.meta({ description: 'Sessions that were ended', example: 2 }) })
  .meta({ id: 'EndedSessions' });
