import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from './query.ts';

/** The channel on which the processes tell each other what has changed. */
export const CHANNEL = 'quickfleet';

/** With the queue's pauses, which grow from 3 seconds to 6.1 hours, the last try is after 71 hours. */
const SEND_TRIES = 21;
/** A job with this flag is left alone while the mail server is set aside. */
export const MAIL_FLAG = 'mail';

/** SQL that queues the job of the mail `id`; without `runAt` it is due immediately. */
export const sendingJob = (since = 'null::float8', runAt = 'now()'): string =>
  `graphile_worker.add_job('send_email', json_build_object('id', id, 'since', ${since}),
     run_at => ${runAt}, max_attempts => ${SEND_TRIES}, job_key => 'mail ' || id, flags => array['${MAIL_FLAG}'])`;

/** A line of history as its table has it, before the database links it (decision 041). */
export interface HistoryRow {
  subject: string;
  subject_id: number;
  action: string;
  from_status: string | null;
  to_status: string | null;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string;
  detail: string | null;
  at: Date;
  occurred_at: Date | null;
  files: readonly string[] | null;
  /** Canonical JSON. */
  data: string | null;
}
/** A mail as it is written: it has no id before it is in its table. */
export interface MailRow {
  messageId: string;
  trigger: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  templateId: number | null;
  templateVersion: number | null;
  quoteId: number | null;
  orderId: number | null;
  codeSealed: string | null;
  attachment: string | null;
  status: string;
  createdAt: Date;
}
/** Something that the event log may have to say, in the words of the history. */
export interface Happened {
  subject: string;
  subjectId: number;
  action: string;
  at: Date;
}
/** An object as it was before it went. */
export interface LastView {
  subject: string;
  subjectId: number;
  customerId: number | null;
  /** JSON of it. */
  data: string;
}
/** What the writes of one transaction cause, in the order in which it was recorded. */
interface SideEffects {
  history: HistoryRow[];
  mails: MailRow[];
  /** Live events as JSON. */
  events: string[];
  /** Of the whole transaction, whatever of the others was written before its end. */
  happened: Happened[];
  lastViews: LastView[];
}
const gathered = new WeakMap<EntityManager, SideEffects>();

/** From here on the side effects of this transaction wait for `writeSideEffects`. */
export const gatherSideEffects = (em: EntityManager, happened: Happened[] = [], lastViews: LastView[] = []): void =>
  void gathered.set(em, { history: [], mails: [], events: [], happened, lastViews });

export const isGathering = (em: EntityManager): boolean => gathered.has(em);

/**
 * The side effects of the running transaction, for adding one: it is there once the transaction has committed, or never.
 *
 * @throws when nothing would ever write it, because the transaction was not begun by `db/transaction.ts`
 */
export function sideEffectsOf(em: EntityManager): SideEffects {
  const effects = gathered.get(em);
  if (!effects) throw new Error('this transaction gathers no side effects');
  return effects;
}

const HISTORY_COLUMNS = `subject, subject_id, action, from_status, to_status, actor_kind, actor_id, actor_name, detail, at, occurred_at, files, data`;
const INSERT_HISTORY = `insert into history (${HISTORY_COLUMNS})
  select ${HISTORY_COLUMNS} from json_to_recordset(?::json) as line (subject text, subject_id int, action text, from_status text, to_status text,
    actor_kind text, actor_id int, actor_name text, detail text, at timestamptz, occurred_at timestamptz, files jsonb, data text)`;
const INSERT_MAIL = `with mail as (
    insert into emails (message_id, trigger, recipient, subject, html, text, template_id, template_version, quote_id, order_id, code_sealed, attachment, status, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id, quote_id, order_id, status)
  select coalesce(case when status = 'queued' then ${sendingJob()}::text end, ''),
    pg_notify('${CHANNEL}', json_build_object('topic', 'mail', 'id', id, 'quoteId', quote_id, 'orderId', order_id, 'isNew', true)::text)::text from mail`;
const NOTIFY = `select pg_notify('${CHANNEL}', event) from unnest(?::text[]) event`;

/** PostgreSQL refuses half of a character, as a text that was cut may end with; in a parameter it becomes the same mark. */
export const wellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** Writes what was gathered so far: right before COMMIT, and earlier where a service reads it again itself. */
export async function writeSideEffects(em: EntityManager): Promise<void> {
  const effects = gathered.get(em);
  if (!effects) return;
  const { history, mails, events, happened, lastViews } = effects;
  gatherSideEffects(em, happened, lastViews);
  if (history.length > 0) await query(em, INSERT_HISTORY, [JSON.stringify(history, wellFormed)]);
  for (const mail of mails)
    await query(em, INSERT_MAIL, [
      mail.messageId,
      mail.trigger,
      mail.recipient,
      mail.subject,
      mail.html,
      mail.text,
      mail.templateId,
      mail.templateVersion,
      mail.quoteId,
      mail.orderId,
      mail.codeSealed,
      mail.attachment,
      mail.status,
      mail.createdAt,
    ]);
  if (events.length > 0) await query(em, NOTIFY, [events]);
}
