import { LockMode } from '@mikro-orm/postgresql';
import { RESET_LINKS_MAX, RESET_MINUTES } from '@quickfleet/shared/limits';
import type { Reset, resetDone } from '@quickfleet/shared/people/account';
import { languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import type { z } from 'zod';
import { record } from '../../company/history/history.service.ts';
import { c, readRow, readRows, run, select } from '../../db/rows.ts';
import { commitOnce, runInTransaction } from '../../db/transaction.ts';
import { type AppContext, now, type Services, systemContext } from '../../http/context.ts';
import { clearTries, countTry } from '../../http/limits.ts';
import { TOKEN_MARK } from '../../messages/outbox/outbox.service.ts';
import { sha256 } from '../../security/secrets.ts';
import { User } from '../users/user.entity.ts';
import { requireGoodPassword, setPassword } from '../users/users.password.ts';
import { askedBy, linkEnded, linkTo, mailAccount, newLinkToken, queueLink } from './links.ts';

export const RESET_TASK = 'send_reset';

/** Asks for a link to a new password. */
export const forgot = (ctx: AppContext, { email }: { email: string }): Promise<{ success: true }> =>
  queueLink(ctx, RESET_TASK, 'reset', email);

const account = select({
  id: c.int('id'),
  username: c.text('username'),
  email: c.text('email'),
  language: c.oneOf(languages, 'language').nullable(),
});
/** Accounts with one address that get a mail; more have none in practice. */
const ACCOUNTS_MAX = 5;

/** Mails a link to each active account of the address. While enough links work already, no other is sent. */
export async function sendReset(services: Services, payload: unknown): Promise<void> {
  const asked = askedBy(payload);
  await commitOnce(services, async (em) => {
    const ctx: AppContext = { ...systemContext(services), em, grant: 'yes' };
    const at = now(ctx);
    const accounts = await readRows(
      em,
      account,
      `select $columns from users where lower(trim(email)) = ? and is_active and is_email_trusted order by id limit ${ACCOUNTS_MAX} for update`,
      [asked.email],
    );
    for (const { id, username, email: to, language: spoken } of accounts) {
      const working = await run(em, 'select 1 from password_resets where user_id = ? and expires_at > ?', [id, at]);
      if (working >= RESET_LINKS_MAX) continue;
      const { token, tokenHash } = newLinkToken();
      await run(
        em,
        'insert into password_resets (token_hash, user_id, created_at, expires_at) values (?, ?, ?, ?::timestamptz + make_interval(mins => ?)) returning user_id',
        [tokenHash, id, at, at, RESET_MINUTES],
      );
      mailAccount(ctx, {
        trigger: 'account_reset',
        to,
        language: spoken ?? asked.language ?? null,
        words: () => ({
          subject: t('Choose a new password for {brand}', { brand: services.config.BRAND_NAME }),
          paragraphs: [
            t('Hello {name},', { name: '{{recipientName}}' }),
            t('Someone asked for a new password for your account. If it was you, choose one here.'),
            t('Choose a new password: {link}', { link: linkTo(ctx, `/auth/reset/${TOKEN_MARK}`) }),
            t(
              "The link works for {minutes} minutes and only once. If it wasn't you, ignore this e-mail: your password stays as it is.",
              { minutes: RESET_MINUTES },
            ),
          ],
        }),
        values: { recipientName: username },
        token,
      });
      record(ctx, { subject: 'user', subjectId: id, action: 'user.reset_mailed' });
    }
  });
}

const linked = select({ userId: c.int('user_id') });
/**
 * Sets the password by a mailed link, once. All sessions of the account end. This browser is a known device from now on,
 * so that tries of strangers cannot keep its user out; it still has to sign in, with the second factor where there is one.
 */
export async function resetPassword(ctx: AppContext, input: Reset): Promise<z.infer<typeof resetDone>> {
  await countTry(ctx, 'account.reset');
  const user = await runInTransaction(ctx, 'account.reset', input, async (em) => {
    const inside = { ...ctx, em };
    // Deleted first: of two calls with one link, the second waits here and finds none.
    const link = await readRow(
      em,
      linked,
      'delete from password_resets where token_hash = ? and expires_at > ? returning $columns',
      [sha256(input.token), now(ctx)],
    );
    const found = link && (await em.findOne(User, link.userId, { lockMode: LockMode.PESSIMISTIC_WRITE }));
    if (!found?.isActive) throw linkEnded();
    await requireGoodPassword(input.password, found);
    await setPassword(inside, found, input.password);
    record(inside, { subject: 'user', subjectId: found.id, action: 'user.password_reset' });
    if (found.email)
      mailAccount(inside, {
        trigger: 'account_password_changed',
        to: found.email,
        language: found.language ?? null,
        words: () => ({
          subject: t('Your password for {brand} was changed', { brand: ctx.services.config.BRAND_NAME }),
          paragraphs: [
            t('Hello {name},', { name: '{{recipientName}}' }),
            t('Your password was changed by a link that we sent to this address. You are signed out everywhere.'),
            t("If it wasn't you, ask an admin of your team for help right away."),
          ],
        }),
        values: { recipientName: found.username },
      });
    return { id: found.id, username: found.username, role: found.role };
  });
  await clearTries(ctx, 'auth.login', 'account', user.username.toLowerCase());
  ctx.session.knowDevice(user.id);
  return { success: true, username: user.username, role: user.role };
}
