import type { RequestContext } from './context.ts';
import { conflict, stale } from './errors.ts';

/** The ETag of one row at one version. */
export const etagOf = (kind: string, id: number, version: number): string => `"${kind}-${id}-v${version}"`;

/**
 * Refuses to overwrite what somebody else has changed meanwhile: a stale If-Match is a 412, a stale `version` in the
 * body a 409. Both say what the present version is (docs/security.md, F-20).
 */
export function requireFresh(
  ctx: RequestContext,
  kind: string,
  row: { id: number; version: number },
  seen?: number,
): void {
  const { ifMatch } = ctx.request;
  const present = etagOf(kind, row.id, row.version);
  if (ifMatch && ifMatch !== '*' && !ifMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === present)) {
    throw stale(`This ${kind} was changed meanwhile; its present version is ${present}`, present);
  }
  if (seen !== undefined && seen !== row.version) {
    throw conflict(
      'STALE_VERSION',
      `Somebody else changed this ${kind} meanwhile. Reload it to see the present version (${row.version}).`,
    );
  }
}
