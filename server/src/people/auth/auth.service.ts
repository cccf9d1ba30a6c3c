import { MINUTE_MS, momentInWords } from '@quickfleet/shared/base/time/zoned-time';
import type { login, Register } from '@quickfleet/shared/people/auth';
import { deviceName, deviceOf } from '@quickfleet/shared/people/device-name';
import type { UsePasskey } from '@quickfleet/shared/people/passkeys';
import type { User as UserView } from '@quickfleet/shared/people/users';
import { languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import type { z } from 'zod';
import { saying } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import type { Sentence } from '../../company/history/sentences.ts';
import { LOCKS_OF } from '../../db/advisory-locks.ts';
import { c, exists, type Row, readRow, run, select } from '../../db/rows.ts';
import { commitOnce, runInTransaction } from '../../db/transaction.ts';
import { requireUser } from '../../http/caller/authorize.ts';
import { type AppContext, now } from '../../http/context.ts';
import { forbidden, unauthorized } from '../../http/errors.ts';
import { clearTries, countTry, forgiveTry } from '../../http/limits.ts';
import { verifyPassword } from '../../security/password.ts';
import { mailAccount } from '../account/links.ts';
import { checkPasskey } from '../account/passkeys.service.ts';
import { requireSecondFactor } from '../account/second-factor.service.ts';
import { readUser } from '../users/users.queries.ts';
import { addUser } from '../users/users.service.ts';

export async function readMe(ctx: AppContext): Promise<UserView> {
  const { id } = requireUser(ctx);
  return readUser(ctx, id, id);
}

const account = select({
  id: c.int('id'),
  username: c.text('username'),
  hash: c.text('password_hash'),
  isActive: c.bool('is_active'),
  email: c.text('email').nullable(),
  language: c.oneOf(languages, 'language').nullable(),
  /** Not the first sign-in. */
  hasSignedIn: c.bool('signed_in_at is not null'),
});
/** A person who signs in finds the pages in the language of their account. */
async function openSession(ctx: AppContext, userId: number): Promise<UserView> {
  await ctx.session.signIn(userId);
  const user = await readUser(ctx, userId, userId);
  if (user.language !== null) ctx.session.speak(user.language);
  return user;
}

/**
 * Tries are counted before the password is checked, so that parallel tries do not slip through. A device that this user
 * has signed in on before has a separate count: strangers cannot lock its user out, wherever they try (decision 016).
 */
export async function signIn(ctx: AppContext, { username, password, code }: z.infer<typeof login>): Promise<UserView> {
  const name = username.toLowerCase();
  const found = await readRow(ctx.em, account, 'select $columns from users where lower(username) = lower(?)', [
    username,
  ]);
  const device = found && ctx.session.knownDevice(found.id);
  if (device) await countTry(ctx, 'auth.login.device', { subject: device });
  else await countTry(ctx, 'auth.login', { account: name });
  const isRight = await verifyPassword(password, found?.hash);
  if (!found || !isRight || !found.isActive) {
    const because = !found ? 'name' : isRight ? 'inactive' : 'password';
    await noteFailure(ctx, found?.id ?? NOBODY, because);
    throw unauthorized('WRONG_CREDENTIALS', t('Username or password is not right'));
  }
  if (device) await clearTries(ctx, 'auth.login.device', 'subject', device);
  else {
    await clearTries(ctx, 'auth.login', 'account', name);
    await forgiveTry(ctx, 'auth.login');
  }
  try {
    await requireSecondFactor(ctx, found.id, code);
  } catch (error) {
    if (code) await noteFailure(ctx, found.id, 'code');
    throw error;
  }
  await noteSignIn(ctx, found, device !== undefined);
  return openSession(ctx, found.id);
}

/** With a passkey: it replaces the password and the second factor together. */
export async function signInByPasskey(ctx: AppContext, input: UsePasskey): Promise<UserView> {
  await countTry(ctx, 'auth.passkey');
  const userId = await checkPasskey(ctx, input);
  const found =
    userId === undefined
      ? undefined
      : await readRow(ctx.em, account, 'select $columns from users where id = ?', [userId]);
  if (!found?.isActive) {
    await noteFailure(ctx, found?.id ?? NOBODY, found ? 'inactive' : 'passkey');
    throw unauthorized('WRONG_PASSKEY', t('This passkey does not sign in here. Use your username and password.'));
  }
  await forgiveTry(ctx, 'auth.passkey');
  await noteSignIn(ctx, found, ctx.session.knownDevice(found.id) !== undefined);
  return openSession(ctx, found.id);
}

/** Whom the history names where no account has the username. What was typed is not kept: it may be a password. */
const NOBODY = 0;
/** Of the failures of an account one in so many minutes is a line, however many tries there are. */
const FAILURE_MINUTES = 10;

type Problem = Extract<Sentence, { is: 'sign_in_failed' }>['because'];
/** By which device, and from where. */
const fromWhere = ({ request }: AppContext, because?: Problem) =>
  saying(', ', because && { is: 'sign_in_failed', because }, { is: 'device', ...deviceOf(request.device) }, request.ip);

async function noteFailure(ctx: AppContext, userId: number, because: Problem): Promise<void> {
  await commitOnce(ctx.services, async (em) => {
    // Tries that come together wait for each other.
    await run(em, 'select pg_advisory_xact_lock(?, ?)', [LOCKS_OF.failedSignIn, userId]);
    const since = new Date(now(ctx).getTime() - FAILURE_MINUTES * MINUTE_MS);
    const noted = await exists(
      em,
      `select 1 from history where subject = 'user' and subject_id = ? and action = 'user.sign_in_failed' and at > ?`,
      [userId, since],
    );
    if (noted) return;
    const says = fromWhere(ctx, because);
    record({ ...ctx, em }, { subject: 'user', subjectId: userId, action: 'user.sign_in_failed', says });
  });
}

/** The history has each sign-in; its user gets a mail about one on a new device, except about the first of all. */
async function noteSignIn(ctx: AppContext, user: Row<typeof account>, isKnownDevice: boolean): Promise<void> {
  await commitOnce(ctx.services, async (em) => {
    const name = user.username;
    const caller = {
      ...ctx.caller,
      user: { id: user.id, username: name, name, role: 'customer' as const, hasFactor: false },
    };
    const inside: AppContext = { ...ctx, em, caller };
    await run(em, 'update users set signed_in_at = ? where id = ?', [now(ctx), user.id]);
    record(inside, {
      subject: 'user',
      subjectId: user.id,
      action: 'user.signed_in',
      says: fromWhere(ctx),
    });
    if (isKnownDevice || !user.hasSignedIn || !user.email) return;
    const { BRAND_NAME, BUSINESS_TIMEZONE, hourCycle } = ctx.services.config;
    mailAccount(inside, {
      trigger: 'account_new_device',
      to: user.email,
      language: user.language,
      words: () => ({
        subject: t('New sign-in to your {brand} account', { brand: BRAND_NAME }),
        paragraphs: [
          t('Hello {name},', { name: '{{recipientName}}' }),
          t('Someone signed in to your account on a device that we had not seen before.'),
          [
            t('When: {time}', { time: momentInWords(now(ctx), BUSINESS_TIMEZONE, hourCycle) }),
            t('Device and place: {device}, network address {ip}', {
              device: deviceName(ctx.request.device),
              ip: ctx.request.ip,
            }),
          ].join('\n'),
          t(
            "If it was you, you don't need to do anything. If it wasn't, choose a new password right away: you are then signed out everywhere.",
          ),
        ],
      }),
      values: { recipientName: name },
    });
  });
}

/** Always an ordinary user, whatever role the body names. */
/** Rejects with 403 where strangers may not register. */
export function requireRegistration({ services }: Pick<AppContext, 'services'>): void {
  if (!services.config.ALLOW_REGISTRATION) throw forbidden(t('Registration is closed'));
}

export async function register(ctx: AppContext, input: Register): Promise<UserView> {
  await countTry(ctx, 'auth.register');
  const user = await runInTransaction(ctx, 'auth.register', input, (em) => addUser({ ...ctx, em }, input, 'customer'));
  if (!ctx.caller.user) await ctx.session.signIn(user.id);
  return user;
}

export async function signOut(ctx: AppContext): Promise<{ success: true }> {
  const { user } = ctx.caller;
  if (user)
    await commitOnce(ctx.services, async (em) =>
      record({ ...ctx, em }, { subject: 'user', subjectId: user.id, action: 'user.signed_out' }),
    );
  await ctx.session.signOut();
  return { success: true };
}
