import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import { c, type Row, readOne, run, select } from './db/rows.ts';
import type { Services } from './http/context.ts';
import { DomainError, unauthorized } from './http/errors.ts';
import { addBackupGauges } from './operations/backup/backup.metrics.ts';
import { meters } from './process/meter.ts';
import { sha256 } from './security/secrets.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const backlog = select({
  waiting: c.int('jobs.waiting'),
  running: c.int('jobs.running'),
  failed: c.int('jobs.failed'),
  oldestJob: c.float('jobs.oldest'),
  oldestMail: c.float(
    `(select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from emails where status = 'queued')`,
  ),
  mails: c.json(
    z.record(z.string(), z.int()),
    `(select coalesce(jsonb_object_agg(status, n), '{}') from (
        select status, count(*)::int as n from emails
         where status in ('queued', 'failed', 'held') or (status in ('sent', 'kept') and created_at > now() - interval '1 day')
         group by status) m)`,
  ),
  health: c.json(
    z.record(z.string(), z.int()),
    `(select coalesce(jsonb_object_agg(state, n), '{}') from (
        select f ->> 'state' as state, count(*)::int as n from health_reports, jsonb_array_elements(findings) f group by 1) h)`,
  ),
  databaseBytes: c.float('pg_database_size(current_database())'),
  files: c.float(`(select greatest(reltuples, 0)::float8 from pg_class where oid = 'stored_files'::regclass)`),
});

/** One statement for all that the database knows; none of its parts reads a table as a whole. */
const readBacklog = ({ orm }: Services): Promise<Row<typeof backlog>> =>
  readOne(
    orm.em.fork(),
    backlog,
    `select $columns from (
         select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as waiting,
                count(*) filter (where locked_at is not null)::int as running,
                count(*) filter (where attempts >= max_attempts)::int as failed,
                coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8 as oldest
           from graphile_worker.jobs) jobs`,
  );

/** Gauges that are read when somebody asks, from the database, the pool, the disk and the open streams. */
function addGauges(registry: Registry, services: Services): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('quickfleet_database_up', '1 while the database answers, else 0');
  const jobs = gauge('quickfleet_jobs', 'Jobs of the queue, by state', ['state']);
  const oldestJob = gauge('quickfleet_job_oldest_seconds', 'How long the oldest due job has waited');
  const mails = gauge('quickfleet_mails', 'Mails that wait or failed, and those sent or kept within a day', ['state']);
  const oldestMail = gauge('quickfleet_mail_oldest_seconds', 'How long the oldest mail has waited to be sent');
  const database = gauge('quickfleet_database_bytes', 'Size of the database');
  const files = gauge('quickfleet_files', 'Stored photos and signatures, as the database last estimated them');
  const pool = gauge('quickfleet_pool_connections', 'Connections of the pool, and calls waiting for one', ['state']);
  const streams = gauge('quickfleet_streams', 'Open live streams of this process', ['holder']);
  const health = gauge('quickfleet_health', 'What the server found when it last checked itself, by state', ['state']);
  const disk = gauge('quickfleet_disk_bytes', 'Space of the disk that DATA_DIR is on', ['state']);

  const readDatabase = async () => {
    const backlog = await readBacklog(services).catch(() => undefined);
    up.set(backlog ? 1 : 0);
    if (!backlog) return;
    for (const state of ['waiting', 'running', 'failed'] as const) jobs.set({ state }, backlog[state]);
    oldestJob.set(backlog.oldestJob);
    for (const state of ['queued', 'failed', 'sent', 'kept', 'held']) mails.set({ state }, backlog.mails[state] ?? 0);
    oldestMail.set(backlog.oldestMail);
    database.set(backlog.databaseBytes);
    files.set(backlog.files);
    for (const state of ['fail', 'warn'] as const) health.set({ state }, backlog.health[state] ?? 0);
  };
  const readPool = async () => {
    const { totalCount, idleCount, waitingCount }: Pool = await services.orm.em.getConnection().getNativeClient();
    pool.set({ state: 'open' }, totalCount);
    pool.set({ state: 'idle' }, idleCount);
    pool.set({ state: 'waiting' }, waitingCount);
  };
  const readDisk = async () => {
    const space = await statfs(resolve(services.config.DATA_DIR)).catch(() => undefined);
    if (!space) return;
    disk.set({ state: 'free' }, space.bavail * space.bsize);
    disk.set({ state: 'total' }, space.blocks * space.bsize);
  };
  return async () => {
    const { limits } = services.events;
    streams.set({ holder: 'strangers' }, limits.count('strangers'));
    streams.set({ holder: 'known' }, limits.count() - limits.count('strangers'));
    // Before the statement below takes a connection itself.
    await readPool();
    await Promise.all([readDatabase(), readDisk()]);
  };
}

/** Answers while the database does, and throws otherwise. */
export async function readiness({ orm }: Services): Promise<{ status: 'ready' }> {
  await run(orm.em, 'select 1');
  return { status: 'ready' };
}

/**
 * GET /metrics in the Prometheus text format, for callers with METRICS_TOKEN as a bearer token; without that setting
 * the page does not exist. docs/monitoring says what to watch.
 */
export function registerMetrics(app: FastifyInstance, services: Services): void {
  const { METRICS_TOKEN: token } = services.config;
  if (!token) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const collect = addGauges(registry, services);
  const collectBackups = addBackupGauges(registry, services);
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address itself, which may hold a tracking number.
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  const expected = Buffer.from(sha256(token));
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    const [, given = ''] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!given) throw unauthorized('TOKEN_REQUIRED', t('Send METRICS_TOKEN as a bearer token'));
    if (!timingSafeEqual(Buffer.from(sha256(given)), expected))
      throw new DomainError('UNAUTHORIZED', 'WRONG_TOKEN', t('This token is not the METRICS_TOKEN'));
    await collect();
    await collectBackups();
    const all = Registry.merge([registry, meters]);
    return reply.type(registry.contentType).send(await all.metrics());
  });
}
