import {
  type Action,
  beforeFactorActions,
  type Caller as CallerName,
  endedCodeActions,
  type Grant,
  merchantActions,
  type Permission,
  permissions,
} from '@quickfleet/shared/permissions';
import { isStaff, type Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import type { RequestContext, SignedIn } from '../context.ts';
import { DomainError, forbidden, unauthorized } from '../errors.ts';

/** Whether this person of the staff has to set up a second factor before anything else. */
export const needsFactor = ({ config }: RequestContext['services'], role: Role, hasFactor: boolean): boolean =>
  config.secondFactor === 'staff' && isStaff(role) && !hasFactor;

/** The person who is signed in. Rejects with 401 where nobody is, an API key among them. */
export function requireUser({ caller }: Pick<RequestContext, 'caller'>): SignedIn {
  if (!caller.user) throw unauthorized('SIGN_IN_REQUIRED', t('Please sign in first'));
  return caller.user;
}

const isAction = (path: string): path is Action => Object.hasOwn(permissions, path);

/** How far the permission table lets this caller go. */
export function grantOf({ caller }: Pick<RequestContext, 'caller'>, action: Action): Grant {
  const { user, key, email, grants, endedGrants = [] } = caller;
  const row: Permission = permissions[action];
  if (key) {
    const wanted = row.key === null || row.key === 'any' ? [] : [row.key, ...(row.also ?? [])];
    const hasScope = row.key === 'any' || wanted.some((scope) => key.scopes.includes(scope));
    return hasScope && (key.customerId === null || merchantActions.includes(action)) ? 'yes' : 'no';
  }
  const hasCode = grants.length > 0 || (endedGrants.length > 0 && endedCodeActions.includes(action));
  const names: CallerName[] = [
    user?.role ?? 'anonymous',
    ...(hasCode ? (['code'] as const) : []),
    ...(email ? (['email'] as const) : []),
  ];
  const granted = names.map((name) => row[name]);
  return granted.find((grant) => grant === 'yes') ?? granted.find((grant) => grant === 'own') ?? 'no';
}

/**
 * Asks the permission table and answers how far the caller may go. Throws 401 to nobody in
 * particular and 403 to somebody who may not; a call without a row in the table is refused to everyone.
 */
export function authorize(ctx: RequestContext, path: string): 'yes' | 'own' {
  if (!isAction(path)) throw forbidden();
  const row: Permission = permissions[path];
  const { user, key } = ctx.caller;
  if (
    user &&
    row.anonymous !== 'yes' &&
    needsFactor(ctx.services, user.role, user.hasFactor) &&
    !beforeFactorActions.includes(path)
  )
    throw new DomainError('FORBIDDEN', 'SECOND_FACTOR_NEEDED', t('Set up the second factor of your account first'));
  const grant = grantOf(ctx, path);
  if (grant !== 'no') return grant;
  if (key?.customerId && row.key !== null && !merchantActions.some((action) => action === path))
    throw forbidden(t('A key of one customer cannot be used for this call'));
  if (key)
    throw forbidden(
      row.key === null
        ? t('An API key cannot be used for this call')
        : t('This API key lacks the scope {key}', { key: row.key }),
    );
  if (user) throw forbidden();
  throw row.code === 'own' && row.anonymous === 'no'
    ? unauthorized('CODE_REQUIRED', t('Open the order with its access code first'))
    : unauthorized('SIGN_IN_REQUIRED', t('Please sign in first'));
}

/**
 * SQL that joins a key `k` to its maker `u`, an admin. One who was deactivated is named by the doctor until somebody takes the
 * key over; one who is no admin any more has lost the right to it.
 */
export const isMaker = `u.id = k.created_by_id and u.role = 'admin'`;
