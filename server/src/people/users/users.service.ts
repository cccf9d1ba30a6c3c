import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/postgresql';
import type { DriverWork } from '@quickfleet/shared/company/days/driver-work';
import { openOrderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import type { Register } from '@quickfleet/shared/people/auth';
import { newUsername } from '@quickfleet/shared/people/auth';
import { type DriverPay, type DriverPayIn, noPay } from '@quickfleet/shared/people/money/driver-pay';
import type { ChangedUser, CreateUser, UpdateUser, WholeUser } from '@quickfleet/shared/people/users';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { codeOf } from '../../company/history/values.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { exists, onlyId, readRows, run } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import { runInTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest, conflict, forbidden, invalid, notFound, requireNewEmail } from '../../http/errors.ts';
import { countTry, forgiveTry } from '../../http/limits.ts';
import { requireAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { publishChange } from '../../http/streams/events.ts';
import { hashPassword, verifyPassword } from '../../security/password.ts';
import { User } from './user.entity.ts';
import { endMade } from './users.end.ts';
import { endAccess, requireGoodPassword, setPassword } from './users.password.ts';
import { readWholeUser } from './users.queries.ts';
import { changeWork } from './users.work.ts';

/** Users must enter their current password to change it: a stranger at an open browser must not be able to guess it. */
export async function requireCurrentPassword(ctx: AppContext, given: string | undefined, hash: string): Promise<void> {
  const tries = { account: String(ctx.caller.user?.id) };
  await countTry(ctx, 'users.currentPassword', tries);
  if (await verifyPassword(given ?? '', hash)) return forgiveTry(ctx, 'users.currentPassword', tries);
  const message = t('The current password is not right');
  throw badRequest('WRONG_PASSWORD', message, [{ path: 'currentPassword', message }]);
}

async function requireFreeUsername(ctx: AppContext, username: string, exceptId: number): Promise<void> {
  const taken = await exists(ctx.em, 'select 1 from users where lower(username) = lower(?) and id <> ?', [
    username,
    exceptId,
  ]);
  if (taken) throw conflict('USERNAME_TAKEN', t('This username is already taken'));
}

const definedPay = (pay: DriverPayIn): Partial<DriverPay> | null | undefined =>
  pay && Object.fromEntries(Object.entries(pay).filter(([, value]) => value !== undefined));

/** Refuses amounts that are finer than the company's currency. */
async function requirePayAmounts(ctx: AppContext, pay: DriverPayIn): Promise<void> {
  if (!pay) return;
  const { currency } = (await readCompany(ctx.em)).quoting;
  for (const name of ['perStop', 'perHour', 'perKm', 'minimum'] as const)
    requireAmount(pay[name], currency, `pay.${name}`);
}

/** An admin says by what a driver is paid; what was read and comes back is no change. */
async function changePay(ctx: AppContext, user: User, { pay, role = user.role }: UpdateUser): Promise<void> {
  if (pay === undefined) return;
  const present = { ...noPay, ...user.pay };
  const wanted = pay && { ...user.pay, ...definedPay(pay) };
  if (isDeepStrictEqual({ ...noPay, ...wanted }, present)) return;
  if (ctx.grant === 'own') throw forbidden(t('Only an admin can change what a driver is paid by'));
  if (role !== 'driver') throw invalid('pay', t('Only a driver is paid by deliveries'));
  await requirePayAmounts(ctx, pay);
  user.pay = wanted;
}

/** Makes a user; the role is the caller's decision, never the body's alone. */
export async function addUser(
  ctx: AppContext,
  input: Register & Pick<CreateUser, 'language' | 'pay' | keyof DriverWork>,
  role: Role,
): Promise<WholeUser> {
  await requireGoodPassword(input.password, {
    username: input.username,
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    email: input.email ?? null,
  });
  await requireFreeUsername(ctx, input.username, 0);
  await requirePayAmounts(ctx, input.pay);
  const user = ctx.em.create(User, {
    username: input.username,
    passwordHash: await hashPassword(input.password),
    role,
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    language: input.language ?? null,
    pay: role === 'driver' ? (definedPay(input.pay) ?? null) : null,
    skills: [],
  });
  await changeWork(ctx, user, input);
  await ctx.em.flush();
  record(ctx, { subject: 'user', subjectId: user.id, action: 'user.created', says: [codeOf('role', role)] });
  await ctx.em.flush();
  return readWholeUser(ctx, user.id);
}
export const createUser = (ctx: AppContext, input: CreateUser): Promise<WholeUser> => addUser(ctx, input, input.role);

/** Locks every admin's row, so that one remains when two admins demote each other. */
async function requireAnotherAdmin(ctx: AppContext, id: number): Promise<void> {
  const admins = await readRows(
    ctx.em,
    onlyId,
    `select $columns from users where role = 'admin' and is_active order by id for update`,
  );
  if (!admins.some((admin) => admin.id !== id))
    throw conflict('LAST_ADMIN', t('This is the last admin and must stay one'));
}

/** Takes the open orders from somebody who carries none any more, and answers how many. */
type ReleaseOrders = (ctx: AppContext, driverId: number) => Promise<number>;

/**
 * Links to a new password go to an address that an admin set, or its user with the current password: a stranger at an
 * open browser must not lead them elsewhere. Links on the way to the earlier address end.
 */
async function trustEmail(ctx: AppContext, user: User, input: UpdateUser): Promise<void> {
  if (input.email === undefined || input.email === user.email) return;
  const isOwn = ctx.caller.user?.id === user.id && ctx.caller.user.role !== 'admin';
  if (isOwn && input.currentPassword !== undefined && input.password === undefined)
    await requireCurrentPassword(ctx, input.currentPassword, user.passwordHash);
  user.isEmailTrusted = !isOwn || input.currentPassword !== undefined;
  await run(ctx.em, 'delete from password_resets where user_id = ?', [user.id]);
}

/** Partial. Role and activity are an admin's to change; one's own new password needs the current one. */
async function updateUser(ctx: AppContext, input: UpdateUser, releaseOrders: ReleaseOrders): Promise<ChangedUser> {
  const self = ctx.caller.user?.id === input.id;
  if (ctx.grant === 'own' && !self) throw forbidden();
  const user = await ctx.em.findOneOrFail(User, input.id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('User'),
  });
  // What a client read and sends back unchanged is no change.
  const changesRights = (input.role ?? user.role) !== user.role || (input.isActive ?? user.isActive) !== user.isActive;
  if (ctx.grant === 'own' && changesRights) throw forbidden(t('Only an admin can change a role'));
  requireVersion(ctx, 'user', user, input.version);
  const losesAdmin =
    user.role === 'admin' &&
    user.isActive &&
    ((input.role !== undefined && input.role !== 'admin') || input.isActive === false);
  if (losesAdmin) await requireAnotherAdmin(ctx, user.id);
  requireNewEmail('email', input.email, user.email);
  if (input.username !== undefined && input.username !== user.username) {
    const problem = newUsername.safeParse(input.username).error?.issues[0];
    if (problem) throw invalid('username', problem.message);
    // The answer says which names exist.
    if (ctx.grant === 'own') await countTry(ctx, 'users.username', { account: String(user.id) });
    await requireFreeUsername(ctx, input.username, user.id);
  }
  if (input.password !== undefined) {
    if (self) await requireCurrentPassword(ctx, input.currentPassword, user.passwordHash);
    await requireGoodPassword(input.password, { ...user, ...(input.username ? { username: input.username } : {}) });
    await setPassword(ctx, user, input.password);
  }
  await trustEmail(ctx, user, input);
  await changePay(ctx, user, input);
  const { username, firstName, lastName, email, phone, language, role, isActive } = input;
  const given = Object.entries({ username, firstName, lastName, email, phone, language, role, isActive }).filter(
    ([, value]) => value !== undefined,
  );
  Object.assign(user, Object.fromEntries(given));
  const work = await changeWork(ctx, user, input);
  // Anyone with the old rights has to sign in again.
  if (isActive === false) await endAccess(ctx, user.id);
  if (changesRights) await endMade(ctx, user);
  const topic = input.password !== undefined || changesRights ? 'rights' : 'known';
  await publishChange(ctx, { topic, userId: user.id });
  record(ctx, {
    subject: 'user',
    subjectId: user.id,
    action: 'user.updated',
    says: [
      {
        is: 'properties',
        names: [...given.map(([name]) => name), ...(input.pay === undefined ? [] : ['pay']), ...work],
      },
    ],
  });
  await ctx.em.flush();
  const mayCarry = user.role === 'driver' && user.isActive;
  const unassignedOrders = (role ?? isActive) === undefined || mayCarry ? 0 : await releaseOrders(ctx, user.id);
  return { ...(await readWholeUser(ctx, user.id)), ...(unassignedOrders > 0 ? { unassignedOrders } : {}) };
}

/**
 * A user's own new password ends every session of the account; this browser gets a new one, so that a copied cookie
 * stops working too.
 */
export async function changeUser(
  ctx: AppContext,
  input: UpdateUser,
  releaseOrders: ReleaseOrders,
): Promise<ChangedUser> {
  const user = await runInTransaction(ctx, 'users.update', input, (em) =>
    updateUser({ ...ctx, em }, input, releaseOrders),
  );
  const isOwn = ctx.caller.user?.id === user.id;
  if (isOwn && input.password !== undefined) await ctx.session.signIn(user.id);
  if (isOwn && input.language !== undefined) ctx.session.speak(user.language);
  return user;
}

/** Not oneself, not the last admin, nobody with open deliveries. */
export async function deleteUser(ctx: AppContext, id: number): Promise<{ success: true }> {
  if (ctx.caller.user?.id === id) throw conflict('CANNOT_DELETE_SELF', t('You cannot delete yourself'));
  const user = await ctx.em.findOneOrFail(User, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('User'),
  });
  requireVersion(ctx, 'user', user);
  if (user.role === 'admin' && user.isActive) await requireAnotherAdmin(ctx, id);
  const open = await exists(
    ctx.em,
    `select 1 from orders where driver_id = ? and status in (${quoted(openOrderStatuses)}) limit 1`,
    [id],
  );
  if (open) throw conflict('USER_HAS_OPEN_ORDERS', t('This driver has open orders. Reassign them first.'));
  const past = await exists(ctx.em, 'select 1 from orders where driver_id = ? limit 1', [id]);
  if (past)
    throw conflict(
      'USER_HAS_ORDERS',
      t('This driver carried orders that stay on record. Deactivate the account instead.'),
    );
  await endAccess(ctx, id);
  await endMade(ctx, { id, role: user.role, isActive: false });
  await run(ctx.em, 'delete from second_factors where user_id = ?', [id]);
  record(ctx, { subject: 'user', subjectId: id, action: 'user.deleted', detail: user.username });
  ctx.em.remove(user);
  return { success: true };
}
