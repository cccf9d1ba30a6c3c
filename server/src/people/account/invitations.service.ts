import { displayName } from '@quickfleet/shared/base/contact/display-name';
import { INVITATION_DAYS } from '@quickfleet/shared/limits';
import type {
  Invitation as InvitationView,
  Invite,
  Join,
  NewInvitation,
  ShownInvitation,
} from '@quickfleet/shared/people/account';
import type { User as UserView } from '@quickfleet/shared/people/users';
import { type Role, roles } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { saying } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { codeOf } from '../../company/history/values.ts';
import { type Page, readPage } from '../../db/paginate.ts';
import { c, exists, readRow, run, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, notFound, unauthorized } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { TOKEN_MARK } from '../../messages/outbox/outbox.service.ts';
import { sha256 } from '../../security/secrets.ts';
import { addUser } from '../users/users.service.ts';
import { linkEnded, linkTo, mailAccount, newLinkToken } from './links.ts';

const columns = {
  id: c.int('i.id'),
  email: c.text('i.email'),
  role: c.oneOf(roles, 'i.role'),
  invitedBy: c.text(`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username)`),
  createdAt: c.time('i.created_at'),
  expiresAt: c.time('i.expires_at'),
};
const invitation = select(columns);
/** It carries a right that only an admin can give, so that it ends with that admin's. */
const INVITER = `join users u on u.id = i.invited_by_id and u.is_active and u.role = 'admin'`;

/** Those that still work, newest first. */
export function findInvitations(
  ctx: AppContext,
  input: { page: number; limit: number },
): Promise<Page<InvitationView>> {
  const where = new Where();
  where.and('i.expires_at > ?', now(ctx));
  where.and(`i.invited_by_id in (select id from users where is_active and role = 'admin')`);
  return readPage(
    ctx.em,
    {
      table: 'invitations',
      alias: 'i',
      joins: INVITER,
      columns: invitation,
      where,
      order: 'i.created_at desc, i.id desc',
      isSearch: false,
    },
    input,
  );
}

const roleNames: Record<Role, string> = {
  admin: 'an admin',
  dispatcher: 'a dispatcher',
  driver: 'a driver',
  customer: 'a customer',
};

/** Mails a link by which one person joins with this role. An earlier invitation of the address ends. */
export async function invite(ctx: AppContext, { email, role }: Invite): Promise<NewInvitation> {
  const inviter = ctx.caller.user;
  if (!inviter) throw unauthorized('SIGN_IN_REQUIRED', t('Please sign in first'));
  const isKnown = await exists(
    ctx.em,
    'select 1 from users where lower(trim(email)) = lower(?) and role <> ? limit 1',
    [email, 'customer'],
  );
  if (isKnown) throw conflict('HAS_ACCOUNT', t('Someone with this e-mail address is in your team already'));
  const at = now(ctx);
  const { token, tokenHash } = newLinkToken();
  await run(ctx.em, 'delete from invitations where lower(email) = lower(?)', [email]);
  const made = await readRow(
    ctx.em,
    invitation,
    `with made as (insert into invitations (email, role, token_hash, invited_by_id, created_at, expires_at)
       values (?, ?, ?, ?, ?, ?::timestamptz + make_interval(days => ?)) returning *)
     select $columns from made i ${INVITER}`,
    [email, role, tokenHash, inviter.id, at, at, INVITATION_DAYS],
  );
  if (!made) throw notFound('Invitation');
  const { BRAND_NAME } = ctx.services.config;
  mailAccount(ctx, {
    trigger: 'account_invited',
    to: email,
    words: () => ({
      subject: t('Join {brand}', { brand: BRAND_NAME }),
      paragraphs: [
        t('Hello,'),
        t('{sender} invites you to work with {brand} as {role}. Choose a username and a password, and you can start.', {
          sender: '{{senderName}}',
          brand: BRAND_NAME,
          role: roleNames[role],
        }),
        t('Accept the invitation: {link}', { link: linkTo(ctx, `/join/${TOKEN_MARK}`) }),
        t("The link works for {days} days and only once. If you don't know the sender, ignore this e-mail.", {
          days: INVITATION_DAYS,
        }),
      ],
    }),
    values: { senderName: inviter.name },
    token,
  });
  const says = saying(', ', email, codeOf('role', role));
  record(ctx, { subject: 'user', subjectId: 0, action: 'user.invited', says });
  return {
    ...made,
    joinUrl: linkTo(ctx, `/join/${token}`),
    delivery: ctx.services.config.SMTP_URL ? 'queued' : 'kept',
  };
}

const withdrawn = select({ email: c.text('email') });
export async function withdrawInvitation(ctx: AppContext, id: number): Promise<{ success: true }> {
  const gone = await readRow(ctx.em, withdrawn, 'delete from invitations where id = ? returning $columns', [id]);
  if (!gone) throw notFound('Invitation');
  record(ctx, { subject: 'user', subjectId: 0, action: 'user.invitation_withdrawn', detail: gone.email });
  return { success: true };
}

const byTokenHash = `from invitations i ${INVITER} where i.token_hash = ? and i.expires_at > ?`;
const { email, role, invitedBy, expiresAt } = columns;
const shown = select({ email, role, invitedBy, expiresAt });
/** What a link shows. Reading changes nothing: mail programs open links before people do. */
export async function readInvitation(ctx: AppContext, token: string): Promise<ShownInvitation> {
  const found = await readRow(ctx.em, shown, `select $columns ${byTokenHash}`, [sha256(token), now(ctx)]);
  if (!found) throw linkEnded();
  return found;
}

/** Makes the account of an invitation, once, and signs it in. */
export async function join(ctx: AppContext, { token, ...input }: Join): Promise<UserView> {
  await countTry(ctx, 'invitations.join');
  const user = await runInTransaction(ctx, 'invitations.join', { token, ...input }, async (em) => {
    const inside = { ...ctx, em };
    const hash = sha256(token);
    // Locked first: of two calls with one link, the second waits here and finds none.
    await run(em, 'select 1 from invitations where token_hash = ? for update', [hash]);
    const { email: invited, role: given } = await readInvitation(inside, token);
    const made = await addUser(inside, { ...input, email: invited }, given);
    await run(em, 'delete from invitations where token_hash = ?', [hash]);
    record(inside, {
      subject: 'user',
      subjectId: made.id,
      action: 'user.joined',
      says: saying(', ', displayName(made), codeOf('role', given)),
    });
    return made;
  });
  await ctx.session.signIn(user.id);
  return user;
}
