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
    throw stale(`This ${kind} has changed; its current version is ${present}`, present);
  }
  if (seen !== undefined && seen !== row.version) {
    throw conflict(
      'STALE_VERSION',
      `Someone else has changed this ${kind}. Reload it to see the current version (${row.version}).`,
    );
  }
}
