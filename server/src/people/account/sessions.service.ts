import type { SignedInSession } from '@quickfleet/shared/people/account';
import { deviceName, deviceOf } from '@quickfleet/shared/people/device-name';
import { saying } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { c, readRows, select } from '../../db/rows.ts';
import { requireUser } from '../../http/caller/authorize.ts';
import { type AppContext, now } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { publishChange } from '../../http/streams/events.ts';

/** Half of the stored hash names a session: it opens nothing, and no session is found by guessing. */
const NAME = 'left(s.id_hash, 32)';
const columns = select({
  id: c.text(NAME),
  device: c.text('s.device').nullable(),
  address: c.text('s.address').nullable(),
  createdAt: c.time('s.created_at'),
  lastSeenAt: c.time('s.last_seen_at'),
  isCurrent: c.bool(`s.id_hash = ?`),
});

/** The user's own sessions that work, this one first. */
export async function listSessions(ctx: AppContext): Promise<{ data: SignedInSession[] }> {
  const rows = await readRows(
    ctx.em,
    columns,
    `select $columns from sessions s where s.user_id = ? and s.expires_at > ? order by s.id_hash = ? desc, s.last_seen_at desc, s.id_hash limit 100`,
    [ctx.caller.sessionHash ?? '', requireUser(ctx).id, now(ctx), ctx.caller.sessionHash ?? ''],
  );
  return { data: rows.map((row) => ({ ...row, device: deviceName(row.device) })) };
}

const ended = select({ hash: c.text('s.id_hash'), device: c.text('s.device').nullable() });
async function end(ctx: AppContext, condition: string, value: string): Promise<number> {
  const userId = requireUser(ctx).id;
  const gone = await readRows(
    ctx.em,
    ended,
    `delete from sessions s where s.user_id = ? and ${condition} returning $columns`,
    [userId, value],
  );
  for (const { hash } of gone) await publishChange(ctx, { topic: 'rights', sessionHash: hash });
  if (gone.length > 0)
    record(ctx, {
      subject: 'user',
      subjectId: userId,
      action: 'user.sessions_ended',
      says: saying(', ', ...gone.map(({ device }) => ({ is: 'device' as const, ...deviceOf(device) }))),
    });
  return gone.length;
}

/** Signs the user out everywhere else; their open streams end too. */
export const endOtherSessions = async (ctx: AppContext): Promise<{ success: true; ended: number }> => ({
  success: true,
  ended: await end(ctx, 's.id_hash <> ?', ctx.caller.sessionHash ?? ''),
});

/** Only one's own. Rejects with 404. */
export async function endSession(ctx: AppContext, id: string): Promise<{ success: true; ended: number }> {
  const count = await end(ctx, `${NAME} = ?`, id);
  if (count === 0) throw notFound('Session');
  return { success: true, ended: count };
}
