import { canonicalJson, type Json } from '@quickfleet/shared/base/canonical-json';
import type { UpdateUser } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { requireSkills } from '../../company/settings/skills.ts';
import type { AppContext } from '../../http/context.ts';
import { forbidden } from '../../http/errors.ts';
import type { User } from './user.entity.ts';

const workFields = ['vehicle', 'startsFrom', 'endsAt', 'skills', 'workingHours'] as const;
/** What of `UpdateUser` a plan knows of a driver. */
type Work = Pick<UpdateUser, (typeof workFields)[number]>;

const isSame = (one: unknown, other: unknown): boolean =>
  canonicalJson((one ?? null) as Json) === canonicalJson((other ?? null) as Json);

/**
 * Changes what a plan knows of a driver, and answers the names of what is new. It is the office's: what a driver read and
 * sends back unchanged is no change.
 *
 * @throws 400 for a skill that the company does not have, 403 for a driver who changes it
 */
export async function changeWork(ctx: AppContext, user: User, work: Work): Promise<string[]> {
  const changed = workFields.filter((name) => work[name] !== undefined && !isSame(work[name], user[name]));
  if (changed.length === 0) return [];
  if (ctx.grant === 'own') throw forbidden(t('Only an admin can change this'));
  await requireSkills(ctx, 'skills', work.skills, user.skills);
  Object.assign(user, Object.fromEntries(changed.map((name) => [name, work[name]])));
  return changed;
}
