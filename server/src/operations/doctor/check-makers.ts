import { t } from '@quickfleet/shared/words/t';
import { c, select } from '../../db/rows.ts';
import { Findings, type Patient } from './check.ts';

const NAMED_MAX = 10;
const made = select({ name: c.text('name'), maker: c.text('maker') });
const MAKER = `coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username)`;
const KEYS = `select k.name, ${MAKER} as maker from api_keys k join users u on u.id = k.created_by_id and not u.is_active and u.role = 'admin'
  where k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;
// Whoever changed a webhook last answers for it.
const WEBHOOKS = `select w.url as name, ${MAKER} as maker from webhooks w
  join lateral (select h.actor_id from history h where h.subject = 'webhook' and h.subject_id = w.id and h.actor_kind = 'user'
    and h.action in ('webhook.created', 'webhook.updated', 'webhook.secret_rotated') order by h.id desc limit 1) last on true
  join users u on u.id = last.actor_id and not u.is_active where w.is_active`;

/** Keys and webhooks of somebody who was deactivated go on; they are named until somebody takes them over. */
export async function checkMakers({ read }: Patient): Promise<Findings> {
  const found = new Findings('Secrets');
  const named = async (sql: string): Promise<string> =>
    (await read(made, `select $columns from (${sql}) made order by name limit ${NAMED_MAX}`))
      .map(({ name, maker }) => `${name} (${maker})`)
      .join(', ');
  const keys = await named(KEYS);
  if (keys === '') found.ok('API keys', t('No key of a deactivated user works.'));
  else
    found.warn(
      'API keys',
      t('API keys of deactivated users still work: {names}.', { names: keys }),
      t('Rotate or change them to take them over, or revoke them.'),
    );
  const webhooks = await named(WEBHOOKS);
  if (webhooks === '') found.ok('Webhooks', t('No webhook of a deactivated user is active.'));
  else
    found.warn(
      'Webhooks',
      t('Webhooks of deactivated users are still sent to: {names}.', { names: webhooks }),
      t('Save them, or rotate their secrets, to take them over; or delete them.'),
    );
  return found;
}
