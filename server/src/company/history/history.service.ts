import { canonicalJson, type Json } from '@quickfleet/shared/base/canonical-json';
import type { HistoryAction } from '@quickfleet/shared/company/history/history-words';
import { query } from '../../db/query.ts';
import { sideEffectsOf } from '../../db/side-effects.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { type Said, textToStore } from './detail-words.ts';
import type { ActorKind, HistorySubject } from './history.entity.ts';

export interface Line {
  subject: HistorySubject;
  subjectId: number;
  action: HistoryAction;
  from?: string;
  to?: string;
  /** What somebody typed, a name or a number: as it is, for every reader. */
  detail?: string;
  /** What it says in words of ours, a line each: each reader gets their own (detail-words.ts). */
  says?: readonly Said[];
  /** By the phone's clock. */
  occurredAt?: Date;
  /** SHA-256 of the stored originals that it is about, as hexadecimal digits: they enter the order's chain for good. */
  files?: readonly string[];
  /** Facts for checking the evidence; they are deleted when the person or their positions are erased. */
  data?: { [name: string]: Json | undefined };
}

/** Who stands behind this call, as the history names them. */
export function actorOf({ caller, grant }: AppContext): { kind: ActorKind; id: number | null; name: string } {
  if (caller.isSystem) return { kind: 'system', id: null, name: 'QuickFleet' };
  if (caller.key) {
    const { id, name, customerId } = caller.key;
    return { kind: 'key', id, name: `API key ${name}${customerId === null ? '' : ' (merchant)'}` };
  }
  if (caller.shop !== undefined) return { kind: 'key', id: null, name: `${caller.shop} (merchant)` };
  if (caller.user) return { kind: 'user', id: caller.user.id, name: caller.user.name };
  if (caller.grants.length + (caller.endedGrants?.length ?? 0) > 0 && grant === 'own')
    return { kind: 'code', id: null, name: 'Driver with the access code' };
  return { kind: 'visitor', id: null, name: 'Visitor' };
}

/** From where the caller acts. A customer's own address is not kept, and what a job does comes from nowhere. */
const addressOf = ({ request }: AppContext, kind: ActorKind): string | null =>
  request.method === 'JOB' || kind === 'visitor' || kind === 'system' ? null : request.ip;

/** The text of a line, and its facts: with what it says, where that has words of ours. */
function contentOf({ services }: AppContext, { detail, says = [], data }: Line) {
  if (says.length === 0) return { detail: detail ?? null, facts: data };
  const text = textToStore(says, services.config);
  return { detail: text, facts: says.every((said) => typeof said === 'string') ? data : { ...data, says } };
}

/** Appends one line of history in the running transaction, at its end. */
export function record(ctx: AppContext, line: Line): void {
  const { detail, facts } = contentOf(ctx, line);
  const actor = actorOf(ctx);
  const { history, happened } = sideEffectsOf(ctx.em);
  const { subject, subjectId, action } = line;
  happened.push({ subject, subjectId, action, at: now(ctx) });
  history.push({
    subject: line.subject,
    subject_id: line.subjectId,
    action: line.action,
    from_status: line.from ?? null,
    to_status: line.to ?? null,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    detail,
    address: addressOf(ctx, actor.kind),
    at: now(ctx),
    occurred_at: line.occurredAt ?? null,
    files: line.files && line.files.length > 0 ? line.files : null,
    data: facts ? canonicalJson(facts) : null,
  });
}

/** Says that something happened which no line of history is about: the event log has it, and nothing else. */
export function recordEvent(
  ctx: AppContext,
  {
    subject,
    subjectId,
    action,
  }: { subject: 'customer' | 'claim' | 'payment' | 'quote'; subjectId: number; action: string },
): void {
  sideEffectsOf(ctx.em).happened.push({ subject, subjectId, action, at: now(ctx) });
}

/** Records the owner of a quote or order before its deletion, so that its history and mails are erased with them. */
export async function keepOwner(
  ctx: AppContext,
  subject: 'quote' | 'order',
  {
    id,
    customer,
    customerEmail,
  }: { id: number; customer?: { id: number } | null | undefined; customerEmail?: string | null | undefined },
): Promise<void> {
  await ctx.services.eventLog.keep(ctx, subject, id);
  await query(
    ctx.em,
    `insert into former_subjects (subject, subject_id, customer_id, email, at) values (?, ?, ?, ?, ?)
     on conflict (subject, subject_id) do update set customer_id = excluded.customer_id, email = excluded.email, at = excluded.at`,
    [subject, id, customer?.id ?? null, customerEmail ?? '', now(ctx)],
  );
}
