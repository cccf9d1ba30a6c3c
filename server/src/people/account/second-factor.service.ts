import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { RECOVERY_CODES } from '@quickfleet/shared/limits';
import type { FactorState } from '@quickfleet/shared/people/factor';
import { isStaff } from '@quickfleet/shared/roles';
import { languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { record } from '../../company/history/history.service.ts';
import { c, readRow, run, select } from '../../db/rows.ts';
import { requireUser } from '../../http/caller/authorize.ts';
import { type AppContext, now, type SignedIn } from '../../http/context.ts';
import { conflict, forbidden, invalid, notFound, unauthorized } from '../../http/errors.ts';
import { countTry, forgiveTry } from '../../http/limits.ts';
import { publishChange } from '../../http/streams/events.ts';
import { endAccess, endPasskeys } from '../users/users.password.ts';
import { requireCurrentPassword } from '../users/users.service.ts';
import { mailAccount } from './links.ts';

/** A code of the step before or after counts too: clocks of phones differ. */
const STEP_SECONDS = 30;
/** 31 symbols without look-alikes, 12 of them: 59 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const newRecoveryCode = () => [group(), group(), group()].join('-');

const isRequiredFor = ({ services }: AppContext, { role }: SignedIn): boolean =>
  services.config.secondFactor === 'staff' && isStaff(role);

const factor = select({
  secret: c.text('secret_sealed'),
  since: c.time('confirmed_at').nullable(),
});
const findFactor = (em: EntityManager, userId: number, lock = '') =>
  readRow(em, factor, `select $columns from second_factors where user_id = ? ${lock}`, [userId]);

/** The time step of a right code of the app; undefined for a wrong one. */
function stepOf(ctx: AppContext, sealed: string, token: string): number | undefined {
  const secret = ctx.services.secrets.open(sealed);
  if (secret === undefined || !/^\d{6}$/.test(token)) return undefined;
  const epoch = Math.floor(now(ctx).getTime() / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
const recoveryHashes = (ctx: AppContext, userId: number, code: string): string[] =>
  ctx.services.secrets.lookupHashes(`recovery code of user ${userId}: ${code}`);

/** Uses a code up, of the app or for a lost phone: of two calls with one code, one gets true. */
async function useCode(ctx: AppContext, userId: number, given: string): Promise<boolean> {
  const code = given.toLowerCase().replaceAll(/[\s-]/g, '');
  const found = await findFactor(ctx.em, userId);
  if (!found?.since) return false;
  const step = stepOf(ctx, found.secret, code);
  if (step !== undefined)
    return (
      (await run(
        ctx.em,
        'update second_factors set last_step = ? where user_id = ? and coalesce(last_step < ?, true) returning user_id',
        [step, userId, step],
      )) > 0
    );
  const gone = await run(
    ctx.em,
    'delete from recovery_codes where user_id = ? and code_hash = any(?) returning user_id',
    [userId, recoveryHashes(ctx, userId, code)],
  );
  return gone > 0;
}

/** Counts a try before it is looked at; those on a device that the user knows apart, so that strangers lock nobody out. */
async function tryCode(ctx: AppContext, userId: number, code: string): Promise<boolean> {
  const device = ctx.session.knownDevice(userId);
  const name = device ? 'auth.code.device' : 'auth.code';
  const subjects = device ? { subject: device } : { account: String(userId) };
  await countTry(ctx, name, subjects);
  const isRight = await useCode(ctx, userId, code);
  if (isRight) await forgiveTry(ctx, name, subjects);
  return isRight;
}

/** The second step of a sign-in, after the right password. */
export async function requireSecondFactor(ctx: AppContext, userId: number, code: string | undefined): Promise<void> {
  if (!(await findFactor(ctx.em, userId))?.since) return;
  if (!code)
    throw unauthorized('SECOND_FACTOR_REQUIRED', t('Enter the code of your authenticator app, or a recovery code'));
  if (!(await tryCode(ctx, userId, code)))
    throw unauthorized('WRONG_SECOND_FACTOR', t('This code is wrong or was used already. Wait for the next one.'));
}

const counted = select({ count: c.count() });
export async function readFactor(ctx: AppContext): Promise<FactorState> {
  const user = requireUser(ctx);
  const found = await findFactor(ctx.em, user.id);
  const codes = await readRow(ctx.em, counted, 'select $columns from recovery_codes where user_id = ?', [user.id]);
  return {
    isOn: Boolean(found?.since),
    isRequired: isRequiredFor(ctx, user),
    since: found?.since ?? null,
    recoveryCodesLeft: codes?.count ?? 0,
  };
}

const passwordColumn = select({ hash: c.text('password_hash') });
/** Makes a secret that counts once a code of it was entered. */
export async function beginFactor(
  ctx: AppContext,
  { currentPassword }: { currentPassword: string },
): Promise<{ secret: string; uri: string }> {
  const user = requireUser(ctx);
  const row = await readRow(ctx.em, passwordColumn, 'select $columns from users where id = ? for update', [user.id]);
  if (!row) throw notFound('User');
  await requireCurrentPassword(ctx, currentPassword, row.hash);
  if ((await findFactor(ctx.em, user.id))?.since)
    throw conflict('FACTOR_SET_UP', t('Your account has a second factor already. Remove it first.'));
  const secret = generateSecret();
  await run(
    ctx.em,
    `insert into second_factors (user_id, secret_sealed, created_at) values (?, ?, ?)
     on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at, last_step = null returning user_id`,
    [user.id, ctx.services.secrets.seal(secret), now(ctx)],
  );
  return { secret, uri: generateURI({ issuer: ctx.services.config.BRAND_NAME, label: user.username, secret }) };
}

async function giveCodes(ctx: AppContext, userId: number): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = recoveryCodes.map((code) => recoveryHashes(ctx, userId, code.replaceAll('-', ''))[0]);
  await run(ctx.em, 'delete from recovery_codes where user_id = ?', [userId]);
  await run(ctx.em, 'insert into recovery_codes (code_hash, user_id) select unnest(?::text[]), ? returning user_id', [
    hashes,
    userId,
  ]);
  return { recoveryCodes };
}

const wrongCode = () => invalid('code', t('This code is wrong or was used already. Wait for the next one.'));

/** Turns the factor on with a first code, and answers the codes for a lost phone, this once. */
export async function confirmFactor(ctx: AppContext, { code }: { code: string }): Promise<{ recoveryCodes: string[] }> {
  const user = requireUser(ctx);
  await countTry(ctx, 'auth.code', { account: `${user.id} setting up` });
  const found = await findFactor(ctx.em, user.id, 'for update');
  if (!found) throw conflict('FACTOR_NOT_SET_UP', t('Begin to set up the second factor first'));
  if (found.since) throw conflict('FACTOR_SET_UP', t('Your account has a second factor already'));
  const step = stepOf(ctx, found.secret, code.replaceAll(/\s/g, ''));
  if (step === undefined) throw wrongCode();
  await run(ctx.em, 'update second_factors set confirmed_at = ?, last_step = ? where user_id = ? returning user_id', [
    now(ctx),
    step,
    user.id,
  ]);
  await publishChange(ctx, { topic: 'known', userId: user.id });
  record(ctx, { subject: 'user', subjectId: user.id, action: 'user.factor_on' });
  return giveCodes(ctx, user.id);
}

async function requireOwnCode(ctx: AppContext, code: string): Promise<SignedIn> {
  const user = requireUser(ctx);
  if (!user.hasFactor) throw conflict('FACTOR_NOT_SET_UP', t('Your account has no second factor'));
  if (!(await tryCode(ctx, user.id, code))) throw wrongCode();
  return user;
}

/** New codes for a lost phone; those from before end. */
export async function renewCodes(ctx: AppContext, { code }: { code: string }): Promise<{ recoveryCodes: string[] }> {
  const user = await requireOwnCode(ctx, code);
  record(ctx, { subject: 'user', subjectId: user.id, action: 'user.recovery_codes_renewed' });
  return giveCodes(ctx, user.id);
}

/** Without the factor, its secret and codes are gone. */
export async function deleteFactor(em: EntityManager, userId: number): Promise<boolean> {
  await run(em, 'delete from recovery_codes where user_id = ?', [userId]);
  return (await run(em, 'delete from second_factors where user_id = ? returning user_id', [userId])) > 0;
}

export async function removeFactor(ctx: AppContext, { code }: { code: string }): Promise<{ success: true }> {
  if (isRequiredFor(ctx, requireUser(ctx)))
    throw conflict('FACTOR_REQUIRED', t('Your company requires a second factor for your role'));
  const user = await requireOwnCode(ctx, code);
  await deleteFactor(ctx.em, user.id);
  await publishChange(ctx, { topic: 'known', userId: user.id });
  record(ctx, { subject: 'user', subjectId: user.id, action: 'user.factor_off' });
  return { success: true };
}

const person = select({
  username: c.text('username'),
  email: c.text('email').nullable(),
  language: c.oneOf(languages, 'language').nullable(),
});
/** An admin takes the factor of someone who lost phone and codes; they are signed out, and get a mail. */
export async function resetFactor(ctx: AppContext, { id }: { id: number }): Promise<{ success: true }> {
  if (requireUser(ctx).id === id) throw forbidden(t('Remove your own second factor in your account, with a code'));
  const user = await readRow(ctx.em, person, 'select $columns from users where id = ? for update', [id]);
  if (!user) throw notFound('User');
  if (!(await deleteFactor(ctx.em, id))) throw conflict('FACTOR_NOT_SET_UP', t('This account has no second factor'));
  await endPasskeys(ctx, id);
  await endAccess(ctx, id);
  record(ctx, { subject: 'user', subjectId: id, action: 'user.factor_reset', detail: user.username });
  if (user.email)
    mailAccount(ctx, {
      trigger: 'account_factor_reset',
      to: user.email,
      language: user.language,
      words: () => ({
        subject: t('Your second factor for {brand} was reset', { brand: ctx.services.config.BRAND_NAME }),
        paragraphs: [
          t('Hello {name},', { name: '{{recipientName}}' }),
          t('{sender} reset your second factor. Sign in with your password and set it up again in your account.', {
            sender: '{{senderName}}',
          }),
          t("If you didn't ask for it, choose a new password right away."),
        ],
      }),
      values: { recipientName: user.username, senderName: requireUser(ctx).name },
    });
  return { success: true };
}
