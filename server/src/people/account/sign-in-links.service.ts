import { SIGN_IN_LINK_MINUTES, SIGN_IN_LINKS_A_DAY, SIGN_IN_LINKS_MAX } from '@quickfleet/shared/limits';
import type { OpenedLink, ShownLink } from '@quickfleet/shared/people/account';
import { accountPaths } from '@quickfleet/shared/people/account-paths';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { c, readOne, readRow, readRows, run, select } from '../../db/rows.ts';
import { commitOnce, runInTransaction } from '../../db/transaction.ts';
import { type AppContext, now, type Services, systemContext } from '../../http/context.ts';
import { countTry } from '../../http/limits.ts';
import { publishChange } from '../../http/streams/events.ts';
import { TOKEN_MARK } from '../../messages/outbox/outbox.service.ts';
import { sha256 } from '../../security/secrets.ts';
import { askedBy, linkEnded, linkTo, mailAccount, newLinkToken, queueLink } from './links.ts';

export const SIGN_IN_TASK = 'send_sign_in_link';

/** Asks for a link to what was ordered with an address. */
export const askForLink = (ctx: AppContext, { email }: { email: string }): Promise<{ success: true }> =>
  queueLink(ctx, SIGN_IN_TASK, 'sign in', email);

/** Quotes, orders and customers of an address, and ordinary users who want to prove it. */
const KNOWN = `exists (select 1 from quotes where lower(customer_email) = ?)
  or exists (select 1 from orders where lower(customer_email) = ?)
  or exists (select 1 from customers k where lower(coalesce(k.email_before, k.email)) = ?)
  or exists (select 1 from customer_members where email = ?)
  or exists (select 1 from users where lower(trim(email)) = ? and is_active and role = 'customer')`;
const state = select({
  isKnown: c.bool(KNOWN),
  // Of those that were asked for: an invitation works for days.
  working: c.int(
    `(select count(*)::int from sign_in_links where email = ? and used_at is null and expires_at > ?
       and expires_at <= created_at + make_interval(mins => ${SIGN_IN_LINK_MINUTES}))`,
  ),
  ofDay: c.int(
    `(select count(*)::int from sign_in_links where email = ? and created_at > ?::timestamptz - interval '1 day')`,
  ),
});

/** Makes a link that proves an address, in lower case, for so many minutes. The token is for the mail alone. */
export async function makeSignInLink(ctx: AppContext, email: string, minutes: number): Promise<string> {
  const { token, tokenHash } = newLinkToken();
  await run(
    ctx.em,
    'insert into sign_in_links (token_hash, email, created_at, expires_at) values (?, ?, ?, ?::timestamptz + make_interval(mins => ?)) returning email',
    [tokenHash, email, now(ctx), now(ctx), minutes],
  );
  return token;
}

/** Mails a link to the address of a customer. Nothing to any other, and not while enough links work already. */
export async function sendSignInLink(services: Services, payload: unknown): Promise<void> {
  const asked = askedBy(payload);
  const { email } = asked;
  await commitOnce(services, async (em) => {
    const ctx: AppContext = { ...systemContext(services), em, grant: 'yes' };
    const at = now(ctx);
    await run(em, 'select pg_advisory_xact_lock(hashtextextended(?, 0))', [`sign in ${email}`]);
    const { isKnown, working, ofDay } = await readOne(em, state, 'select $columns', [
      ...[email, email, email, email, email],
      ...[email, at, email, at],
    ]);
    if (!isKnown || working >= SIGN_IN_LINKS_MAX || ofDay >= SIGN_IN_LINKS_A_DAY) return;
    const token = await makeSignInLink(ctx, email, SIGN_IN_LINK_MINUTES);
    mailAccount(ctx, {
      trigger: 'account_sign_in_link',
      to: email,
      language: asked.language ?? null,
      words: () => ({
        subject: t('Your deliveries with {brand}', { brand: services.config.BRAND_NAME }),
        paragraphs: [
          t('Hello,'),
          t('Here is your link to your quotes and orders. Press the button on the page that it opens.'),
          t('See your deliveries: {link}', { link: linkTo(ctx, accountPaths.link(TOKEN_MARK)) }),
          t(
            "The link works for {minutes} minutes and only once. If you didn't ask for it, ignore this e-mail. Don't forward it: the link shows your deliveries.",
            { minutes: SIGN_IN_LINK_MINUTES },
          ),
        ],
      }),
      values: {},
      token,
    });
  });
}

const shown = select({ email: c.text('email'), expiresAt: c.time('expires_at') });
const WORKING = 'token_hash = ? and used_at is null and expires_at > ?';
/** What a link shows. Reading changes nothing: mail programs open links before people do. */
export async function readLink(ctx: AppContext, token: string): Promise<ShownLink> {
  const found = await readRow(ctx.em, shown, `select $columns from sign_in_links where ${WORKING}`, [
    sha256(token),
    now(ctx),
  ]);
  if (!found) throw linkEnded();
  return found;
}

const onlyEmail = select({ email: c.text('email') });
const proven = select({ id: c.int('id') });
/**
 * Uses a link up. A signed-in user of the same address has proved it from now on, and sees the deliveries by their
 * account. Any other browser is given a session for this address alone.
 */
export async function openLink(ctx: AppContext, { token }: { token: string }): Promise<OpenedLink> {
  await countTry(ctx, 'signInLinks.open');
  const { email, isOfAccount } = await runInTransaction(ctx, 'signInLinks.open', { token }, async (em) => {
    const at = now(ctx);
    const link = await readRow(
      em,
      onlyEmail,
      `update sign_in_links set used_at = ? where ${WORKING} returning $columns`,
      [at, sha256(token), at],
    );
    if (!link) throw linkEnded();
    const user = await readRow(
      em,
      proven,
      `update users set proven_email = ? where id = ? and role = 'customer' and is_active and lower(trim(email)) = ? returning $columns`,
      [link.email, ctx.caller.user?.id ?? 0, link.email],
    );
    if (user) record({ ...ctx, em }, { subject: 'user', subjectId: user.id, action: 'user.email_proven' });
    return { email: link.email, isOfAccount: user !== undefined };
  });
  if (!isOfAccount) await ctx.session.openEmail(email);
  return { success: true, email };
}

const ended = select({ hash: c.text('id_hash') });
/** Ends the sessions and links of addresses that are erased. */
export async function endEmailSessions(ctx: AppContext, addresses: readonly string[]): Promise<void> {
  const gone = await readRows(
    ctx.em,
    ended,
    `delete from sessions where data ->> 'email' = any(?) returning $columns`,
    [addresses],
  );
  for (const { hash } of gone) await publishChange(ctx, { topic: 'rights', sessionHash: hash });
}
