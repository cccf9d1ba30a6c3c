import { canonicalJson, type Json } from '@quickfleet/shared/canonical-json';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { type FollowUp, followUp } from '../../lib/follow-ups.ts';
import type { ActorKind } from './history.entity.ts';

interface Line {
  subject: 'quote' | 'order' | 'user' | 'customer' | 'template' | 'key' | 'recurring';
  subjectId: number;
  action: string;
  from?: string;
  to?: string;
  detail?: string;
  /** By the phone's clock. */
  occurredAt?: Date;
  /** SHA-256 of the stored originals that it is about, as hexadecimal digits: they enter the order's chain for good. */
  files?: readonly string[];
  /** Facts for whoever checks the evidence; they go when the person or their positions are erased. */
  data?: { [name: string]: Json | undefined };
}

/** Who stands behind this call, as the history names them. */
export function actorOf({ caller, grant }: AppContext): { kind: ActorKind; id: number | null; name: string } {
  if (caller.isSystem) return { kind: 'system', id: null, name: 'QuickFleet' };
  if (caller.key) return { kind: 'key', id: caller.key.id, name: `API key ${caller.key.name}` };
  if (caller.user) return { kind: 'user', id: caller.user.id, name: caller.user.name };
  if (caller.grants.length + (caller.endedGrants?.length ?? 0) > 0 && grant === 'own')
    return { kind: 'code', id: null, name: 'Driver with the access code' };
  return { kind: 'visitor', id: null, name: 'Visitor' };
}

/** A line as the table has it, before it is linked. */
interface Row extends Pick<Line, 'subject' | 'subjectId' | 'action'> {
  fromStatus: string | null;
  toStatus: string | null;
  actorKind: ActorKind;
  actorId: number | null;
  actorName: string;
  detail: string | null;
  at: Date;
  occurredAt: Date | null;
  /** As JSON. */
  files: string | null;
  data: string | null;
}

/** Their triggers number and link them, one after the other (decision 041). */
const lines: FollowUp<Row> = {
  name: 'history',
  columns: [
    'subject',
    'subjectId',
    'action',
    'fromStatus',
    'toStatus',
    'actorKind',
    'actorId',
    'actorName',
    'detail',
    'at',
    'occurredAt',
    'files',
    'data',
  ],
  expression: (rows, columns) => `lines as (insert into history (${columns}) ${rows})`,
};

/** Appends one line of history in the running transaction, at its end. */
export function record(ctx: AppContext, line: Line): void {
  const actor = actorOf(ctx);
  followUp(ctx.em, lines, {
    subject: line.subject,
    subjectId: line.subjectId,
    action: line.action,
    fromStatus: line.from ?? null,
    toStatus: line.to ?? null,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    detail: line.detail ?? null,
    at: now(ctx),
    occurredAt: line.occurredAt ?? null,
    files: line.files && line.files.length > 0 ? JSON.stringify(line.files) : null,
    data: line.data ? canonicalJson(line.data) : null,
  });
}
