import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { run } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest } from '../../http/errors.ts';
import { publishChange } from '../../http/streams/events.ts';
import { hashPassword } from '../../security/password.ts';
import { EASY_PASSWORD, isEasyPassword } from '../../security/password-strength.ts';
import type { User } from './user.entity.ts';

type Person = Pick<User, 'username' | 'firstName' | 'lastName' | 'email'>;
export async function requireGoodPassword(
  password: string,
  { username, firstName, lastName, email }: Person,
): Promise<void> {
  if (!(await isEasyPassword(password, [username, firstName, lastName, email]))) return;
  throw badRequest('COMMON_PASSWORD', t(EASY_PASSWORD), [{ path: 'password', message: t(EASY_PASSWORD) }]);
}

/** Ends all sessions of a user, and the links to a new password: what was given before opens nothing any more. */
export async function endAccess(ctx: AppContext, userId: number): Promise<void> {
  await run(ctx.em, 'delete from sessions where user_id = ?', [userId]);
  await run(ctx.em, 'delete from password_resets where user_id = ?', [userId]);
  await publishChange(ctx, { topic: 'rights', userId });
}

/** Passkeys that somebody may have added, or that were lost with a phone. */
export async function endPasskeys(ctx: AppContext, userId: number): Promise<void> {
  const ended = await run(ctx.em, 'delete from passkeys where user_id = ? returning id', [userId]);
  if (ended > 0) record(ctx, { subject: 'user', subjectId: userId, action: 'user.passkeys_ended' });
}

/** A new password: anybody who has the old one, or added a passkey with it, has to sign in again. */
export async function setPassword(ctx: AppContext, user: User, password: string): Promise<void> {
  user.passwordHash = await hashPassword(password);
  await endPasskeys(ctx, user.id);
  await endAccess(ctx, user.id);
}
