import type { EntityManager } from '@mikro-orm/postgresql';
import { JOB_ENDS_MAX } from '@quickfleet/shared/limits';
import type { Task, TaskList } from 'graphile-worker';
import { c, readRows, run, select } from '../db/rows.ts';
import type { Services } from '../http/context.ts';

export const SET_ASIDE_REASON = `It was running when the server ended ${JOB_ENDS_MAX} times, so it is set aside.`;
/**
 * Before its last try a job rests: one that ends the server gives it time for the rest, and one that merely ran when
 * somebody killed the server again and again is not in the way of the next kill.
 */
const REST_SECONDS = 20;
/** What another process set aside is known here by then. */
const READ_MS = 30_000;

interface Job {
  id: string;
  key: string | null;
  locked_by: string | null;
}
const known = select({ subject: c.text('subject'), isAside: c.bool('set_aside_at is not null') });

/**
 * Counts how often a job was running when its process ended, and keeps it from running again after the third time: no
 * delivery, mail or import can keep the company down.
 */
export class SetAside {
  readonly #services: Services;
  /** Of the work of the clock each minute brings a new job: its task counts. */
  readonly #clockTasks: ReadonlySet<string>;
  readonly #running = new Map<string, Job & { task: string }>();
  /** Queue workers of this process: what they hold has not ended with another one. */
  readonly #own = new Set<string>();
  #known = new Map<string, boolean>();
  #readAt = Number.NEGATIVE_INFINITY;
  constructor(services: Services, clockTasks: ReadonlySet<string>) {
    this.#services = services;
    this.#clockTasks = clockTasks;
  }

  #subjectOf(task: string, { key, id }: Job): string {
    return this.#clockTasks.has(task) && !key ? task : `${task} ${key ?? id}`;
  }

  async #read(): Promise<void> {
    const rows = await readRows(this.#services.orm.em.fork(), known, 'select $columns from job_ends where ends > 0');
    this.#known = new Map(rows.map(({ subject, isAside }) => [subject, isAside]));
    this.#readAt = performance.now();
  }

  async #isAside(subject: string): Promise<boolean> {
    if (performance.now() - this.#readAt > READ_MS) await this.#read();
    // Somebody may just have asked to try it again.
    if (this.#known.get(subject)) await this.#read();
    return this.#known.get(subject) ?? false;
  }

  /** The same tasks, except for jobs that are set aside. */
  guard(tasks: TaskList): TaskList {
    const guarded = (task: string, work: Task): Task => {
      return async (payload, helpers) => {
        const { job } = helpers;
        const subject = this.#subjectOf(task, job);
        if (job.locked_by) this.#own.add(job.locked_by);
        if (await this.#isAside(subject)) {
          if (subject === task) return undefined;
          throw new Error(SET_ASIDE_REASON);
        }
        this.#running.set(job.id, { ...job, task });
        try {
          const answer = await work(payload, helpers);
          if (this.#known.delete(subject))
            await run(this.#services.orm.em.fork(), 'delete from job_ends where subject = ?', [subject]);
          return answer;
        } finally {
          this.#running.delete(job.id);
        }
      };
    };
    return Object.fromEntries(
      Object.entries(tasks).map(([name, work]) => [name, typeof work === 'function' ? guarded(name, work) : work]),
    );
  }

  /** Before the first job runs: what has one try left rests, however soon this start comes after the last end. */
  async begin(): Promise<void> {
    const em = this.#services.orm.em.fork();
    const rows = await em.execute<{ id: string }[]>(
      `select job_id::text as id from job_ends where ends = ? and set_aside_at is null`,
      [JOB_ENDS_MAX - 1],
    );
    await this.#rest(
      em,
      rows.map(({ id }) => id),
    );
  }

  async #rest(em: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length > 0)
      await run(em, 'select graphile_worker.reschedule_jobs(?::bigint[], now() + make_interval(secs => ?))', [
        ids,
        REST_SECONDS,
      ]);
  }

  /**
   * Releases the jobs that ended processes hold, as `condition` finds them, having counted them. What has ended too
   * often stays in the queue, given up, until somebody tries it again.
   */
  async release(condition: string, params: readonly unknown[]): Promise<void> {
    const { orm, clock } = this.#services;
    await orm.em.fork().transactional(async (em) => {
      const held = await em.execute<(Job & { task: string })[]>(
        `select id::text, task_identifier as task, key, locked_by from graphile_worker.jobs
          where locked_by is not null and (${condition})`,
        [...params],
      );
      if (held.length === 0) return;
      const aside: string[] = [];
      const resting: string[] = [];
      for (const job of held) {
        if (job.locked_by && this.#own.has(job.locked_by)) continue;
        const subject = this.#subjectOf(job.task, job);
        const [row] = await em.execute<{ isAside: boolean; ends: number }[]>(
          `insert into job_ends (subject, task, job_id, ends, ended_at) values (?, ?, ?, 1, ?)
            on conflict (subject) do update set ends = job_ends.ends + 1, job_id = excluded.job_id, ended_at = excluded.ended_at,
              set_aside_at = case when job_ends.ends + 1 >= ? then coalesce(job_ends.set_aside_at, excluded.ended_at) end
            returning set_aside_at is not null as "isAside", ends`,
          [subject, job.task, job.id, clock(), JOB_ENDS_MAX],
        );
        if (subject === job.task) continue;
        if (row?.isAside) aside.push(job.id);
        else if (row?.ends === JOB_ENDS_MAX - 1) resting.push(job.id);
      }
      const workers = [...new Set(held.map(({ locked_by }) => locked_by))];
      await run(em, 'select graphile_worker.force_unlock_workers(?::text[])', [workers]);
      await this.#rest(em, resting);
      if (aside.length > 0)
        await run(em, 'select graphile_worker.permanently_fail_jobs(?::bigint[], ?)', [aside, SET_ASIDE_REASON]);
    });
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** An orderly stop cuts what still runs: that is no fault of it, and does not count. */
  async excuse(): Promise<void> {
    for (const job of this.#running.values())
      await run(
        this.#services.orm.em.fork(),
        `insert into job_ends (subject, task, job_id, ends, ended_at) values (?, ?, ?, -1, ?)
          on conflict (subject) do update set ends = job_ends.ends - 1`,
        [this.#subjectOf(job.task, job), job.task, job.id, this.#services.clock()],
      );
  }
}
