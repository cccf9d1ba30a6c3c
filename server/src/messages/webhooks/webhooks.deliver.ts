import { DAY_MS } from '@quickfleet/shared/base/time/zoned-time';
import { WEBHOOK_FAILING_DAYS } from '@quickfleet/shared/limits';
import { webhookPayloads } from '@quickfleet/shared/messages/webhooks';
import pLimit from 'p-limit';
import type { Said } from '../../company/history/detail-words.ts';
import { c, type Row, readRow, readRows, run, select } from '../../db/rows.ts';
import { idOfJob } from '../../db/side-effects.ts';
import type { Services } from '../../http/context.ts';
import { eventData, eventScope } from '../events/events.queries.ts';
import { type Result, ResultWriter } from './result-writer.ts';
import { retryAt } from './retry-schedule.ts';
import { bodyFor } from './webhook-body.ts';
import { type Outcome, send } from './webhook-sender.ts';
import { queueWebhook } from './webhooks.queue.ts';
import { switchOff } from './webhooks.switch-off.ts';

/** Requests to one receiver at the same time; the events of one object go one after the other. */
const AT_ONCE = 8;
/** Deliveries that one statement looks for: from a receiver that failed, as many as show whether it is back. */
const BATCH = { usual: 200, failing: AT_ONCE };
/** With the last request and its time-out a run stays below the minute after which a job counts as left over. */
const RUN_MS = 20_000;
/** After so many failures in a row a receiver is left alone for a while. */
const FAILURES_IN_A_ROW = 5;
const HOLD_MS = { first: 5000, longest: 300_000 };
const GONE = 410;

const target = select({
  id: c.int('w.id'),
  url: c.text('w.url'),
  payload: c.oneOf(webhookPayloads, 'w.payload'),
  readsEvidence: c.bool('w.reads_evidence'),
  customerId: c.int('w.customer_id').nullable(),
  secret: c.text('w.secret_sealed'),
  oldSecret: c.text('w.old_secret_sealed').nullable(),
  oldSecretUntil: c.date('w.old_secret_until').nullable(),
  failingSince: c.date('w.failing_since').nullable(),
  holdUntil: c.date('w.hold_until').nullable(),
});
type Target = Row<typeof target>;
const waiting = select({
  id: c.int('d.id'),
  tries: c.int('d.tries'),
  externalScope: eventScope,
  firstTryAt: c.text(`d.attempts -> 0 ->> 'at'`).nullable(),
  event: c.object({
    id: c.text('e.event_id'),
    type: c.text('e.type'),
    timestamp: c.time('e.at'),
    sequence: c.int('e.sequence'),
    object: c.object({ type: c.text('e.object_type'), id: c.int('e.object_id') }),
    data: eventData,
  }),
});
type Waiting = Row<typeof waiting>;
const next = select({ at: c.date('min(n.at)').nullable() });
/**
 * What a webhook may send now; its values: webhook, webhook, moment. Only the first event of an object is ever tried, so
 * one that waits for its next try holds up all of its object. `not in` is a hash whatever the planner believes: right
 * after thousands of events it knows nothing of them yet.
 */
const DUE = `d.webhook_id = ? and d.state = 'pending' and (d.object_type, d.object_id) not in (
  select b.object_type, b.object_id from webhook_deliveries b where b.webhook_id = ? and b.state = 'pending' and b.next_try_at > ?)`;

/** Half as long as it has failed already, within bounds. */
const pauseAfter = (failing: number): number => Math.min(HOLD_MS.longest, Math.max(HOLD_MS.first, failing / 2));

/** One run of the job of a webhook. */
class Run {
  readonly #services: Services;
  readonly #target: Target;
  readonly #writer: ResultWriter;
  readonly #secrets: string[];
  readonly #signal: AbortSignal | undefined;
  readonly #limit = pLimit(AT_ONCE);
  readonly #ends = performance.now() + RUN_MS;
  #failures = 0;
  #failingSince: Date | null;
  /** The receiver wants nothing, or gets nothing, for now. */
  isHeld = false;
  isOff = false;

