import { run } from '../../db/rows.ts';
import { CHANNEL } from '../../db/side-effects.ts';
import type { Services } from '../../http/context.ts';
import { inBackground } from '../../process/outside/background.ts';
import type { Attempt } from './webhook.entity.ts';

/** What became of one try. */
export interface Result {
  id: number;
  state: 'pending' | 'delivered' | 'failed';
  attempt: Attempt;
  answer: string | null;
  nextTryAt: Date | null;
}

const WRITE = `with given as (
    select * from json_to_recordset(?::json) as r (id int, state text, attempt jsonb, answer text, "nextTryAt" timestamptz)),
  written as (
    update webhook_deliveries d set state = g.state, tries = d.tries + 1, attempts = d.attempts || g.attempt,
      status = (g.attempt ->> 'status')::int, answer = g.answer, answer_ms = (g.attempt ->> 'time')::int,
      error = g.attempt ->> 'error', last_tried_at = (g.attempt ->> 'at')::timestamptz, next_try_at = g."nextTryAt"
    from given g where d.id = g.id and d.state = 'pending' returning d.webhook_id)
  select pg_notify('${CHANNEL}', json_build_object('topic', 'delivery', 'id', webhook_id)::text) from (select distinct webhook_id from written) w`;

/** Writes results as they come, all that wait in one statement: many sends at the same time cost few statements. */
export class ResultWriter {
  readonly #services: Services;
  #waiting: { result: Result; done: () => void; fail: (error: unknown) => void }[] = [];
  #isBusy = false;

  constructor(services: Services) {
    this.#services = services;
  }

  write(result: Result): Promise<void> {
    const { promise, resolve: done, reject: fail } = Promise.withResolvers<void>();
    this.#waiting.push({ result, done, fail });
    if (!this.#isBusy) inBackground('Writing results of webhooks', () => this.#drain());
    return promise;
  }

  async #drain(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await run(this.#services.orm.em.fork(), WRITE, [JSON.stringify(batch.map(({ result }) => result))]);
        for (const { done } of batch) done();
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    this.#isBusy = false;
  }
}
