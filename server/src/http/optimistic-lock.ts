import { t } from '@quickfleet/shared/words/t';
import type { RequestContext } from './context.ts';
import { conflict, stale } from './errors.ts';

/** The ETag of one row at one version. */
export const etagOf = (kind: string, id: number, version: number): string => `"${kind}-${id}-v${version}"`;

/**
 * Refuses to overwrite another user's change: a stale If-Match is a 412, a stale `version` in the body a 409. Both name
 * the current version (docs/security.md, F-20).
 */
export function requireVersion(
  ctx: RequestContext,
  kind: string,
  row: { id: number; version: number },
  seen?: number,
): void {
  const { ifMatch } = ctx.request;
  const present = etagOf(kind, row.id, row.version);
  if (ifMatch && ifMatch !== '*' && !ifMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === present)) {
    throw stale(
      t(
        'This {kind, select, order {order} quote {quote} incident {incident} recurring {recurring} company {company} template {template} webhook {webhook} user {user} customer {customer} key {key} other {record}} has changed; its current version is {present}',
        { kind, present },
      ),
      present,
    );
  }
  if (seen !== undefined && seen !== row.version) {
    throw conflict(
      'STALE_VERSION',
      t(
        'Someone else has changed this {kind, select, order {order} quote {quote} incident {incident} recurring {recurring} company {company} template {template} webhook {webhook} user {user} customer {customer} key {key} other {record}}. Reload it to see the current version ({version}).',
        {
          kind,
          version: row.version,
        },
      ),
    );
  }
}
