import type { login, Register } from '@quickfleet/shared/people/auth';
import type { User as UserView } from '@quickfleet/shared/people/users';
import type { z } from 'zod';
import { c, readRow, select } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../../http/context.ts';
import { forbidden, unauthorized } from '../../http/errors.ts';
import { clearTries, countTry, forgiveTry } from '../../http/limits.ts';
import { verifyPassword } from '../../security/password.ts';
import { readUser } from '../users/users.queries.ts';
import { addUser } from '../users/users.service.ts';

export async function readMe(ctx: AppContext): Promise<UserView> {
  if (!ctx.caller.user) throw unauthorized('SIGN_IN_REQUIRED', 'Please sign in first');
  return readUser(ctx, ctx.caller.user.id);
}

const account = select({ id: c.int('id'), hash: c.text('password_hash'), isActive: c.bool('is_active') });
/**
 * Tries are counted before the password is checked, so that parallel tries do not slip through. A device that this user
 * has signed in on before has a separate count: strangers cannot lock its user out, wherever they try (decision 016).
 */
export async function signIn(ctx: AppContext, { username, password }: z.infer<typeof login>): Promise<UserView> {
  const name = username.toLowerCase();
  const found = await readRow(ctx.em, account, 'select $columns from users where lower(username) = lower(?)', [
    username,
  ]);
  const device = found && ctx.session.knownDevice(found.id);
  if (device) await countTry(ctx, 'auth.login.device', { subject: device });
  else await countTry(ctx, 'auth.login', { account: name });
  const isRight = await verifyPassword(password, found?.hash);
  if (!found || !isRight || !found.isActive)
    throw unauthorized('WRONG_CREDENTIALS', 'Username or password is not right');
  if (device) await clearTries(ctx, 'auth.login.device', 'subject', device);
  else {
    await clearTries(ctx, 'auth.login', 'account', name);
    await forgiveTry(ctx, 'auth.login');
  }
  await ctx.session.signIn(found.id);
  return readUser(ctx, found.id);
}

/** Always an ordinary user, whatever role the body names. */
export async function register(ctx: AppContext, input: Register): Promise<UserView> {
  if (!ctx.services.config.ALLOW_REGISTRATION) throw forbidden('Registration is closed');
  await countTry(ctx, 'auth.register');
  const user = await runInTransaction(ctx, 'auth.register', input, (em) => addUser({ ...ctx, em }, input, 'customer'));
  if (!ctx.caller.user) await ctx.session.signIn(user.id);
  return user;
}

export async function signOut(ctx: AppContext): Promise<{ success: true }> {
  await ctx.session.signOut();
  return { success: true };
}