  constructor(services: Services, webhook: Target, signal: AbortSignal | undefined) {
    this.#services = services;
    this.#target = webhook;
    this.#writer = new ResultWriter(services);
    this.#signal = signal;
    this.#failingSince = webhook.failingSince;
    const { secrets, clock } = services;
    const isOldValid = webhook.oldSecretUntil !== null && webhook.oldSecretUntil > clock();
    this.#secrets = [webhook.secret, ...(isOldValid ? [webhook.oldSecret ?? ''] : [])].flatMap(
      (sealed) => secrets.open(sealed) ?? [],
    );
  }

  get isOver(): boolean {
    return this.isHeld || this.isOff || this.#signal?.aborted === true || performance.now() > this.#ends;
  }

  /** Sends what is due until nothing is, or the run is over. */
  async work(): Promise<void> {
    while (!this.isOver) {
      const due = await this.#findDue();
      if (due.length === 0) return;
      const lines = Map.groupBy(due, ({ event: { object } }) => `${object.type} ${object.id}`);
      await Promise.all([...lines.values()].map((line) => this.#sendLine(line)));
    }
  }

  /** The oldest that are due. If an earlier event of the same object waits for its next try, the later ones wait too. */
  #findDue(): Promise<Waiting[]> {
    const em = this.#services.orm.em.fork();
    const { id } = this.#target;
    return readRows(
      em,
      waiting,
      `select $columns from (select d.* from webhook_deliveries d where ${DUE} order by d.id limit ?) d
        join events e on e.id = d.event_id order by d.id`,
      [id, id, this.#services.clock(), this.#failingSince === null ? BATCH.usual : BATCH.failing],
    );
  }

  /** One object's events, one after the other, until one does not arrive. */
  async #sendLine(line: readonly Waiting[]): Promise<void> {
    for (const delivery of line) {
      if (this.isOver) return;
      if (!(await this.#sendOne(delivery))) return;
    }
  }

  async #sendOne(delivery: Waiting): Promise<boolean> {
    // A place is free for another object while this one is written down.
    const sent = await this.#limit(() => (this.isOver ? null : this.#ask(delivery)));
    if (sent === null) return false;
    const { outcome, at } = sent;
    // The process is stopping and cut it off: the next run sends it.
    if (outcome.error !== null && this.#signal?.aborted) return false;
    await this.#writer.write(this.#resultOf(delivery, outcome, at));
    if (outcome.error === null) await this.#noteSuccess();
    else await this.#noteFailure(outcome);
    return outcome.error === null;
  }

  async #ask({ event, externalScope }: Waiting): Promise<{ outcome: Outcome; at: Date }> {
    const { clock, config } = this.#services;
    const at = clock();
    const outgoing = {
      url: this.#target.url,
      id: event.id,
      body: JSON.stringify(bodyFor(this.#target, event, externalScope)),
      secrets: this.#secrets,
    };
    const outcome = await send(outgoing, config.WEBHOOKS_ALLOW_HOSTS, at);
    // Before it is written down: what waits for a place is not sent any more.
    if (outcome.error === null) this.#failures = 0;
    else if (++this.#failures >= FAILURES_IN_A_ROW || (outcome.retryAfter ?? 0) > 0 || outcome.status === GONE)
      this.isHeld = true;
    return { outcome, at };
  }

  #resultOf(
    { id, tries, firstTryAt }: Waiting,
    { status, answer, error, retryAfter, time }: Outcome,
    at: Date,
  ): Result {
    const attempt = { at: at.toISOString(), status, time, error };
    if (error === null) return { id, state: 'delivered', attempt, answer, nextTryAt: null };
    const nextTryAt = retryAt({
      tries: tries + 1,
      first: firstTryAt === null ? at : new Date(firstTryAt),
      now: this.#services.clock(),
      retryAfter,
    });
    return { id, state: nextTryAt ? 'pending' : 'failed', attempt, answer, nextTryAt };
  }

  async #noteSuccess(): Promise<void> {
    if (this.#failingSince === null) return;
    this.#failingSince = null;
    await run(
      this.#services.orm.em.fork(),
      'update webhooks set failing_since = null, hold_until = null where id = ?',
      [this.#target.id],
    );
  }

  async #noteFailure({ status, retryAfter, error }: Outcome): Promise<void> {
    const { clock, orm } = this.#services;
    const now = clock();
    if (status === GONE) return this.#end({ is: 'endpoint', state: 'gone' });
    // Another of its events may arrive while this one is noted.
    const since = this.#failingSince ?? now;
    if (this.#failingSince === null) {
      this.#failingSince = now;
      await run(orm.em.fork(), 'update webhooks set failing_since = ? where id = ? and failing_since is null', [
        now,
        this.#target.id,
      ]);
    }
    if (now.getTime() - since.getTime() > WEBHOOK_FAILING_DAYS * DAY_MS)
      return this.#end({ is: 'endpoint_silent', days: WEBHOOK_FAILING_DAYS, error: error ?? '' });
    if (retryAfter !== null && retryAfter > 0) await this.#hold(retryAfter * 1000);
    else if (this.isHeld) await this.#hold(pauseAfter(now.getTime() - since.getTime()));
  }

  async #hold(ms: number): Promise<void> {
    const { clock, orm } = this.#services;
    const until = new Date(clock().getTime() + Math.min(ms, DAY_MS));
    await run(orm.em.fork(), 'update webhooks set hold_until = greatest(hold_until, ?) where id = ?', [
      until,
      this.#target.id,
    ]);
  }

  async #end(because: Said): Promise<void> {
    if (this.isOff) return;
    this.isOff = true;
    await switchOff(this.#services, this.#target.id, because);
  }
}

const findTarget = (services: Services, id: number): Promise<Target | undefined> =>
  readRow(services.orm.em.fork(), target, 'select $columns from webhooks w where w.id = ? and w.is_active', [id]);

/** When the webhook's next try is due: after the hold, and not before its earliest delivery. */
async function queueNext(services: Services, id: number): Promise<void> {
  const webhook = await findTarget(services, id);
  if (!webhook) return;
  const em = services.orm.em.fork();
  const due = await readRow(
    em,
    next,
    `select $columns from (
       (select d.next_try_at as at from webhook_deliveries d where ${DUE} limit 1) union all
       (select d.next_try_at from webhook_deliveries d where d.webhook_id = ? and d.state = 'pending' and d.next_try_at > ?
         order by d.next_try_at limit 1)) n`,
    [id, id, services.clock(), id, services.clock()],
  );
  if (!due?.at) return;
  const now = services.clock().getTime();
  const at = Math.max(due.at.getTime(), webhook.holdUntil?.getTime() ?? 0);
  await queueWebhook(em, id, Math.max(0, at - now));
}

/**
 * The job of one webhook: sends what is due in the order of each object's events, and queues itself for what is left. No
 * transaction is open while the receiver is waited for, and each webhook has a queue: a dead one holds up no other.
 */
export async function sendWebhook(services: Services, job: unknown, signal?: AbortSignal): Promise<void> {
  const id = idOfJob(job);
  const webhook = await findTarget(services, id);
  if (!webhook) return;
  const isHeld = webhook.holdUntil !== null && webhook.holdUntil > services.clock();
  if (!isHeld) await new Run(services, webhook, signal).work();
  if (!signal?.aborted) await queueNext(services, id);
}
