import type { EntityManager } from '@mikro-orm/postgresql';
import type { MessageKind } from '@quickfleet/shared/messages/mailbox';
import { query } from './query.ts';
import { wordsOf } from './schema/search-index.ts';

/** The channel on which the processes tell each other what has changed. */
export const CHANNEL = 'quickfleet';

/** With the queue's pauses, which grow from 3 seconds to 6.1 hours, the last try is after 71 hours. */
const SEND_TRIES = 21;
/** Jobs with one of these flags are left alone while the mail server, or the SMS service, is set aside. */
export const MAIL_FLAG = 'mail';
export const SMS_FLAG = 'sms';

/** SQL that queues the job of the mail `id` of this `kind`; without `runAt` it is due immediately. */
export const sendingJob = (since = 'null::float8', runAt = 'now()'): string =>
  `graphile_worker.add_job(case kind when 'sms' then 'send_sms' else 'send_email' end, json_build_object('id', id, 'since', ${since}),
     run_at => ${runAt}, max_attempts => ${SEND_TRIES}, job_key => 'mail ' || id, flags => array[case kind when 'sms' then '${SMS_FLAG}' else '${MAIL_FLAG}' end])`;

/** The row that a job of the queue is about; 0, which no row has, where it names none. */
export const idOfJob = (job: unknown): number =>
  typeof job === 'object' && job !== null && 'id' in job ? Number(job.id) : 0;

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
  address: string | null;
  at: Date;
  occurred_at: Date | null;
  files: readonly string[] | null;
  /** Canonical JSON. */
  data: string | null;
}
/** A mail as it is written: it has no id before it is in its table. */
export interface MailRow {
  messageId: string;
  /** `email` without it. */
  kind?: MessageKind;
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
  invoiceId?: number;
  report?: Readonly<Record<string, string | number | boolean>>;
  status: string;
  /** Why it is not sent. */
  lastError?: string;
  createdAt: Date;
  /** Of a held mail: when it leaves, and whose notices it is made of. */
  sendAt?: Date;
  heldFor?: string;
  /** Of a mail about several orders. */
  orderIds?: number[];
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
  /** The merchant that gave its numbers. */
  externalScope: number | null;
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
  /** What this process does once the transaction has committed, before the call answers. */
  afterCommit: (() => Promise<void>)[];
}
const gathered = new WeakMap<EntityManager, SideEffects>();

const endings = new WeakMap<EntityManager, Map<string, () => Promise<void>>>();
/** Has work done at the end of this transaction, before its side effects are written: once for each name. */
export function atEnd(em: EntityManager, name: string, work: () => Promise<void>): void {
  const all = endings.get(em) ?? new Map<string, () => Promise<void>>();
  if (!all.has(name)) all.set(name, work);
  endings.set(em, all);
}
/** Does what waits for the end of this transaction. */
export async function finish(em: EntityManager): Promise<void> {
  for (const work of endings.get(em)?.values() ?? []) await work();
  endings.delete(em);
}

/** From here on the side effects of this transaction wait for `writeSideEffects`. */
export function gatherSideEffects(
  em: EntityManager,
  { happened = [], lastViews = [], afterCommit = [] }: Partial<SideEffects> = {},
): void {
  gathered.set(em, { history: [], mails: [], events: [], happened, lastViews, afterCommit });
}

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

const HISTORY_COLUMNS = `subject, subject_id, action, from_status, to_status, actor_kind, actor_id, actor_name, detail, address, at, occurred_at, files, data`;
const INSERT_HISTORY = `insert into history (${HISTORY_COLUMNS})
  select ${HISTORY_COLUMNS} from json_to_recordset(?::json) as line (subject text, subject_id int, action text, from_status text, to_status text,
    actor_kind text, actor_id int, actor_name text, detail text, address text, at timestamptz, occurred_at timestamptz, files jsonb, data text)`;
const INSERT_MAIL = `with mail as (
    insert into emails (message_id, kind, trigger, recipient, subject, html, text, template_id, template_version, quote_id, order_id, code_sealed, attachment, status, created_at, send_at, held_for, order_ids, words, last_error, invoice_id, report)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id, kind, quote_id, order_id, status)
  select coalesce(case when status = 'queued' then ${sendingJob()}::text end, ''),
    pg_notify('${CHANNEL}', json_build_object('topic', 'mail', 'id', id, 'quoteId', quote_id, 'orderId', order_id, 'isNew', true)::text)::text from mail`;
const NOTIFY = `select pg_notify('${CHANNEL}', event) from unnest(?::text[]) event`;

const wellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;
/**
 * Rows as JSON for a parameter. PostgreSQL refuses half of a character, as a text that was cut may end with; here it
 * becomes the same mark as in a parameter of its own.
 */
export function jsonOf(rows: readonly unknown[]): string {
  const json = JSON.stringify(rows);
  // Only halves of characters are written so; looking at each value takes several times as long.
  return json.includes('\\ud') ? JSON.stringify(rows, wellFormed) : json;
}

/** Writes what was gathered so far: right before COMMIT, and earlier where a service reads it again itself. */
export async function writeSideEffects(em: EntityManager): Promise<void> {
  const effects = gathered.get(em);
  if (!effects) return;
  const { history, mails, events } = effects;
  gatherSideEffects(em, effects);
  if (history.length > 0) await query(em, INSERT_HISTORY, [jsonOf(history)]);
  for (const mail of mails)
    await query(em, INSERT_MAIL, [
      mail.messageId,
      mail.kind ?? 'email',
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
      mail.sendAt ?? null,
      mail.heldFor ?? null,
      mail.orderIds ?? null,
      wordsOf('emails', (column) => (column === 'recipient' ? mail.recipient : mail.subject)),
      mail.lastError ?? null,
      mail.invoiceId ?? null,
      mail.report ? JSON.stringify(mail.report) : null,
    ]);
  if (events.length > 0) await query(em, NOTIFY, [events]);
}
