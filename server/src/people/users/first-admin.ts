import { randomInt } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { PASSWORD_MIN } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import type { Config } from '../../config.ts';
import { onlyId, readRow, run } from '../../db/rows.ts';
import { publish } from '../../http/streams/events.ts';
import { hashPassword } from '../../security/password.ts';
import { EASY_PASSWORD, isEasyPassword } from '../../security/password-strength.ts';
import { User } from './user.entity.ts';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** One that can be read out. */
export const newPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  );

export const EASY_ADMIN = 'ADMIN_PASSWORD is too easy to guess. Choose another, or leave it out to have one made.';

export interface FirstAdmin {
  username: string;
  /** Only when it was made. */
  password: string | undefined;
}

/**
 * The first admin of an empty house. Answers the password only when one had to be made, so that it is printed that
 * once.
 */
export async function ensureFirstAdmin(orm: MikroORM, config: Config): Promise<FirstAdmin | undefined> {
  return orm.em.fork().transactional(async (em) => {
    // Two servers that start together on one empty database create one admin.
    await run(em, 'lock table users in share row exclusive mode');
    if ((await em.count(User, { role: 'admin' })) > 0) return undefined;
    if (config.ADMIN_PASSWORD && (await isEasyPassword(config.ADMIN_PASSWORD, [config.ADMIN_USERNAME])))
      throw new Error(EASY_ADMIN);
    const made = config.ADMIN_PASSWORD ? undefined : newPassword();
    em.create(User, {
      username: config.ADMIN_USERNAME,
      passwordHash: await hashPassword(config.ADMIN_PASSWORD ?? made ?? ''),
      role: 'admin',
    });
    return { username: config.ADMIN_USERNAME, password: made };
  });
}

/**
 * Makes `username` an admin with this password, or a made one; an existing user gets the role, the password and a fresh
 * start.
 */
export async function makeAdmin(orm: MikroORM, username: string, given: string | undefined): Promise<string> {
  if (given !== undefined && (given.length < PASSWORD_MIN || (await isEasyPassword(given, [username]))))
    throw new Error(
      given.length < PASSWORD_MIN ? `A password needs at least ${PASSWORD_MIN} characters` : t(EASY_PASSWORD),
    );
  const password = given ?? newPassword();
  const passwordHash = await hashPassword(password);
  await orm.em.fork().transactional(async (em) => {
    const known = await readRow(em, onlyId, 'select $columns from users where lower(username) = lower(?)', [username]);
    if (!known) {
      em.create(User, { username, passwordHash, role: 'admin' });
      return;
    }
    const user = await em.findOneOrFail(User, known.id);
    user.passwordHash = passwordHash;
    user.role = 'admin';
    user.isActive = true;
    await run(em, 'delete from sessions where user_id = ?', [known.id]);
    await run(em, 'delete from recovery_codes where user_id = ?', [known.id]);
    await run(em, 'delete from second_factors where user_id = ?', [known.id]);
    await run(em, 'delete from passkeys where user_id = ?', [known.id]);
    await run(em, 'delete from password_resets where user_id = ?', [known.id]);
    await publish(em, { topic: 'rights', userId: known.id });
  });
  return password;
}
